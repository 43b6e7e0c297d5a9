import type { ApiOverview } from '../../../contract/running-server.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { ENDING_KINDS, type EndingKind, periodContaining } from '../../../domain/calendar.ts';
import { dayOf } from '../../answers/parts/board-days.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';

/** So many are told. */
const MOST_CLOSINGS = 10;

type ApiClosing = ApiOverview['closings'][number];

/** A period of a board that is not closed. Times are epoch milliseconds. */
interface OpenPeriod {
  readonly board: string;
  readonly kind: EndingKind;
  readonly start: number;
  readonly end: number;
  readonly finalAt: number;
  readonly hasPrizes: boolean;
}

/**
 * The periods that end next over all listed boards, by `now` in epoch milliseconds, and before them those that have ended and are
 * not closed yet. Those whose results are provisional are told as reviews.
 */
export async function nextClosings(boards: LiveBoards, now: number): Promise<readonly ApiClosing[]> {
  const { catalogue, closing, store } = boards;
  const ended = (await store.endedPeriods(now)).flatMap((period): readonly OpenPeriod[] => {
    const { board, kind, start, end, reopenedAt } = period;
    if (kind === 'all-time' || closing.stateOf(board, period, false) === 'provisional') return [];
    const finalAt = closing.finalTime(board, period, reopenedAt);
    return [{ board, kind, start, end, finalAt, hasPrizes: catalogue.prizes(board, kind).length > 0 }];
  });
  const going = boards.listed().flatMap(({ name, calendar }) =>
    ENDING_KINDS.map((kind): OpenPeriod => {
      const span = periodContaining(kind, now, calendar);
      const { start, end } = span;
      return { board: name, kind, start, end, finalAt: closing.finalTime(name, span), hasPrizes: catalogue.prizes(name, kind).length > 0 };
    }),
  );
  const next = [...ended, ...going].toSorted((a, b) => a.end - b.end || ENDING_KINDS.indexOf(a.kind) - ENDING_KINDS.indexOf(b.kind));
  return next.slice(0, MOST_CLOSINGS).map((period) => closingAnswer(boards, period));
}

/** Periods whose results are provisional, in the order in which they become final. */
export function provisionalPeriods(boards: LiveBoards): readonly ApiClosing[] {
  return boards.reviews
    .list()
    .filter((review) => boards.closing.stateOf(review.board, review, false) === 'provisional')
    .toSorted((a, b) => a.finalAt - b.finalAt)
    .map(({ board, kind, start, end, finalAt, prizes }) =>
      closingAnswer(boards, { board, kind, start, end, finalAt, hasPrizes: prizes.length > 0 }),
    );
}

function closingAnswer(boards: LiveBoards, { board, kind, start, end, finalAt, hasPrizes }: OpenPeriod): ApiClosing {
  const { title, calendar } = boards.board(board);
  return { board, title, kind, from: dayOf(start, calendar), endsAt: timeText(end), finalAt: timeText(finalAt), hasPrizes };
}
