import { setTimeout as sleep } from 'node:timers/promises';

import type { PointsStore } from '../store/points-store.ts';

/** Interval and timeout of a check, in milliseconds. */
const EVERY_MS = 1000;

/** Consecutive failures before the database counts as unreachable. */
const MOST_FAILURES = 3;

/**
 * Checks regularly, until `stop`, whether a shared store can be followed. Calls `told` with the last good time once it cannot, and with
 * `undefined` once it can again.
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
