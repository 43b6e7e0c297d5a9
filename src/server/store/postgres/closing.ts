import type { Archive } from '../points-store.ts';
import { timeToColumn } from '../held/columns.ts';
import { blockOf, TotalsBlock } from '../held/totals-block.ts';
import type { PeriodKey } from '../stored-values.ts';
import { type Commit, type Commits, keepChange } from './commits.ts';
import type { Asking } from './database/connections.ts';
import { type HeldPeriod, latestClosed, periodOf } from './memory/held-boards.ts';
import { finalTotals } from './memory/log.ts';
import { WRITE_BLOCKS } from './totals-writing.ts';
import type { LoggedChange, Memory, PutBack } from './memory/memory.ts';
import { recordStatements } from './records.ts';

/** Blocks written in one statement. */
const BLOCKS_AT_ONCE = 500;

/** What takes the lock of one period, for as long as a transaction goes on. */
const TRY_PERIOD = 'SELECT pg_try_advisory_xact_lock($1, $2) AS "isMine"';

/** Tells these locks from those of other programs in the same database. */
const PERIOD_LOCKS = 1_279_350_098;

/** Whether a period is sealed, and was not opened since a position: then nothing counted in it either. */
const STILL_SEALED = `
  SELECT sealed AND NOT EXISTS (SELECT 1 FROM reopenings WHERE period = $1 AND reopenings.number > $2) AS "isAsAsked"
  FROM periods WHERE number = $1`;

/**
 * Periods that are sealed, closed and opened again. The final ranks of a closing, however many, are one transaction beside
 * the line of commits, which only its end waits for: a process that ends in between leaves nothing.
 */
export function postgresClosing(commits: Commits, memory: Memory, rowsPerCommit: number): Pick<Archive, 'seal' | 'closePeriod' | 'reopen'> {
  /** Periods that this process is closing. */
  const busy = new Set<HeldPeriod>();

  return {
    async seal(key, isFinal = () => true, records?) {
      if (key.kind === 'all-time') throw new RangeError('All time never ends');
      return commits.run(async (commit) => {
        const period = periodOf(memory.board(key.board), key);
        if (period === undefined || period.standings === 0 || period.closed !== undefined) return { result: false };
        if (period.sealed) return { result: true };
        const { start, end } = period;
        if (!isFinal({ kind: key.kind, start, end }, period.reopenedAt)) return { result: false };
        const change: LoggedChange = { kind: 'sealed', period: period.number };
        const kept = await recordStatements(commit, records, undefined);
        return {
          result: true,
          write: () => keepChange(commit, change, [['UPDATE periods SET sealed = true WHERE number = $1', period.number], ...kept]),
          follow: () => commits.changed(commit, change),
        };
      });
    },

    async closePeriod(key, order, { at, unshown }, isStopping = () => false, records?) {
      const period = periodOf(memory.board(key.board), key);
      if (period?.sealed !== true || busy.has(period)) return false;
      const { position } = memory;
      expectWhole(memory, period, order, unshown);
      busy.add(period);
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
        async (commit) => {
          if (isStopping()) return undefined;
          const kept = await recordStatements(commit, records, undefined);
          const change: LoggedChange = { kind: 'closed', period: period.number, at, standings: order.length, unshown };
          const close = 'UPDATE periods SET sealed = false, closed_at = $2, standings = $3, unshown = $4 WHERE number = $1';
          return {
            write: () => keepChange(commit, change, [[close, period.number, at, order.length, unshown], ...kept], period.board.number),
            follow: () => commits.changed(commit, change),
          };
        },
      );
      return closed.finally(() => busy.delete(period));
    },

    async reopen(key, { at, reason }, check, records) {
      const asked = periodOf(memory.board(key.board), key);
      if (asked !== undefined && busy.has(asked)) throw new RangeError(`The ${inWords(key)} is being closed`);
      return commits.run(async (commit) => {
        const board = memory.board(key.board);
        const period = periodOf(board, key);
        if (key.kind === 'all-time' || period === undefined) throw new RangeError(`The ${inWords(key)} has no standings`);
        const wasClosed = period.closed !== undefined;
        if (!wasClosed && !period.sealed) throw new RangeError(`The ${inWords(key)} is open`);
        if (wasClosed && latestClosed(board, key.kind) !== period)
          throw new RangeError(`The ${inWords(key)} is not the latest closed one of its kind`);
        const [lock] = await commit.rows<{ readonly isMine: boolean }>(TRY_PERIOD, [PERIOD_LOCKS, period.number]);
        if (!lock!.isMine) throw new RangeError(`The ${inWords(key)} is being closed`);
        check?.();
        const kept = await recordStatements(commit, records, undefined);
        const change: LoggedChange = { kind: 'reopened', period: period.number, at, closed: wasClosed };
        const putBack = wasClosed ? await finalTotals(commit, period.number) : [];
        await writePutBack(commit, period, putBack);
        return {
          result: undefined,
          write: () =>
            keepChange(
              commit,
              change,
              [
                [
                  `UPDATE periods SET sealed = false, closed_at = NULL, standings = NULL, unshown = NULL,
                     reopened_at = CASE WHEN $3 THEN $2 ELSE reopened_at END WHERE number = $1`,
                  period.number,
                  at,
                  wasClosed,
                ],
                [
                  'INSERT INTO reopenings (number, period, at, reason, closed_at) VALUES ($1, $2, $3, $4, $5)',
                  commit.position + 1,
                  period.number,
                  at,
                  reason,
                  period.closed?.at ?? null,
                ],
                ...kept,
              ],
              board.number,
            ),
          follow: () => commits.changed(commit, change, putBack),
        };
      });
    },
  };
}

/** @throws {RangeError} unless the order has every player of the period once. */
function expectWhole(memory: Memory, period: HeldPeriod, order: readonly number[], unshown: number): void {
  const { standings } = period;
  if (order.length !== standings) throw new RangeError(`The order has ${order.length} players, and the period has ${standings}`);
  if (!Number.isInteger(unshown) || unshown < 0 || unshown > standings)
    throw new RangeError(`Of ${standings} players, ${unshown} cannot be unshown`);
  const seen = new Set<number>();
  for (const player of order) {
    if (seen.has(player) || memory.scoreOf(period, player) === undefined)
      throw new RangeError(`The order names player ${player}, who has no standing or was named before`);
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

/**
 * Writes the blocks of everybody whose total is put back, at once: whoever starts from them later need not know that the
 * period was ever closed. Commits wait meanwhile, some seconds with a million players; it is an operator's act.
 */
async function writePutBack(commit: Commit, { board, number }: HeldPeriod, putBack: readonly PutBack[]): Promise<void> {
  const byBlock = [...Map.groupBy(putBack, ({ player }) => blockOf(player))];
  for (let from = 0; from < byBlock.length; from += BLOCKS_AT_ONCE) {
    const blocks = byBlock.slice(from, from + BLOCKS_AT_ONCE).map(([block, own]) => {
      const copy = board.blocks[block]?.copy() ?? new TotalsBlock(block);
      for (const { player, total } of own) copy.setScore(player, number, total);
      return { block, bytes: Buffer.from(copy.bytes) };
    });
    await commit.rows(WRITE_BLOCKS, [
      board.number,
      commit.position + 1,
      blocks.map(({ block }) => block),
      blocks.map(({ bytes }) => bytes),
    ]);
  }
}

function inWords({ kind, start }: PeriodKey): string {
  return `${kind} period from ${start}`;
}
