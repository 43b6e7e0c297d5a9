import { setTimeout as wait } from 'node:timers/promises';

import { GAME_ENDPOINTS } from '../../../src/contract/game-endpoints.ts';
import { createApiClient } from '../../../src/remote/api-client.ts';

/** Shorter than the time between two messages to listeners, so that each message has something to tell. */
const EVERY_MS = 100;

/**
 * Posts an event to the live server now and then, while `work` goes on.
 * @throws {Error} if one is not taken.
 */
export async function withTrickle<T>(url: string, key: string, work: () => Promise<T>): Promise<T> {
  const call = createApiClient(GAME_ENDPOINTS, { origin: url, key });
  const over = new AbortController();
  const posting = (async () => {
    while (!over.signal.aborted) {
      await call('submitPoints', { body: { id: crypto.randomUUID(), username: 'player-0', points: 1 } });
      await wait(EVERY_MS);
    }
  })();
  // It is waited for below; until then its failure waits too.
  posting.catch(() => {});
  try {
    return await work();
  } finally {
    over.abort();
    await posting;
  }
}
