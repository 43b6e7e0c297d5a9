import type { PlayerHistory, PlayerPage } from '../../contract/player-answers.ts';
import { PLAYER_BOARDS } from '../../contract/page-endpoints.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { byPlace } from '../../domain/best-first.ts';
import { finishedKind, PERIOD_KINDS, periodContaining, type EndingKind, previousPeriod } from '../../domain/calendar.ts';
import { fitsYears, presentRun, seasonsOf } from '../../domain/history/seasons.ts';
import { pageOf } from '../../domain/page.ts';
import { ADDS_UP } from '../../domain/scoring.ts';
import { boardAnswer, boardNames } from './parts/board-answer.ts';
import { dayOf } from './parts/board-days.ts';
import { standingAnswer } from './board-view-answer.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import { placeAnswer, type PlayerAsked, playerCalled, type PlayerPageAsked, whereAsked, whoAnswer } from './parts/player-place.ts';
import type { BoardSettings, FinalPlace, StoredPlayer } from '../store/stored-values.ts';
import { periodAnswer, timeOrNull } from './parts/rankings-answer.ts';

/** How many neighbours are shown on each side, except near the ends of a board. */
const REACH = 2;

/** For how many days points are listed, including today. */
const DAYS = 91;

/**
 * A player's places on a page of their boards at `now` (epoch milliseconds), and their history on one of them.
 * @throws {Problem} not-found for an unknown name.
 */
export async function playerPageAnswer(boards: ReadBoards, question: PlayerPageAsked, page: number, now: number): Promise<PlayerPage> {
  return boards.commits.atOneInstant(async () => {
    const mark = boards.changes.mark();
    const { player, removed } = await playerCalled(boards, question.username);
    const { number } = player;
    const asked = await whereAsked(boards, question, number, now);
    const listed = boards.boards().filter(({ name, state }) => state === 'listed' || name === asked.board.name);
    // A removed player has only the reason.
    const days = await Promise.all(listed.map(async (board) => (removed === undefined ? playedDays(boards, board, number) : undefined)));
    const played = days.flatMap((days) => days ?? []).toSorted();
    const placed = await Promise.all(
      listed.map(async (board, i) => ({
        board,
        isPlayed: days[i] !== undefined,
        asked: await boards.reading.places(board, asked.kind, now, number, () => []),
        ever: await boards.reading.places(board, 'all-time', now, number, () => []),
      })),
    );
    // Boards that they have never been on are left out, except the requested one.
    const known = placed.filter(({ board, isPlayed, ever }) => isPlayed || ever.rank !== undefined || board.name === asked.board.name);
    const best = known.toSorted((a, b) => byPlace(a.asked, b.asked) || byPlace(a.ever, b.ever));
    const { items, ...boardsPage } = pageOf(best, page, PLAYER_BOARDS);
    const shown = await Promise.all(items.map(({ board }) => placesOn(boards, board, player, removed, now)));
    return {
      player: whoAnswer(player),
      since: played[0] ?? null,
      lastPlayed: played.at(-1) ?? null,
      on: shown.find(({ board }) => board.name === asked.board.name) ?? (await placesOn(boards, asked.board, player, removed, now)),
      boards: shown,
      boardsPage,
      names: boardNames(
        boards,
        known.map(({ board }) => board),
      ),
      chosen:
        removed === undefined ? await chosenAnswer(boards, asked, number, now) : { board: asked.board.name, kind: asked.kind, ...NOTHING },
      mark,
    };
  });
}

/** The past of a removed player. */
const NOTHING = {
  neighbours: [],
  last: null,
  leadsSince: null,
  run: null,
  seasons: [],
  rows: 'years' as const,
  history: [],
  missed: [],
  days: [],
};

async function placesOn(
  boards: ReadBoards,
  board: BoardSettings,
  { number }: StoredPlayer,
  removed: string | undefined,
  now: number,
): Promise<PlayerPage['on']> {
  const places = await Promise.all(
    PERIOD_KINDS.map(async (kind) => {
      const places = await boards.reading.places(board, kind, now, number, (rank) => (rank === undefined ? [] : [rank]));
      return { period: periodAnswer(boards, board.name, places.period, places.closed), place: placeAnswer(places, removed) };
    }),
  );
  return { board: boardAnswer(board), places };
}

/** A player's first and last day with points on a board, if any, among ended days and today. */
async function playedDays({ store }: ReadBoards, board: BoardSettings, player: number): Promise<readonly string[] | undefined> {
  const over = await store.finalPlaces(board.name, 'daily', player);
  const since = await store.totalsSince(board.name, 'daily', player, over[0]?.start ?? -Infinity);
  const [first, last] = [over.at(-1) ?? since[0], since.at(-1) ?? over[0]];
  return first && last && [first, last].map(({ start }) => dayOf(start, board.calendar));
}

/** A player's result in the period before the current one, provisional or final. */
async function lastPlace(
  boards: ReadBoards,
  board: BoardSettings,
  player: number,
  kind: EndingKind,
  now: number,
): Promise<PlayerPage['chosen']['last']> {
  const span = previousPeriod(periodContaining(kind, now, board.calendar), board.calendar);
  if (span === undefined) return null;
  const places = await boards.reading.places(board, span.kind, span.start, player, (rank) => (rank === undefined ? [] : [rank]));
  const [own] = places.standings;
  if (own === undefined) return null;
  return {
    period: periodAnswer(boards, board.name, places.period, places.closed),
    day: dayOf(span.start, board.calendar),
    rank: own.rank,
    total: places.total,
    points: own.points,
  };
}

