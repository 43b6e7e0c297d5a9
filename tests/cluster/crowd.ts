import { setTimeout as wait } from 'node:timers/promises';

import { seeded } from '../seeded.ts';
import { HoppingVisitors, WATCHED } from './hopping-visitors.ts';
import { PointsLoad } from './points-load.ts';
import type { TrialCluster } from './trial-cluster.ts';
import { differencesIn } from './whole-truth.ts';

/** How often to check whether everyone has seen everything, in milliseconds. */
const LOOK_EVERY_MS = 20;

/** How long visitors browse at the end, in milliseconds. */
const STROLL_MS = 20_000;

/** The time limit for seeing an event at all, in milliseconds. */
const NEVER_MS = 60_000;

/** A crowd's observations. Delays in milliseconds, from when an event was sent, one per event and visitor. */
export interface CrowdFigures {
  readonly answers: number;
  /** How often a process did not answer, or did not know yet what a visitor had seen elsewhere. */
  readonly refusals: number;
  /** Time until a visitor was notified. */
  readonly toldAfterMs: readonly number[];
  /** Time until a visitor saw it. */
  readonly shownAfterMs: readonly number[];
  /** Results that went back in time, or are unknown to the sender of the points. */
  readonly faults: readonly string[];
  /** Errors at the end. */
  readonly differences: readonly string[];
}

/**
 * Lets many visitors switch between processes while points arrive: `rounds` times, everyone posts at once and everyone looks. Rounds begin
 * at least `everyMs` apart, so that a machine can serve so many. Finally points arrive without a pause, and visitors browse pages.
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
