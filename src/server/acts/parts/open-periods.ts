import { PERIOD_KINDS, periodContaining, type PeriodSpan } from '../../../domain/calendar.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import type { BoardSettings } from '../../store/stored-values.ts';

/** A period that is not closed, and when it was opened again, in epoch milliseconds, if it was. */
interface OpenPeriod {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
  readonly reopenedAt: number | undefined;
}

/** Every period that has standings and is not closed, of each board: the boards by name, the longest periods last. */
export async function openPeriods(boards: LiveBoards): Promise<readonly OpenPeriod[]> {
  const open = await boards.store.endedPeriods(Infinity);
  return boards
    .boards()
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((board) => {
      const ending = open
        .filter((period) => period.board === board.name && period.kind !== 'all-time')
        .map(({ kind, start, end, reopenedAt }): OpenPeriod => ({ board, period: { kind, start, end }, reopenedAt }))
        .toSorted(({ period: a }, { period: b }) => PERIOD_KINDS.indexOf(a.kind) - PERIOD_KINDS.indexOf(b.kind) || a.start - b.start);
      return ending.concat({ board, period: periodContaining('all-time', 0, board.calendar), reopenedAt: undefined });
    });
}
