import { timeText } from '../../contract/moment-text.ts';
import type { ApiReview } from '../../contract/operation/settlement-answers.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { dayOf } from '../answers/board-days.ts';
import { periodAnswer } from '../answers/rankings-answer.ts';
import type { LiveBoards } from '../boards/live-boards.ts';

/**
 * How long periods of a board are under review, and which are.
 * @throws {Problem} not-found for an unknown board.
 */
export function reviewAnswer(boards: LiveBoards, name: string): ApiReview {
  const { calendar } = boards.board(name);
  // One with prizes and without a time of review is listed until it is closed, and is not provisional.
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

/** What of it an operator sets. */
export function reviewSetting({ board, reviewMinutes }: Pick<ApiReview, 'board' | 'reviewMinutes'>): object {
  return { board, reviewMinutes };
}

/**
 * Sets how long periods of a board are under review whose review begins from now on. `still` is called inside the commit with what
 * is set.
 * @throws {Problem} not-found for an unknown board. As `still`.
 */
export async function setReview(
  boards: LiveBoards,
  name: string,
  { reviewMinutes }: { readonly reviewMinutes: number },
  still: (setting: object) => void = () => {},
): Promise<ApiReview> {
  boards.board(name);
  await boards.reviews.setReviewMs(name, reviewMinutes * MINUTE_MS, (keptMs) =>
    still(reviewSetting({ board: name, reviewMinutes: keptMs / MINUTE_MS })),
  );
  return reviewAnswer(boards, name);
}
