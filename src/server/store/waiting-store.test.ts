import { expect, test } from 'vitest';

import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { always, board, event, silently, saveBoard } from './store-under-test.suite.ts';
import { waitingStore } from './waiting-store.suite.ts';

test('a call takes a turn of the event loop before it runs and before it resolves, and its change is published in between', async () => {
  const inner = await openMemoryStore();
  await saveBoard(inner, board);
  const happened: string[] = [];
  const turn = (name: string) => setImmediate(() => happened.push(name));
  turn('first turn');
  const store = waitingStore(inner);
  store.follow(() => {
    happened.push('told');
    turn('second turn');
  });
  await store.append('main', [event('1', 'ann', 5)], always, silently);
  happened.push('resolved');
  expect(happened).toEqual(['first turn', 'told', 'second turn', 'resolved']);
});
