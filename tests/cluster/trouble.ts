import { setTimeout as wait } from 'node:timers/promises';

import { seeded } from '../seeded.ts';
import { HoppingVisitors } from './hopping-visitors.ts';
import { PointsLoad } from './points-load.ts';
import type { TrialCluster } from './trial-cluster.ts';
import { differencesIn, untilRight } from './whole-truth.ts';

/** The results of trouble under load. */
export interface TroubleFigures {
  readonly acknowledged: number;
  readonly retries: number;
  readonly answers: number;
  /** The slowest recovery of a process, in milliseconds, until it accepts points and knows all that was acknowledged before. */
  readonly slowestMs: number;
  /** Results that went back in time, differ for the same event, or are unknown to the sender of the points. */
  readonly faults: readonly string[];
  /** Errors at the end. */
  readonly differences: readonly string[];
}

/** The number of pages a visitor has open, with shared cookies. */
const PAGES_EACH = 4;

/** Causes trouble. Resolves to when its repair began or, for the database, ended, in milliseconds of `performance.now()`. */
export type Trouble = (cluster: TrialCluster, chance: () => number) => Promise<number>;

/** Kills a process (SIGKILL), and restarts it. */
export const killProcess: Trouble = async ({ processes }, chance) => {
  const victim = processes[Math.floor(chance() * processes.length)]!;
  await victim.end('SIGKILL');
  await wait(chance() * 500);
  const began = performance.now();
  await victim.start();
  return began;
};

/** Kills the database (SIGKILL), and restarts it. */
export const killDatabase: Trouble = async ({ database }, chance) => {
  await database.kill();
  await wait(chance() * 2000);
  await database.start();
  return performance.now();
};

/** Causes troubles one after the other while points are posted and visitors look. `seed` decides when. */
export async function troubleUnderLoad(
  cluster: TrialCluster,
  { games, visitors, seed }: { readonly games: number; readonly visitors: number; readonly seed: number },
  troubles: readonly Trouble[],
): Promise<TroubleFigures> {
  const chance = seeded(seed);
  const load = new PointsLoad(cluster, games, seed + 1);
  const looking = new HoppingVisitors(cluster, visitors, PAGES_EACH);
  let slowestMs = 0;
  for (const trouble of troubles) {
    // Measured in work done, so that on a slow machine trouble also comes in the middle of it.
    await load.acknowledges(20 + Math.floor(chance() * 100));
    const began = await trouble(cluster, chance);
    const known = new Map(load.totals);
    for (const { url } of cluster.processes) slowestMs = Math.max(slowestMs, await untilRight(url, cluster.key, known, began));
  }
  await load.end();
  await looking.end();
  if (looking.answers === 0) throw new Error('Nobody was shown anything');
  return {
    acknowledged: load.acknowledged,
    retries: load.retries,
    answers: looking.answers,
    slowestMs,
    faults: [...load.faults, ...looking.faults],
    differences: await differencesIn(cluster, load.totals),
  };
}
