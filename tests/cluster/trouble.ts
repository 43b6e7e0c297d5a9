import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { seeded } from '../seeded.ts';
import { HoppingVisitors } from './hopping-visitors.ts';
import { PointsLoad } from './points-load.ts';
import type { TrialCluster } from './trial-cluster.ts';
import { differencesIn, untilRight } from './whole-truth.ts';

/** What trouble under load did. */
export interface TroubleFigures {
  readonly acknowledged: number;
  readonly retries: number;
  readonly answers: number;
  /** The slowest process to be right again, in milliseconds: it takes points, and tells all that was acknowledged before. */
  readonly slowestMs: number;
  /** What may not be: went back in time, was answered in two ways, is not known to whoever posted it. */
  readonly faults: readonly string[];
  /** What was not as it must be when all was over. */
  readonly differences: readonly string[];
}

/** Makes trouble. Resolves to when things were set right, in milliseconds of `performance.now()`. */
export type Trouble = (cluster: TrialCluster, chance: () => number) => Promise<number>;

/** Kills a process (SIGKILL), and starts it again. */
export const killProcess: Trouble = async ({ processes }, chance) => {
  const victim = processes[Math.floor(chance() * processes.length)]!;
  await victim.end('SIGKILL');
  await wait(chance() * 500);
  const began = performance.now();
  await victim.start();
  return began;
};

/** Kills the database (SIGKILL), and starts it again. */
export const killDatabase: Trouble = async ({ database }, chance) => {
  await database.kill();
  await wait(chance() * 2000);
  await database.start();
  return performance.now();
};

/** How long a process stands still, in milliseconds: longer than the database waits for one that says nothing. */
const STILL_MS = 4000;

/** Stops a process (SIGSTOP) in the middle of a commit, and lets it go on when the others have long gone on. */
export const stopInCommit: Trouble = async ({ database, processes }, chance) => {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    for (;;) {
      const victim = processes[Math.floor(chance() * processes.length)]!;
      await wait(chance() * 20);
      process.kill(victim.pid, 'SIGSTOP');
      try {
        // Whoever holds the lock and is still there after a while is the one that stands still.
        const [before, after] = [await transactionsOf(admin), (await wait(20), await transactionsOf(admin))];
        if (!before.some((each) => after.includes(each))) continue;
        await wait(STILL_MS);
      } finally {
        process.kill(victim.pid, 'SIGCONT');
      }
      return performance.now();
    }
  } finally {
    await admin.end();
  }
};

/** The transactions that have an id, so have locked or written something, and wait for their process. */
async function transactionsOf(admin: pg.Client): Promise<readonly string[]> {
  const { rows } = await admin.query<{ readonly id: string }>(
    "SELECT backend_xid::text AS id FROM pg_stat_activity WHERE state = 'idle in transaction' AND backend_xid IS NOT NULL",
  );
  return rows.map(({ id }) => id);
}

/** Makes trouble, one after the other, while points are posted and visitors look. `seed` decides when. */
export async function troubleUnderLoad(
  cluster: TrialCluster,
  { games, visitors, seed }: { readonly games: number; readonly visitors: number; readonly seed: number },
  troubles: readonly Trouble[],
): Promise<TroubleFigures> {
  const chance = seeded(seed);
  const load = new PointsLoad(cluster, games, seed + 1);
  const looking = new HoppingVisitors(cluster, visitors);
  let slowestMs = 0;
  for (const trouble of troubles) {
    // Counted in what was done, so that a slow machine is in the midst of it too.
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
