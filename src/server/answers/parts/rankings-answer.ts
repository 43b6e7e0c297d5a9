import { asOfAsked, asOfKey, timeOf } from './board-days.ts';

import type { AnswerTo, QueryOf } from '../../../contract/api.ts';
import type { RankChange } from '../../../contract/parts/answer-parts.ts';
import { MAX_NAME_MATCHES, type ApiRankings, type ApiStanding } from '../../../contract/game-answers.ts';
import { DEFAULT_LIMIT } from '../../../contract/game-endpoints.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { PERIOD_KINDS, periodContaining, type PeriodSpan } from '../../../domain/calendar.ts';
import type { AsOf, RankedPlayer, Stretch, Whence } from '../../boards/orders/board-reading.ts';
import type { ReadBoards } from '../../boards/public-boards.ts';
import type { BoardSettings, StoredPlayer } from '../../store/stored-values.ts';
import { Problem, noSuchPlayer } from '../../http/problem.ts';
import { namesAnswer } from './any-player.ts';
import { badCursor, cursorFromText, cursorToText, type RankingCursor } from './ranking-cursor.ts';

/** A resolved question: a period, and a place in it. */
export type RankingsQuestion = Readonly<ReturnType<typeof rankingsQuestion>>;

/** A cache key, equal for questions with equal answers until a board changes. */
export function rankingsKey(boards: ReadBoards, { board, kind, asOf, about, limit, cursor, around, q }: RankingsQuestion): string {
  return JSON.stringify([board, kind, asOfKey(asOf, kind, boards.board(board)), about, limit, cursor, around, q]);
}

/**
 * Resolves a query at `now` (epoch milliseconds).
 * @throws {Problem} not-found for the board; as {@link asOfAsked}; bad-request for a cursor of another question; gone if its period is over.
 */
export function rankingsQuestion(boards: ReadBoards, boardName: string, query: QueryOf<'rankings'>, now: number) {
  const board = boards.board(boardName);
  const cursor = query.cursor === undefined ? undefined : cursorFromText(query.cursor);
  if (cursor !== undefined) {
    if (query.around !== undefined) throw badCursor('must not be combined with "around"');
    if (cursor.board !== boardName) throw badCursor('must come from this board');
    if (query.period !== undefined && query.period !== cursor.kind) throw badCursor('must come from the requested period');
  }
  const kind = query.period ?? cursor?.kind ?? 'daily';
  // Without "at", the cursor decides.
  const carried = query.at.kind === 'now' ? cursor : undefined;
  const asOf = carried === undefined ? asOfAsked(query.at, board, now) : asOfCursor(carried, board, now);
  const { start } = periodContaining(kind, timeOf(asOf), board.calendar);
  const about: RankingCursor['about'] =
    carried?.about ?? (query.at.kind === 'moment' ? query.at.moment : query.at.kind === 'day' ? 'period' : 'now');
  if (cursor !== undefined && cursor.start !== start) {
    if (carried?.about === 'now' && carried.start < start) {
      throw new Problem('gone', 'The period of this cursor is over. Read the first page of the current one, or use "at".', [
        { field: 'cursor', rule: 'must belong to a period that is not over' },
      ]);
    }
    throw badCursor('must come from the requested period');
  }
  const isMoment = (one: RankingCursor['about']) => typeof one === 'number';
  if (cursor !== undefined && cursor.about !== about && (isMoment(cursor.about) || isMoment(about))) {
    throw badCursor('must come from the requested moment');
  }
  const { limit = DEFAULT_LIMIT, around, q } = query;
  return { board: boardName, kind, asOf, about, limit, cursor, around, q };
}

/** The time that a cursor is about; any time for all time. */
function asOfCursor({ about, start }: RankingCursor, board: BoardSettings, now: number): AsOf {
  if (typeof about === 'number') return asOfAsked({ kind: 'moment', moment: about }, board, now);
  return about === 'period' && Number.isFinite(start) ? start : now;
}

