import { setTimeout as sleep } from 'node:timers/promises';

import type { PointsStore } from '../store/points-store.ts';

/** How often it is looked whether the store can be followed, and how long that may take, in milliseconds. */
const EVERY_MS = 1000;

/** So many looks that fail, one after the other, are no hiccup. */
const MOST_FAILURES = 3;

/**
 * Looks again and again, until `stop`, whether a store that other processes share can be followed. `told` hears when it
 * cannot be any more, with the time of `clock` until when it was; and, with `undefined`, when it can again.
 */
export function watchFollowing(
  store: Pick<PointsStore, 'catchUp'>,
  clock: () => number,
  told: (heardUntil: number | undefined) => void,
  everyMs = EVERY_MS,
): { stop(): void } {
  const stopping = new AbortController();
  let failures = 0;
  let heardUntil = clock();

  async function look(): Promise<void> {
    const asked = clock();
    const tooLate = sleep(everyMs, false, { ref: false });
    const followed = store.catchUp().then(
      () => true,
      () => false,
    );
    const before = failures >= MOST_FAILURES;
    failures = (await Promise.race([followed, tooLate])) ? 0 : failures + 1;
    if (failures === 0) heardUntil = asked;
    if (before !== failures >= MOST_FAILURES) told(before ? undefined : heardUntil);
  }

  void (async () => {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) await look();
    }
  })();
  return { stop: () => stopping.abort() };
}
