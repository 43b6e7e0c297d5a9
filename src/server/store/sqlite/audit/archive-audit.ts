import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { periodContaining } from '../../../../domain/calendar.ts';
import { compareKeys } from '../../../../domain/ordering.ts';
import type { BoardSettings } from '../../stored-values.ts';
import { closedChecksum } from '../rows/checksum.ts';
import { type PeriodRow, timeFromColumn, timeToColumn } from '../../held/columns.ts';
import { preparing } from '../rows/query.ts';
import type { Differences } from './differences.ts';
import { periodInWords } from './words.ts';

/** As stored; `unfinished` if it may have final ranks though it is open: they are being written, or are to be taken away. */
type AuditedRow = PeriodRow & { readonly unfinished: 0 | 1 };
type FinalRow = readonly [rank: number, player: number, points: number, reachedAt: number];

/**
 * Of each period its bounds by the calendar and how many stand in it (`standingsByPeriod`, from the ledger); of a closed
 * one its ranks without gaps, those shown in order by `domain`'s rule and the others behind them, and its checksum.
 */
export async function auditArchive(
  snapshot: DatabaseSync,
  board: number,
  settings: BoardSettings,
  standingsByPeriod: ReadonlyMap<number, number>,
  differences: Differences,
): Promise<void> {
  const periods = preparing(snapshot)<AuditedRow, [board: number]>(
    `SELECT *, EXISTS (SELECT 1 FROM closings WHERE period = number) OR EXISTS (SELECT 1 FROM reopenings WHERE period = periods.number) AS unfinished
     FROM periods WHERE board = ? ORDER BY number`,
  );
  const finalsOf = preparing(
    snapshot,
    'arrays',
  )<FinalRow, [period: number]>('SELECT rank, player, points, reached_at FROM final_standings WHERE period = ? ORDER BY rank');
  const inOrder = ([, player, points, reachedAt]: FinalRow, [, otherPlayer, otherPoints, otherReachedAt]: FinalRow) => {
    const sign = settings.direction === 'high' ? 1 : -1;
    return compareKeys(sign * points, reachedAt, player, sign * otherPoints, otherReachedAt, otherPlayer) < 0;
  };

  for (const row of periods.all(board)) {
    const start = timeFromColumn(row.start);
    const name = periodInWords(settings.name, row.kind, start);
    if (!hasBounds(row, settings)) differences.add(`${name}: not a period of the calendar`);
    const standings = standingsByPeriod.get(row.number) ?? 0;
    if (row.standings !== standings) differences.add(`${name}: ${row.standings} players counted, ${standings} in the ledger`);
    if (row.closed_at === null && row.unfinished === 1) continue;

    const finals = finalsOf.all(row.number);
    const expected = row.closed_at === null ? 0 : standings;
    if (finals.length !== expected || finals.some(([rank], i) => rank !== i + 1))
      differences.add(`${name}: ${finals.length} final ranks up to ${finals.at(-1)?.[0] ?? 0}, expected ${expected}`);
    await nextTurn();
    if (row.closed_at === null) continue;
    const unshown = row.unshown ?? 0;
    const firstUnshown = finals.length - unshown;
    for (const [i, final] of finals.entries()) {
      if (i > 0 && i !== firstUnshown && !inOrder(finals[i - 1]!, final)) differences.add(`${name}: rank ${final[0]} is not in order`);
    }
    const order = finals.map(([, player]) => player);
    if (row.checksum !== closedChecksum(row, row.closed_at, unshown, order))
      differences.add(`${name}: was changed by hand after it had closed`);
  }
}

function hasBounds({ kind, start, end }: PeriodRow, { calendar }: BoardSettings): boolean {
  const span = periodContaining(kind, kind === 'all-time' ? 0 : start, calendar);
  return timeToColumn(span.start) === start && timeToColumn(span.end) === end;
}
