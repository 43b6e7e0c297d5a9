import type { Archive } from '../points-store.ts';
import type { Decision } from '../rules/entry.ts';
import { type FinalColumns, finalRanks, inWords, isClosable, periodsIn } from '../rules/periods.ts';
import type { Commits } from './commits.ts';
import type { Queryable } from './database/connections.ts';
import { PERIOD_LOCKS, type PostgresLog, TRY_PERIOD } from './log.ts';
import { periodOf } from '../held/boards.ts';
import type { Memory } from './following.ts';

/** Whether a period is sealed and has not been reopened since a position, which means that no event has counted in it either. */
const STILL_SEALED = `
  SELECT sealed AND NOT EXISTS (SELECT 1 FROM reopenings WHERE period = $1 AND reopenings.number > $2) AS "isUnchanged"
  FROM periods WHERE number = $1`;

/** Seals, closes and reopens periods. Final ranks are written in one transaction, which takes the commit lock only at its end. */
export function postgresClosing(
  log: PostgresLog,
  commits: Commits,
  memory: Memory,
  rowsPerCommit: number,
): Pick<Archive, 'seal' | 'closePeriod' | 'reopen'> {
  /** Periods that this process is closing, by number. */
  const busy = new Set<number>();
  const { seal, reopen } = periodsIn(log);

  return {
    seal,

    async closePeriod(key, order, { at, unshown }, isStopping = () => false, records?) {
      const { position } = memory;
      const period = periodOf(memory.board(key.board), key);
      if (period === undefined || busy.has(period.number) || !isClosable(period, order, unshown)) return false;
      busy.add(period.number);
      const seen = new Set<number>();
      const closed = commits.beside(
        async (db) => {
          const [lock] = await db.rows<{ readonly isMine: boolean }>(TRY_PERIOD, [PERIOD_LOCKS, period.number]);
          if (!lock!.isMine) return false;
          const [kept] = await db.rows<{ readonly isUnchanged: boolean }>(STILL_SEALED, [period.number, position]);
          // Another process acted first.
          if (!kept!.isUnchanged) return false;
          // Left over from an earlier closing.
          await db.rows('DELETE FROM final_standings WHERE period = $1', [period.number]);
          for (let from = 0; from < order.length; from += rowsPerCommit) {
            if (isStopping()) return false;
            await addFinals(db, period.number, finalRanks(memory, period, order.slice(from, from + rowsPerCommit), from, seen));
          }
          return true;
        },
        (commit) => {
          const decision: Decision<boolean> = isStopping()
            ? { result: false }
            : { result: true, entries: [{ kind: 'closed', period, at, order, unshown }], records };
          return log.written(commit, decision);
        },
      );
      return closed.finally(() => busy.delete(period.number));
    },

    async reopen(key, ...others) {
      const period = periodOf(memory.board(key.board), key);
      if (period !== undefined && busy.has(period.number)) throw new RangeError(`The ${inWords(key)} is being closed`);
      return reopen(key, ...others);
    },
  };
}

async function addFinals(db: Queryable, period: number, ranks: readonly FinalColumns[]): Promise<void> {
  const column = (place: keyof FinalColumns & number) => ranks.map((row) => row[place]);
  await db.rows(
    `INSERT INTO final_standings (period, rank, player, points, reached_at, moved_at)
     SELECT $1, rank, player, points, reached_at, moved_at
     FROM unnest($2::integer[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[]) AS new (rank, player, points, reached_at, moved_at)`,
    [period, column(0), column(1), column(2), column(3), column(4)],
  );
}
