import { randomBytes } from 'node:crypto';

import type { Heard, SharedCounts, Told } from '../../shared-counts.ts';
import { type Queryable, SOON_MS } from '../database/connections.ts';

/** How often a process reports that it is alive, in milliseconds. */
const BEAT_MS = 2000;

/** Seconds of silence after which a process is no longer counted. */
const GONE_S = 10;

/** How long windows are kept after their end, in milliseconds. */
const KEPT_MS = 60_000;

const BEAT = `
  WITH mine AS (INSERT INTO processes (id, seen_at, said) VALUES ($1, now(), $2)
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, said = excluded.said),
    gone AS (DELETE FROM processes WHERE seen_at < now() - interval '${GONE_S} s' AND id <> $1)
  SELECT count(*) AS others FROM processes WHERE seen_at >= now() - interval '${GONE_S} s' AND id <> $1`;

const EVERYBODY = `
  SELECT id, said, greatest(0, floor(extract(epoch FROM clock_timestamp() - seen_at) * 1000))::bigint
  FROM processes WHERE seen_at >= now() - interval '${GONE_S} s' ORDER BY id`;

const NOW_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

// Sorted, so that two processes cannot deadlock; deletions skip locked rows.
const ADD = `
  INSERT INTO windows AS w (policy, caller, opened_at, ends_at, taken)
  SELECT policy, caller, t.now, t.now + max(seconds) * 1000, sum(taken)
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS told (policy, caller, seconds, taken), (SELECT ${NOW_MS} AS now) t
  GROUP BY policy, caller, t.now ORDER BY policy, caller
  ON CONFLICT (policy, caller) DO UPDATE SET
    taken = excluded.taken + CASE WHEN w.ends_at > excluded.opened_at THEN w.taken ELSE 0 END,
    opened_at = CASE WHEN w.ends_at > excluded.opened_at THEN w.opened_at ELSE excluded.opened_at END,
    ends_at = CASE WHEN w.ends_at > excluded.opened_at THEN w.ends_at ELSE excluded.ends_at END
  RETURNING policy, caller, taken, opened_at, greatest(1, ends_at - ${NOW_MS})`;

const CLEAR = `
  DELETE FROM windows WHERE (policy, caller) IN (
    SELECT policy, caller FROM windows WHERE ends_at < ${NOW_MS} - ${KEPT_MS} LIMIT 10000 FOR UPDATE SKIP LOCKED)`;

type WindowColumns = readonly [policy: string, caller: string, taken: number, openedAt: number, leftMs: number];

export interface PostgresCounts extends SharedCounts {
  /** Unregisters this process. */
  close(): Promise<void>;
}

/** Shared counts in unlogged tables. `say`: this process's current status for the others. Rejects if the database is unreachable. */
export async function postgresCounts(db: Queryable, say: () => string): Promise<PostgresCounts> {
  const id = randomBytes(8).toString('hex');
  let others = 0;
  let beats = 0;
  let next: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function beat(): Promise<void> {
    const [found] = await db.rows<{ readonly others: number }>(BEAT, [id, say()], SOON_MS);
    others = found!.others;
    beats += 1;
    if (beats % 30 === 0) await db.rows(CLEAR, [], SOON_MS);
  }

  function beatLater(): void {
    if (isClosed) return;
    next = setTimeout(() => {
      // Keep the last known number until the database responds.
      beat()
        .catch(() => undefined)
        .finally(beatLater);
    }, BEAT_MS).unref();
  }

  await beat();
  beatLater();
  return {
    processes: () => others + 1,

    async everybody() {
      const rows = await db.columns<readonly [id: string, said: string, silentMs: number]>(EVERYBODY);
      return rows.map(([each, said, silentMs]) => ({ id: each, isThis: each === id, said, silentMs }));
    },

    async add(told: readonly Told[]): Promise<readonly Heard[]> {
      const columns = [
        told.map(({ policy }) => policy),
        told.map(({ caller }) => caller),
        told.map(({ seconds }) => seconds),
        told.map(({ taken }) => taken),
      ];
      const rows = await db.columns<WindowColumns>(ADD, columns);
      const heard = new Map(rows.map(([policy, caller, taken, window, leftMs]) => [`${policy} ${caller}`, { taken, window, leftMs }]));
      return told.map(({ policy, caller }) => heard.get(`${policy} ${caller}`)!);
    },

    async close() {
      isClosed = true;
      clearTimeout(next);
      // If the database is unreachable, the silence will remove this process.
      await db.rows('DELETE FROM processes WHERE id = $1', [id], SOON_MS).catch(() => undefined);
    },
  };
}
