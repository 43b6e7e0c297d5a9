import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import type { LiveProcess } from '../../scripts/tools/cluster/live-process.ts';
import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import { Caller } from './caller.ts';
import type { Trouble } from './trouble.ts';

/** How long a process stalls, in milliseconds: longer than the database waits for an unresponsive one. */
const STILL_MS = 4000;

/** How long to look for a process in the middle of a commit before trying another, in milliseconds. */
const FOUND_WITHIN_MS = 2000;

/** A process that accepts no points within this time has stopped for good, in milliseconds. */
const NEVER_MS = 60_000;

/** The board on which the other processes prove that they continue. */
const BESIDE = 'beside';

interface Still {
  /** `before`: the process stalls while waiting for the commit lock, which it then gets; `with`: while holding it. */
  readonly lock: 'before' | 'with';
  /** In milliseconds. */
  readonly stillMs: number;
  /** Called with how long each of the other processes took to accept points during the stall, in milliseconds. */
  readonly wentOn?: (afterMs: number) => void;
}

/** Stops a process (SIGSTOP) in the middle of a commit, and continues it when the others have long moved on. */
export function standStill({ lock, stillMs, wentOn = () => undefined }: Still): Trouble {
  return async (cluster, chance) => {
    const admin = new pg.Client({ connectionString: cluster.database.adminUrl });
    await admin.connect();
    try {
      for (;;) {
        const victim = cluster.processes[Math.floor(chance() * cluster.processes.length)]!;
        if (lock === 'before') await admin.query('BEGIN; SELECT position FROM laurels FOR UPDATE');
        else {
          await takesPoints(victim, cluster.key);
          // A commit of many events holds the lock for a while.
          void new Caller(cluster.key).ask(pointsOf(victim), { events: someEvents() });
          await wait(chance() * 50);
        }
        try {
          // Waits until every process is waiting with its commit.
          if (lock === 'before') while ((await waitingIn(admin)) < cluster.processes.length) await wait(5);
          process.kill(victim.pid, 'SIGSTOP');
          const began = performance.now();
          if (lock === 'before') await admin.query('COMMIT');
          if (!(await hasSomebodyStopped(admin, lock === 'before' ? FOUND_WITHIN_MS : 0))) continue;
          const others = cluster.processes.filter((each) => each !== victim);
          await Promise.all(others.map(async (each) => wentOn((await takesPoints(each, cluster.key)) - began)));
          await wait(stillMs - (performance.now() - began));
        } finally {
          process.kill(victim.pid, 'SIGCONT');
        }
        return performance.now();
      }
    } finally {
      await admin.end();
    }
  };
}

/** Stops a process that holds the commit lock for some seconds. */
export const stopInCommit: Trouble = standStill({ lock: 'with', stillMs: STILL_MS });

/** The number of commits waiting for the lock. */
async function waitingIn(admin: pg.Client): Promise<number> {
  // In a transaction the server repeats its answer, unless the snapshot is cleared.
  await admin.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await admin.query(
    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND (query LIKE '%laurels FOR UPDATE' OR query LIKE '%UPDATE laurels SET%')",
  );
  return rows.length;
}

/** Whether a stopped process holds the lock: the same transaction is still open after a while. */
async function hasSomebodyStopped(admin: pg.Client, withinMs: number): Promise<boolean> {
  for (const limit = performance.now() + withinMs; ;) {
    const [before, after] = [await transactionsOf(admin), (await wait(20), await transactionsOf(admin))];
    if (before.some((each) => after.includes(each))) return true;
    if (performance.now() >= limit) return false;
  }
}

/** Open transactions with an id (they have locked or written something) that wait for their client. */
async function transactionsOf(admin: pg.Client): Promise<readonly string[]> {
  const { rows } = await admin.query<{ readonly id: string }>(
    "SELECT backend_xid::text AS id FROM pg_stat_activity WHERE state = 'idle in transaction' AND backend_xid IS NOT NULL",
  );
  return rows.map(({ id }) => id);
}

/** Resolves to the time when a process accepted points. */
async function takesPoints(process: LiveProcess, key: string): Promise<number> {
  const { url } = process;
  const caller = new Caller(key);
  const id = `${url} ${performance.now()}`;
  for (const limit = performance.now() + NEVER_MS; performance.now() < limit; await wait(20)) {
    await caller.ask(url + targetOf(ENDPOINTS.makeBoard, {}), { name: BESIDE, title: 'Beside' });
    const answer = await caller.ask(pointsOf(process), { id, username: 'somebody', points: 1 });
    if (answer?.status === 201 || answer?.status === 200) return performance.now();
  }
  throw new Error(`${url} takes no points for ${NEVER_MS / 1000} seconds while another process stands still`);
}

function pointsOf({ url }: LiveProcess): string {
  return url + targetOf(ENDPOINTS.submitPoints, { query: { board: BESIDE } });
}

function someEvents() {
  const batch = performance.now();
  return Array.from({ length: 1000 }, (_, i) => ({ id: `${batch} ${i}`, username: `somebody ${i}`, points: 1 }));
}
