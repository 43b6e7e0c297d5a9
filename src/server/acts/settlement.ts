import type { AnswerTo, BodyOf } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import { MOST_DUE } from '../../contract/operation/previews.ts';
import type { ApiSettled } from '../../contract/operation/settlement.ts';
import { ENDING_KINDS, periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { prizeOf } from '../../domain/highlights/prize-groups.ts';
import { namesAnswer } from '../answers/parts/any-player.ts';
import { dayOf, periodOfDay } from '../answers/parts/board-days.ts';
import { periodAnswer } from '../answers/parts/rankings-answer.ts';
import { closeOnce } from '../boards/closing.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { notUnderReview } from '../boards/settling/reviews.ts';
import { keyOf } from '../ranking/period-key.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { type ActParts, refuseUnlessClosing } from './parts/act-parts.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';

/**
 * Ends the review of the period that contains the board's day `date`, and closes it.
 * @throws {Problem} not-found for an unknown board; bad-request for a day skipped in its zone; conflict if it is not under review;
 * unavailable while nothing can be closed.
 */
export function settlingPeriod(parts: ActParts, name: string, { period: kind, date }: BodyOf<'settlePeriod'>): PreviewedAct<ApiSettled> {
  const { boards, log } = parts;
  const board = boards.board(name);
  const period = periodOfDay(kind, date, board.calendar, 'date');
  return {
    imagine: () => imaginedSettling(boards, board, period),
    async carryOut(agreed) {
      await refuseUnlessClosing(parts, 'No period can be closed now.');
      await boards.closing.settle(keyOf(board.name, period), agreed);
      const finalAt = boards.closing.finalTime(board.name, period);
      await closeOnce(boards, log);
      await boards.reviews.begin();
      const { closed } = await boards.reading.places(board, kind, period.start, 0, () => []);
      return {
        board: board.name,
        period: periodAnswer(boards, board.name, period, closed),
        from: dayOf(period.start, board.calendar),
        finalAt: timeText(finalAt),
      };
    },
  };
}

/** No rank changes; the preview covers the winners. */
async function imaginedSettling(boards: LiveBoards, board: BoardSettings, period: PeriodSpan): Promise<Imagined> {
  const review = boards.reviews.of(board.name, period);
  if (review === undefined || boards.closing.stateOf(board.name, period, false) !== 'provisional') throw notUnderReview();
  const { prizes } = review;
  const { total, standings } = await boards.reading.places(board, review.kind, period.start, 0, (_, ranked) =>
    prizes
      .flatMap(({ from, to }) => Array.from({ length: Math.max(0, Math.min(to, ranked) - from + 1) }, (__, i) => from + i))
      .slice(0, MOST_DUE),
  );
  const due = {
    total: prizes.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, total) - from + 1), 0),
    first: standings.map(({ rank, player }) => ({ rank, prize: prizeOf(prizes, rank), player: namesAnswer(player) })),
  };
  const winners = due.first.map(({ rank, prize, player }) => [rank, prize, player.username]);
  return { subject: [`the winners of ${board.name} ${period.kind}`, [period.start, due.total, winners]], changes: [], due };
}

/** A board's review period and provisional periods. @throws {Problem} not-found for an unknown board. */
export function reviewAnswer(boards: LiveBoards, name: string): AnswerTo<'review'> {
  const { calendar } = boards.board(name);
  // Without a review period, a period with prizes is listed until it closes, but is not provisional.
  const provisional = boards.reviews.list(name).filter((review) => boards.closing.stateOf(name, review, false) === 'provisional');
  return {
    board: name,
    reviewMinutes: boards.reviews.reviewMs(name) / MINUTE_MS,
    provisional: provisional
      .toSorted((a, b) => a.finalAt - b.finalAt)
      .map((review) => ({
        period: periodAnswer(boards, name, review, false),
        from: dayOf(review.start, calendar),
        finalAt: timeText(review.finalAt),
        prizes: review.prizes,
      })),
  };
}

/** The part that operators set. */
export function reviewSetting({ board, reviewMinutes }: Pick<AnswerTo<'review'>, 'board' | 'reviewMinutes'>): object {
  return { board, reviewMinutes };
}

/**
 * Sets the review period for reviews that start from now on. `still` is called inside the commit with the current one.
 * @throws {Problem} not-found for an unknown board; as `still`.
 */
export async function setReview(
  boards: LiveBoards,
  name: string,
  { reviewMinutes }: { readonly reviewMinutes: number },
  still: (setting: object) => void = () => {},
): Promise<AnswerTo<'review'>> {
  boards.board(name);
  await boards.reviews.setReviewMs(name, reviewMinutes * MINUTE_MS, (keptMs) =>
    still(reviewSetting({ board: name, reviewMinutes: keptMs / MINUTE_MS })),
  );
  return reviewAnswer(boards, name);
}

/** Periods that are not final at `now`, epoch milliseconds. @throws {Problem} not-found for an unknown board. */
export async function unsettledAnswer(
  boards: LiveBoards,
  catalogue: Pick<CurrentCatalogue, 'prizes'>,
  name: string,
  now: number,
): Promise<AnswerTo<'unsettled'>> {
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
): AnswerTo<'unsettled'>['periods'][number]['waitsFor'] {
  if (now < period.end) return 'end';
  if (reopenedAt === undefined && now < closing.countsUntil(period)) return 'late-points';
  if (reviews.of(board, period) === undefined && imports.isHeld(board, period.end)) return 'import';
  if (now >= finalAt) return 'closing';
  return reopenedAt === undefined ? 'review' : 'correction';
}