/** @throws {Problem} not-found if `around` is not ranked; gone if the cursor's period is closed. */
export async function rankingsAnswer(boards: ReadBoards, question: RankingsQuestion): Promise<ApiRankings> {
  const { board, kind, asOf, limit, cursor, around, q } = question;
  const centre = around === undefined ? undefined : await playerCalled(boards, around, 'around');
  const only = q === undefined ? undefined : await boards.players.matching(q, MAX_NAME_MATCHES);
  const whence: Whence = centre !== undefined ? { around: centre.number } : cursor === undefined ? { after: 0 } : whenceOf(cursor);
  const stretch = await boards.reading.page(boards.board(board), kind, asOf, whence, limit, only);
  if (centre !== undefined && !stretch.standings.some(({ player }) => player.number === centre.number)) {
    throw new Problem(
      'not-found',
      `"${centre.username}" is not ranked here: ${q === undefined ? 'they have no points in this period' : 'they have no points in this period, or the name does not match "q"'}.`,
      [{ field: 'around', rule: 'must be a player who is ranked' }],
    );
  }
  const { standings, offset, total } = stretch;
  const last = standings.at(-1);
  const first = standings[0];
  return {
    board,
    period: periodAnswer(boards, board, stretch.period, stretch.closed),
    standings: standings.map(standingAnswer),
    total,
    next: last !== undefined && offset + standings.length < total ? cursorAt(question, stretch, 'after', last) : null,
    previous: first !== undefined && offset > 0 ? cursorAt(question, stretch, 'before', first) : null,
    ...(only !== undefined && { complete: only.length < MAX_NAME_MATCHES }),
  };
}

export function profileKey(boards: ReadBoards, username: string, query: QueryOf<'player'>, now: number) {
  const board = boards.board(query.board ?? DEFAULT_BOARD);
  const asOf = asOfAsked(query.at, board, now);
  return {
    board: board.name,
    asOf,
    key: JSON.stringify(['player', username, board.name, PERIOD_KINDS.map((kind) => asOfKey(asOf, kind, board))]),
  };
}

/** @throws {Problem} not-found for an unknown player. */
export async function profileAnswer(boards: ReadBoards, username: string, board: string, asOf: AsOf): Promise<AnswerTo<'player'>> {
  const player = await playerCalled(boards, username, 'username');
  const stretches = await Promise.all(
    PERIOD_KINDS.map((kind) => boards.reading.page(boards.board(board), kind, asOf, { around: player.number }, 1)),
  );
  return {
    board,
    player: namesAnswer(player),
    periods: stretches.map(({ period, closed, total, standings: [standing] }) => {
      const span = periodAnswer(boards, board, period, closed);
      if (standing === undefined) return { period: span, total, ranked: false, reason: 'no points in this period' };
      const { rank, points, reachedAt, change } = standingAnswer(standing);
      return { period: span, total, ranked: true, rank, points, reachedAt, change };
    }),
  };
}

async function playerCalled(boards: ReadBoards, username: string, field: string): Promise<StoredPlayer> {
  const player = await boards.players.named(username);
  if (player === undefined) throw noSuchPlayer(username, field);
  return player;
}

function whenceOf({ direction, place }: RankingCursor): Whence {
  const at = 'rank' in place ? place.rank : place.beside;
  return direction === 'after' ? { after: at } : { before: at };
}

function cursorAt(
  question: RankingsQuestion,
  { period, closed }: Stretch,
  direction: 'after' | 'before',
  { rank, points, reachedAt, player }: RankedPlayer,
): string {
  return cursorToText({
    board: question.board,
    kind: question.kind,
    start: period.start,
    about: question.about,
    direction,
    // Ranks at a moment may still change, because late events may precede it.
    place: closed && typeof question.about !== 'number' ? { rank } : { beside: { player: player.number, points, reachedAt } },
  });
}

function standingAnswer({ rank, points, reachedAt, player, earlierRank }: RankedPlayer): ApiStanding {
  return { rank, points, reachedAt: timeText(reachedAt), player: namesAnswer(player), change: changeOf(rank, earlierRank) };
}

/** The move since the previous period; without an earlier rank it is unknown, not zero. */
export function changeOf(rank: number, earlierRank: number | undefined): RankChange {
  if (earlierRank === undefined) return { state: 'none', places: null, earlierRank: null };
  if (rank === earlierRank) return { state: 'same', places: 0, earlierRank };
  return rank < earlierRank
    ? { state: 'up', places: earlierRank - rank, earlierRank }
    : { state: 'down', places: rank - earlierRank, earlierRank };
}

export function periodAnswer(boards: ReadBoards, board: string, period: PeriodSpan, closed: boolean): ApiRankings['period'] {
  const { kind, start, end } = period;
  return { kind, start: timeOrNull(start), end: timeOrNull(end), closed, state: boards.closing.stateOf(board, period, closed) };
}

/** Formats epoch milliseconds; null if undefined. */
export function timeOrNull(at: number | undefined): string | null {
  return at !== undefined && Number.isFinite(at) ? timeText(at) : null;
}
