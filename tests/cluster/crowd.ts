import { setTimeout as wait } from 'node:timers/promises';

import { seeded } from '../seeded.ts';
import { HoppingVisitors, WATCHED } from './hopping-visitors.ts';
import { PointsLoad } from './points-load.ts';
import type { TrialCluster } from './trial-cluster.ts';
import { differencesIn } from './whole-truth.ts';

/** How often it is looked whether everybody has been shown everything, in milliseconds. */
const LOOK_EVERY_MS = 20;

/** How long visitors stroll in the end, in milliseconds. */
const STROLL_MS = 20_000;

/** Who has not been shown it by then never will be, in milliseconds. */
const NEVER_MS = 60_000;

/** What a crowd was shown. Delays in milliseconds, from when an event was sent, one for each event and visitor. */
export interface CrowdFigures {
  readonly answers: number;
  /** How often a process did not know yet what somebody had seen elsewhere, or did not answer. */
  readonly refusals: number;
  /** Until a visitor was told that there is something new. */
  readonly toldAfterMs: readonly number[];
  /** Until a visitor was shown it. */
  readonly shownAfterMs: readonly number[];
  /** What went back in time, or was not known to whoever posted it. */
  readonly faults: readonly string[];
  /** What was not as it must be when all was over. */
  readonly differences: readonly string[];
}

/**
 * Lets many visitors hop from process to process while points come: `rounds` times, everybody posts at once and everybody looks.
 * `everyMs` lies between two rounds at least, so that a machine can show so many what it has to show them. In
 * the end points come without a pause, and visitors go from page to page.
 */
export async function crowdOf(
  cluster: TrialCluster,
  { visitors: count, games, rounds, everyMs, seed }: Readonly<Record<'visitors' | 'games' | 'rounds' | 'everyMs' | 'seed', number>>,
): Promise<CrowdFigures> {
  const visitors = new HoppingVisitors(cluster, count);
  await untilAllShown(visitors, count);
  let round = Promise.withResolvers<void>();
  const load = new PointsLoad(cluster, games, seed, () => round.promise);
  for (let i = 0; i < rounds; i += 1) {
    const next = wait(everyMs);
    round.resolve();
    round = Promise.withResolvers();
    await visitors.watchNext();
    await next;
    await untilAllShown(visitors, count);
  }
  visitors.stroll(seeded(seed));
  round.resolve();
  await wait(STROLL_MS);
  await load.end();
  await visitors.end();
  const { answers, refusals, toldAfterMs, shownAfterMs } = visitors;
  const faults = [...load.faults, ...visitors.faults];
  return {
    answers,
    refusals,
    toldAfterMs,
    shownAfterMs,
    faults,
    differences: await differencesIn(cluster, load.totals.set(WATCHED, rounds)),
  };
}

async function untilAllShown(visitors: HoppingVisitors, count: number): Promise<void> {
  for (const limit = performance.now() + NEVER_MS; visitors.upToDate < count; await wait(LOOK_EVERY_MS)) {
    if (performance.now() > limit) throw new Error(`${count - visitors.upToDate} visitors were not shown what is`);
  }
}
