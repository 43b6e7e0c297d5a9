import { timeText } from '../../contract/moment-text.ts';
import type { ApiUnsettled } from '../../contract/operation/settlement-answers.ts';
import { ENDING_KINDS, periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import { dayOf } from '../answers/board-days.ts';
import { periodAnswer } from '../answers/rankings-answer.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import type { LiveBoards } from '../boards/live-boards.ts';

type Awaited = ApiUnsettled['periods'][number]['waitsFor'];

/**
 * The periods of a board that are not final at `now`, epoch milliseconds, and what each waits for.
 * @throws {Problem} not-found for an unknown board.
 */
export async function unsettledAnswer(
  boards: LiveBoards,
  catalogue: Pick<CurrentCatalogue, 'prizes'>,
  name: string,
  now: number,
): Promise<ApiUnsettled> {
  const { calendar } = boards.board(name);
  const ended = (await boards.store.endedPeriods(now)).filter(({ board }) => board === name);
  const periods = ENDING_KINDS.flatMap((kind) => {
    const over = ended.filter((period) => period.kind === kind).toSorted((a, b) => a.start - b.start);
    return over.concat({ ...periodContaining(kind, now, calendar), board: name, kind, reopenedAt: undefined });
  });
  return {
    board: name,
    periods: periods.map(({ kind, start, end, reopenedAt }) => {
      const period = { kind, start, end } as const;
      const finalAt = boards.closing.finalTime(name, period, reopenedAt);
      return {
        period: periodAnswer(boards, name, period, false),
        from: dayOf(start, calendar),
        waitsFor: awaited(boards, name, period, { now, finalAt, reopenedAt }),
        finalAt: timeText(finalAt),
        prizes: [...(boards.reviews.of(name, period)?.prizes ?? (reopenedAt === undefined ? catalogue.prizes(name, kind) : []))],
      };
    }),
  };
}

function awaited(
  { closing, imports, reviews }: LiveBoards,
  board: string,
  period: PeriodSpan,
  { now, finalAt, reopenedAt }: { readonly now: number; readonly finalAt: number; readonly reopenedAt: number | undefined },
): Awaited {
  if (now < period.end) return 'end';
  if (reopenedAt === undefined && now < closing.countsUntil(period)) return 'late-points';
  if (reviews.of(board, period) === undefined && imports.isHeld(board, period.end)) return 'import';
  if (now >= finalAt) return 'closing';
  return reopenedAt === undefined ? 'review' : 'correction';
}
