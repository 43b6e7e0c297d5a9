import { expect, it } from 'vitest';

import { startPostgres } from '../scripts/tools/postgres/postgres-server.ts';
import { contend } from './cluster/contending-writers.ts';
import { HoppingVisitors, WATCHED } from './cluster/hopping-visitors.ts';
import { PointsLoad } from './cluster/points-load.ts';
import { startPooler, whyNoPooler } from './cluster/databases/pooler.ts';
import { startReplicated } from './cluster/databases/replicas.ts';
import { standStill, stopInCommit } from './cluster/standing-still.ts';
import { onDisk, startTrialCluster } from './cluster/trial-cluster.ts';
import { killDatabase, killProcess, type Trouble, troubleUnderLoad } from './cluster/trouble.ts';
import { differencesIn } from './cluster/whole-truth.ts';
import { SEED } from './seeded.ts';

/** Few, to leave the processor to other tests. `npm run soak -- cluster writers crowd` uses more of each. */
const SOME = { games: 3, visitors: 3, seed: SEED };
const CONTENDED = 2000;
const LOOKING = 12;
const ROUNDS = 3;

/** Every event is counted once, and no visitor sees an older ranking than before. */
const SOUND = { faults: [], differences: [] };

it('stays consistent when processes and the database are killed, and when a process stalls in the middle of a commit', async () => {
  const cluster = await startTrialCluster();
  try {
    expect(
      await troubleUnderLoad(cluster, SOME, [killProcess, killDatabase, stopInCommit, standStill({ lock: 'before', stillMs: 4000 })]),
    ).toMatchObject(SOUND);
  } finally {
    await cluster.discard();
  }
});

it('stays consistent when a synchronous replica takes over', async () => {
  const replicated = await startReplicated();
  try {
    const cluster = await startTrialCluster({ database: replicated.primary, address: replicated.address });
    try {
      expect(await troubleUnderLoad(cluster, SOME, [replicated.failOver('killed'), replicated.failOver('silent')])).toMatchObject(SOUND);
    } finally {
      await cluster.discard();
    }
  } finally {
    await replicated.discard();
  }
});

it.skipIf(whyNoPooler !== undefined)(
  `stays consistent behind PgBouncer in transaction mode${whyNoPooler === undefined ? '' : `: ${whyNoPooler}`}`,
  async () => {
    const database = await startPostgres({ durable: true, below: onDisk() });
    const pooler = await startPooler(database);
    const restartPooler: Trouble = async () => {
      await pooler.restart();
      return performance.now();
    };
    try {
      const cluster = await startTrialCluster({ database, address: pooler.address });
      try {
        expect(await troubleUnderLoad(cluster, SOME, [killProcess, restartPooler, stopInCommit, killDatabase])).toMatchObject(SOUND);
      } finally {
        await cluster.discard();
      }
    } finally {
      await pooler.discard();
      await database.discard();
    }
  },
);

it('counts an event once when several processes get it, and answers each by the common order', async () => {
  const cluster = await startTrialCluster();
  try {
    const figures = await contend(cluster, CONTENDED, SEED);
    expect(figures).toMatchObject({ stored: CONTENDED, ...SOUND });
    expect(figures.repeated).toBeGreaterThan(0);
    expect(figures.contested).toBeGreaterThan(0);
  } finally {
    await cluster.discard();
  }
});

it('shows posted points to everyone, whichever process answers', async () => {
  const cluster = await startTrialCluster();
  try {
    const visitors = new HoppingVisitors(cluster, LOOKING);
    const load = new PointsLoad(cluster, 2, SEED);
    for (let i = 0; i < ROUNDS; i += 1) {
      await visitors.watchNext();
      await expect.poll(() => visitors.upToDate).toBe(LOOKING);
    }
    await load.end();
    await visitors.end();
    expect([...load.faults, ...visitors.faults]).toEqual([]);
    expect(await differencesIn(cluster, load.totals.set(WATCHED, visitors.watched))).toEqual([]);
  } finally {
    await cluster.discard();
  }
});
