import type { Archive } from '../points-store.ts';
import { timeToColumn } from '../held/columns.ts';
import type { Decision } from '../rules/entry.ts';
import { isClosable, inWords, misplaced, periodsIn } from '../rules/periods.ts';
import type { Commits } from './commits.ts';
import type { Asking } from './database/connections.ts';
import { PERIOD_LOCKS, type PostgresLog, TRY_PERIOD } from './log.ts';
import { type HeldPeriod, periodOf } from '../held/boards.ts';
import type { Memory } from './memory/memory.ts';

/** Whether a period is sealed, and was not opened since a position: then nothing counted in it either. */
const STILL_SEALED = `
  SELECT sealed AND NOT EXISTS (SELECT 1 FROM reopenings WHERE period = $1 AND reopenings.number > $2) AS "isAsAsked"
  FROM periods WHERE number = $1`;

/**
 * Periods that are sealed, closed and reopened. The final ranks of a closing, however many, are one transaction beside
 * the line of commits, which only its end waits for: a process that ends in between leaves nothing.
 */
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
      expectEach(memory, period, order);
      busy.add(period.number);
      const closed = commits.beside(
        async (asking) => {
          const [lock] = await asking.rows<{ readonly isMine: boolean }>(TRY_PERIOD, [PERIOD_LOCKS, period.number]);
          if (!lock!.isMine) return false;
          const [kept] = await asking.rows<{ readonly isAsAsked: boolean }>(STILL_SEALED, [period.number, position]);
          // Somebody else was quicker.
          if (!kept!.isAsAsked) return false;
          // What was kept of an earlier closing.
          await asking.rows('DELETE FROM final_standings WHERE period = $1', [period.number]);
          for (let from = 0; from < order.length; from += rowsPerCommit) {
            if (isStopping()) return false;
            await addFinals(asking, memory, period, order.slice(from, from + rowsPerCommit), from);
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

/** @throws {RangeError} unless the order, which has as many players as the period, has each of them once. */
function expectEach(memory: Memory, period: HeldPeriod, order: readonly number[]): void {
  const seen = new Set<number>();
  for (const player of order) {
    if (seen.has(player) || memory.scoreOf(period, player) === undefined) throw misplaced(player);
    seen.add(player);
  }
}

async function addFinals(asking: Asking, memory: Memory, period: HeldPeriod, players: readonly number[], before: number): Promise<void> {
  const totals = players.map((player) => memory.scoreOf(period, player)!);
  await asking.rows(
    `INSERT INTO final_standings (period, rank, player, points, reached_at, moved_at)
     SELECT $1, $2 + place, player, points, reached_at, moved_at
     FROM unnest($3::integer[], $4::bigint[], $5::bigint[], $6::bigint[]) WITH ORDINALITY
       AS new (player, points, reached_at, moved_at, place)`,
    [
      period.number,
      before,
      players,
      totals.map(({ points }) => points),
      totals.map(({ reachedAt }) => reachedAt),
      totals.map(({ movedAt }) => timeToColumn(movedAt)),
    ],
  );
}