async function chosenAnswer(
  boards: ReadBoards,
  { board, kind }: Pick<PlayerAsked, 'board' | 'kind'>,
  player: number,
  now: number,
): Promise<PlayerPage['chosen']> {
  const ended = finishedKind(kind);
  const past = await boards.store.finalPlaces(board.name, ended, player);
  const around = await boards.reading.places(board, kind, now, player, (rank, total) => ranksAround(rank, total, REACH));
  const firstDay = periodContaining('daily', now - (DAYS - 1) * DAY_MS, board.calendar);
  const days = await boards.people.days(board, player, firstDay.start);
  const prizes = boards.catalogue.prizes(board.name, kind);
  const history = past.map((place) => pastPlace(board, place)).toReversed();
  const seasons = seasonsOf(history);
  const played = await playedSince(boards, board, ended, past, now);
  const ranks = new Map(past.map(({ start, rank }) => [start, rank]));
  const closedTo = (await boards.store.latestClosed(board.name, ended)) ?? -Infinity;
  // Ended periods that are not closed yet count like final ones, as far back as the run can continue.
  const recent: (number | undefined)[] = [];
  for (const start of played.filter((open) => open > closedTo).toReversed()) {
    const { rank, total } = await boards.reading.places(board, ended, start, player, () => []);
    if (total > 0) recent.push(rank);
    if (total > 0 && rank === undefined) break;
  }
  const closed = played.filter((start) => start <= closedTo).toReversed();
  const fits = fitsYears(played.map((start) => dayOf(start, board.calendar)));
  return {
    board: board.name,
    kind,
    neighbours: around.standings.map((standing) => standingAnswer(standing, prizes)),
    last: await lastPlace(boards, board, player, ended, now),
    leadsSince: timeOrNull(around.rank === 1 ? await boards.leads.since(board, around.period) : undefined),
    run: presentRun([...recent, ...closed.map((start) => ranks.get(start))]),
    seasons: seasons.map((season) => ({ ...season, points: ADDS_UP[board.scoring] ? season.points : null })),
    rows: fits ? 'years' : 'months',
    ...historyWithin(board, past, played, fits ? '' : seasons.at(-1)!.name),
    days: days.map(({ start, points }) => ({ day: dayOf(start, board.calendar), points })),
  };
}

/**
 * A player's results in the periods of a year or month (`within`, a prefix of days; `''` for the newest season); empty for a removed
 * player.
 * @throws {Problem} not-found for an unknown name.
 */
export async function playerHistoryAnswer(
  boards: ReadBoards,
  { username, board, kind: asked }: PlayerAsked,
  within: string,
  now: number,
): Promise<PlayerHistory> {
  const { player, removed } = await playerCalled(boards, username);
  const kind = finishedKind(asked);
  const past = removed === undefined ? await boards.store.finalPlaces(board.name, kind, player.number) : [];
  const [newest] = past;
  if (newest === undefined) return { history: [], missed: [] };
  const played = await playedSince(boards, board, kind, past, now);
  const season = pastPlace(board, newest).day.slice(0, 'YYYY'.length);
  return historyWithin(board, past, played, within === '' ? season : within);
}

/** Starts of ended periods of a kind in which a shown player had points, from the first of a player's `past` on, oldest first. */
async function playedSince(
  { store, players: { absences } }: ReadBoards,
  { name: board, calendar }: BoardSettings,
  kind: EndingKind,
  past: readonly FinalPlace[],
  now: number,
): Promise<readonly number[]> {
  const [first, present] = [past.at(-1), periodContaining(kind, now, calendar)];
  if (first === undefined) return [];
  const own = new Set(past.map(({ start }) => start));
  const played: number[] = [];
  for (const { start, standings } of await store.periodSizes(board, kind, first.start, present.start)) {
    // If all ranked players may be hidden, they have to be looked up.
    const isShown = own.has(start) || standings > absences.size;
    if (isShown || (await store.finalRanks({ board, kind, start }, [...absences.keys()])).size < standings) played.push(start);
  }
  return played;
}

type PastPlace = PlayerPage['chosen']['history'][number];

/** The final places, given newest first, and missed periods since the first of them, whose first day begins with `within`. */
function historyWithin(board: BoardSettings, past: readonly FinalPlace[], played: readonly number[], within: string): PlayerHistory {
  const starts = new Set(past.map(({ start }) => start));
  const last = past[0]?.start ?? -Infinity;
  const missed = played.filter((start) => start < last && !starts.has(start)).map((start) => dayOf(start, board.calendar));
  return {
    history: past
      .map((place) => pastPlace(board, place))
      .filter(({ day }) => day.startsWith(within))
      .toReversed(),
    missed: missed.filter((day) => day.startsWith(within)),
  };
}

/** The ranks within `reach` of a rank; near the ends shifted to be as many, if the board has enough. Empty for an unranked player. */
export function ranksAround(rank: number | undefined, total: number, reach: number): readonly number[] {
  if (rank === undefined) return [];
  const count = Math.min(total, 2 * reach + 1);
  const first = Math.min(Math.max(1, rank - reach), total - count + 1);
  return Array.from({ length: count }, (_, i) => first + i);
}

function pastPlace({ calendar }: BoardSettings, { start, rank, total, points }: FinalPlace): PastPlace {
  return { day: dayOf(start, calendar), rank, total, points };
}
