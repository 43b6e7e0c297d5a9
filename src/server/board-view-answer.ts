import { MAX_NAME_MATCHES } from '../contract/api.ts';
import { ROWS_PER_PAGE } from '../contract/leaderboard-source.ts';
import { dayOrNone, DEFAULT_BOARD, type LiveRankingsQuestion } from '../contract/live-source.ts';
import type { LiveBoardView, LiveStanding } from '../contract/page-answers.ts';
import { periodContaining } from '../domain/calendar.ts';
import type { PodiumLane } from '../domain/podium.ts';
import { boardAnswer } from './board-answer.ts';
import { dayOf, momentOf } from './board-moment.ts';
import type { CurrentCatalogue } from './current-catalogue.ts';
import type { LiveBoards, PlacedPlayer } from './live-boards.ts';
import type { BoardSettings } from './points-store.ts';
import { shownAvatar } from './shown-avatar.ts';
import { changeOf, periodAnswer } from './rankings-answer.ts';

/** A question about a board whose every word is settled at a moment. */
export interface BoardViewQuestion {
  readonly board: BoardSettings;
  readonly question: LiveRankingsQuestion;
  /** A moment within the period, epoch milliseconds. */
  readonly moment: number;
  /** Equal for two questions that have the same answer as long as no board and no catalogue changes. */
  readonly key: string;
}

/**
 * Settles what a page asks about a board at `now` (epoch milliseconds). A day that the calendar has not, or
 * that is still to come, counts as none given: a mangled link still opens a board.
 * @throws {Problem} not-found for an unknown board.
 */
export function boardViewQuestion(boards: LiveBoards, question: LiveRankingsQuestion, now: number): BoardViewQuestion {
  const board = boards.board(question.board === '' ? DEFAULT_BOARD : question.board);
  const moment = momentAsked(question.at, board, now);
  const { start } = periodContaining(question.period, moment, board.calendar);
  const today = periodContaining('daily', now, board.calendar).start;
  return { board, question, moment, key: JSON.stringify(['view', board.name, question.period, start, today, question.q, question.page]) };
}

/** A moment of the day that an address names, now where the calendar has no such day or it is still to come. */
export function momentAsked(at: string, { calendar }: BoardSettings, now: number): number {
  const day = dayOrNone(at);
  if (day === '') return now;
  try {
    return Math.min(momentOf(day, calendar), now);
  } catch {
    return now;
  }
}

/** What a page shows of a board. */
export async function boardViewAnswer(
  boards: LiveBoards,
  catalogue: CurrentCatalogue,
  { board, question: { period: kind, q, page }, moment }: BoardViewQuestion,
  now: number,
): Promise<LiveBoardView> {
  const mark = boards.mark();
  const only = q === '' ? undefined : await boards.playersMatching(q, MAX_NAME_MATCHES);
  const view = await boards.view(board.name, kind, moment, { page, pageSize: ROWS_PER_PAGE }, only);
  const beside = await boards.periodsBeside(board.name, view.period);
  const prizeOf = catalogue.prizes(board.name, kind);
  const standing = (placed: PlacedPlayer) => standingAnswer(placed, prizeOf);
  const lane = <Place extends 1 | 2 | 3>({ holder }: PodiumLane<PlacedPlayer>, place: Place) => ({
    place,
    holder: holder.kind === 'taken' ? { kind: 'taken' as const, standing: standing(holder.standing) } : holder,
  });
  return {
    board: boardAnswer(board),
    boards: boards.boards().map(({ name, title }) => ({ name, title })),
    period: periodAnswer(view.period, view.closed),
    earlier: beside.before === undefined ? null : dayOf(beside.before, board.calendar),
    // From the past the way leads on to the present, whether or not anybody has points there.
    later: view.period.end > now ? null : dayOf(Math.min(beside.after ?? now, now), board.calendar),
    mark,
    podium: [lane(view.podium[0], 2), lane(view.podium[1], 1), lane(view.podium[2], 3)],
    rows: { ...view.rows, items: view.rows.items.map(standing) },
    complete: only === undefined || only.length < MAX_NAME_MATCHES,
  };
}

/** A row as pages show it. */
export function standingAnswer({ rank, points, tie, player, earlierRank }: PlacedPlayer, prizeOf: (rank: number) => string): LiveStanding {
  return {
    rank,
    points,
    prize: prizeOf(rank),
    tie,
    player: { id: player.username, username: player.displayName, avatar: shownAvatar(player) },
    change: changeOf(rank, earlierRank),
  };
}
