import { MAX_NAME_MATCHES } from '../../contract/game-answers.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { ROWS_PER_PAGE } from '../../contract/leaderboard-source.ts';
import type { LiveRankingsQuestion } from '../../contract/live-source.ts';
import type { LiveBoardView, LiveStanding } from '../../contract/page-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { PeriodKind, PeriodSpan } from '../../domain/calendar.ts';
import { type PrizeGroup, prizeOf } from '../../domain/highlights/prize-groups.ts';
import { standingsOf } from '../../domain/board.ts';
import type { PodiumLane } from '../../domain/podium.ts';
import { boardAnswer, boardNames } from './parts/board-answer.ts';
import { type BoardAsked, dayOf, momentAnswer } from './parts/board-days.ts';
import type { BoardView, PlacedPlayer } from '../boards/orders/board-reading.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { shownPlayer } from './parts/player-place.ts';
import { changeOf, periodAnswer, timeOrNull } from './parts/rankings-answer.ts';

/** A board for a page: page `page` of all players, or of those whose name contains `q`. */
export async function boardViewAnswer(
  boards: ReadBoards,
  { board, kind, asOf }: BoardAsked,
  { q, page }: Pick<LiveRankingsQuestion, 'q' | 'page'>,
  now: number,
): Promise<LiveBoardView> {
  const mark = boards.changes.mark();
  const only = q === '' ? undefined : await boards.players.matching(q, MAX_NAME_MATCHES);
  const view = await boards.reading.view(board, kind, asOf, { page, pageSize: ROWS_PER_PAGE }, only);
  const beside = await boards.store.periodsBeside({ board: board.name, kind, start: view.period.start });
  const prizes = boards.catalogue.prizes(board.name, kind);
  const countsUntil = boards.closing.countsUntil(view.period);
  const isPresent = typeof asOf === 'number' && view.period.end > now;
  const isNews = isPresent && beside.before !== undefined;
  const news = isNews ? await newcomers(boards, view) : new Set<number>();
  const isUnplayed = isPresent && q === '' && view.podium[1].holder.kind === 'awaiting';
  return {
    board: boardAnswer(board),
    boards: boardNames(boards),
    period: periodAnswer(boards, board.name, view.period, view.closed),
    leadsSince: timeOrNull(isPresent ? await boards.leads.since(board, view.period) : undefined),
    countsUntil: timeOrNull(countsUntil),
    finalAt: timeOrNull(view.closed ? countsUntil : await boards.closing.finalTimeOf(board.name, view.period)),
    earlier: beside.before === undefined ? null : dayOf(beside.before, board.calendar),
    // The present is always reachable, even if it is empty.
    later: view.period.end > now ? null : dayOf(Math.min(beside.after ?? now, now), board.calendar),
    moment: momentAnswer(asOf),
    reach: await reachOf(boards, board, view.period, now),
    mark,
    heardUntil: timeOrNull(boards.changes.heardUntil),
    prizes: [...prizes],
    ...placesAnswer(view, prizes, news),
    last: isUnplayed && beside.before !== undefined ? await lastAnswer(boards, board, kind, beside.before, prizes) : null,
    complete: only === undefined || only.length < MAX_NAME_MATCHES,
    challenge: challengeOf(boards, board),
  };
}

function challengeOf({ limits }: ReadBoards, { name }: BoardSettings): number | null {
  const { challenge = false, play } = limits.settings(name);
  return challenge ? (play?.day ?? 0) : null;
}

const NEW = { state: 'new', places: null, earlierRank: null } as const;

/** The numbers of those players of a current period who were never on its board before. */
async function newcomers(boards: ReadBoards, { board, period, podium, rows }: BoardView): Promise<ReadonlySet<number>> {
  const unranked = standingsOf({ podium, rows }).filter(({ earlierRank }) => earlierRank === undefined);
  const numbers = unranked.map(({ player }) => player.number);
  // A different all-time total proves earlier points without a query.
  const totals = await boards.reading.totalsEver(board, period.start, numbers);
  const first = await Promise.all(
    unranked.map(async ({ points, player: { number } }) => {
      if (totals.get(number) !== points) return [];
      const [oldest] = await boards.store.totalsSince(board.name, period.kind, number, -Infinity);
      return oldest !== undefined && oldest.start < period.start ? [] : [number];
    }),
  );
  return new Set(first.flat());
}

/** The podium and rows of a view as pages show them. */
function placesAnswer(
  { podium: [second, first, third], rows }: BoardView,
  prizes: readonly PrizeGroup[],
  news: ReadonlySet<number> = new Set(),
): Pick<LiveBoardView, 'podium' | 'rows'> {
  const standing = (placed: PlacedPlayer) =>
    news.has(placed.player.number) ? { ...standingAnswer(placed, prizes), change: NEW } : standingAnswer(placed, prizes);
  const lane = <Place extends 1 | 2 | 3>({ holder }: PodiumLane<PlacedPlayer>, place: Place) => ({
    place,
    holder: holder.kind === 'taken' ? { kind: 'taken' as const, standing: standing(holder.standing) } : holder,
  });
  return { podium: [lane(second, 2), lane(first, 1), lane(third, 3)], rows: { ...rows, items: rows.items.map(standing) } };
}

/** A past period, by its start, to show while the current one is empty. */
async function lastAnswer(
  boards: ReadBoards,
  board: BoardSettings,
  kind: PeriodKind,
  start: number,
  prizes: readonly PrizeGroup[],
): Promise<LiveBoardView['last']> {
  const view = await boards.reading.view(board, kind, start, { page: 1, pageSize: ROWS_PER_PAGE });
  const { podium, rows } = placesAnswer(view, prizes);
  // Only the first page: the rest is on the period's own page.
  return {
    day: dayOf(start, board.calendar),
    period: periodAnswer(boards, board.name, view.period, view.closed),
    podium,
    rows: { ...rows, pages: 1 },
  };
}

/** The replayable part of a period: from its start or the board's first day, to its end or the current minute. */
async function reachOf(boards: ReadBoards, board: BoardSettings, { start, end }: PeriodSpan, now: number): Promise<LiveBoardView['reach']> {
  const firstDay = await boards.store.firstPeriod(board.name, 'daily');
  if (firstDay === undefined) return null;
  const from = Math.max(start, firstDay);
  const until = Math.min(end, Math.floor(now / MINUTE_MS) * MINUTE_MS);
  return from >= until ? null : { from: timeText(from), until: timeText(until) };
}

export function standingAnswer({ rank, points, tie, player, earlierRank }: PlacedPlayer, prizes: readonly PrizeGroup[]): LiveStanding {
  return {
    rank,
    points,
    prize: prizeOf(prizes, rank),
    tie,
    player: shownPlayer(player),
    change: changeOf(rank, earlierRank),
  };
}
