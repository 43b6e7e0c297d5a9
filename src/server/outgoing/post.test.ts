import { expect, test } from 'vitest';

import { post } from './post.ts';

test('an aborted request waits for nothing, not even a name server that never answers', async () => {
  const sent = { url: new URL('https://receiver.example/hook'), method: 'POST', headers: {}, body: '', readsBody: false } as const;
  const network = { mayReach: () => true, resolve: () => new Promise<never>(() => {}) };
  const reason = new Error('The server stops.');
  await expect(post(sent, network, AbortSignal.abort(reason))).rejects.toBe(reason);
});
