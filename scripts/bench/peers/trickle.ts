import { setTimeout as wait } from 'node:timers/promises';

import { GAME_ENDPOINTS } from '../../../src/contract/game-endpoints.ts';
import { createApiClient } from '../../../src/remote/api-client.ts';

/** Shorter than the interval between messages to listeners, so that each has something to say. */
const EVERY_MS = 100;

/** Posts an event to the live server now and then while `work` runs. @throws {Error} if one is refused. */
export async function withTrickle<T>(url: string, key: string, work: () => Promise<T>): Promise<T> {
  const call = createApiClient(GAME_ENDPOINTS, { origin: url, key });
  const over = new AbortController();
  const posting = (async () => {
    while (!over.signal.aborted) {
      await call('submitPoints', { body: { id: crypto.randomUUID(), username: 'player-0', points: 1 } });
      await wait(EVERY_MS);
    }
  })();
  // Awaited below; its failure must wait until then, too.
  posting.catch(() => {});
  try {
    return await work();
  } finally {
    over.abort();
    await posting;
  }
}
