import { expect, onTestFinished, test } from 'vitest';

import { type Connection, listenToChanges } from './changes.ts';

test('an unknown connection state from a tab of an older build counts as cut, so that the page polls', async () => {
  const { promise, resolve: leave } = Promise.withResolvers<void>();
  const other = new BroadcastChannel('laurels:changes');
  const held = navigator.locks.request('laurels:changes', () => promise);
  const heard: Connection[] = [];
  const stop = listenToChanges('', { changed: () => {}, connection: (connection) => heard.push(connection) });
  onTestFinished(() => {
    stop();
    other.close();
    leave();
    return held;
  });
  other.postMessage({ kind: 'connection', connection: { kind: 'open' } });
  other.postMessage({ kind: 'connection', connection: 'live' });
  await expect.poll(() => heard).toEqual(['cut', 'live']);
});
