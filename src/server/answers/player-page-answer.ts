import type { PlayerPage } from '../../contract/player-answers.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { PERIOD_KINDS, periodContaining } from '../../domain/calendar.ts';
import { boardAnswer } from './board-answer.ts';
import { dayOf } from './board-days.ts';
import { standingAnswer } from './board-view-answer.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { placeAnswer, type PlayerAsked, playerCalled, whoAnswer } from './player-place.ts';
import type { BoardSettings, FinalPlace, StoredPlayer } from '../store/stored-values.ts';
import { periodAnswer } from './rankings-answer.ts';

/** How many neighbours are shown on either side, away from the ends of a board. */
const REACH = 2;

/** How many final places a history has at most. */
const HISTORY = 400;

/** How many days back points are told of, today included. */
const DAYS = 91;

/**
 * Where a player stands on every board at `now` (epoch milliseconds), and how they got there on one of them.
 * @throws {Problem} not-found for a name nobody has.
 */
export async function playerPageAnswer(
  boards: LiveBoards,
  catalogue: CurrentCatalogue,
  asked: PlayerAsked,
  now: number,
): Promise<PlayerPage> {
  return boards.commits.atOneInstant(async () => {
    const mark = boards.changes.mark();
    const { player, removed } = await playerCalled(boards, asked.username);
    const { number } = player;
    const onBoards = boards.boards().map(async (board) => ({
      board: boardAnswer(board),
      places: await placesOn(boards, board, player, removed, now),
      past: removed === undefined ? await pastOn(boards, board, number) : { bests: [], since: undefined },
    }));
    const places = await Promise.all(onBoards);
    const [since = null] = places.flatMap(({ past }) => past.since ?? []).toSorted();
    return {
      player: whoAnswer(player),
      since,
      boards: places.map(({ board, places: each, past: { bests } }) => ({ board, places: each, bests })),
      // Of somebody removed nothing is told but why.
      chosen:
        removed === undefined
          ? await chosenAnswer(boards, catalogue, asked, number, now)
          : { board: asked.board.name, kind: asked.kind, neighbours: [], history: [], days: [] },
      mark,
    };
  });
}

function placesOn(
  boards: LiveBoards,
  board: BoardSettings,
  { number }: StoredPlayer,
  removed: string | undefined,
  now: number,
): Promise<PlayerPage['boards'][number]['places']> {
  return Promise.all(
    PERIOD_KINDS.map(async (kind) => {
      const places = await boards.reading.places(board, kind, now, number, (rank) => (rank === undefined ? [] : [rank]));
      return { period: periodAnswer(places.period, places.closed), place: placeAnswer(places, removed) };
    }),
  );
}

/** How the periods of a board that are over ended for a player at best, and the first day they have points of. */
async function pastOn(
  { store }: LiveBoards,
  board: BoardSettings,
  player: number,
): Promise<{ readonly bests: PlayerPage['boards'][number]['bests']; readonly since: string | undefined }> {
  const kinds = await Promise.all(PERIOD_KINDS.map(async (kind) => ({ kind, places: await store.finalPlaces(board.name, kind, player) })));
  const bests = kinds.flatMap(({ kind, places }) => (places.length === 0 ? [] : [{ kind, ...pastPlace(board, places.reduce(betterOf)) }]));
  const first = kinds[0]!.places.at(-1) ?? (await store.totalsSince(board.name, 'daily', player, -Infinity))[0];
  return { bests, since: first && dayOf(first.start, board.calendar) };
}

/** The place with the better rank, of equal ones the later argument: places come newest first, and the first time counts. */
function betterOf(one: FinalPlace, other: FinalPlace): FinalPlace {
  return other.rank <= one.rank ? other : one;
}

async function chosenAnswer(
  boards: LiveBoards,
  catalogue: CurrentCatalogue,
  { board, kind }: PlayerAsked,
  player: number,
  now: number,
): Promise<PlayerPage['chosen']> {
  const around = await boards.reading.places(board, kind, now, player, (rank, total) => ranksAround(rank, total, REACH));
  const history = await boards.store.finalPlaces(board.name, kind, player);
  const firstDay = periodContaining('daily', now - (DAYS - 1) * DAY_MS, board.calendar);
  const days = await boards.store.totalsSince(board.name, 'daily', player, firstDay.start);
  const prizeOf = catalogue.prizes(board.name, kind);
  return {
    board: board.name,
    kind,
    neighbours: around.standings.map((standing) => standingAnswer(standing, prizeOf)),
    history: history
      .slice(0, HISTORY)
      .map((place) => pastPlace(board, place))
      .toReversed(),
    days: days.map(({ start, points }) => ({ day: dayOf(start, board.calendar), points })),
  };
}

/** The ranks from `reach` above a rank to `reach` below it; just as many near the ends, if there are so many. None around no rank. */
export function ranksAround(rank: number | undefined, total: number, reach: number): readonly number[] {
  if (rank === undefined) return [];
  const count = Math.min(total, 2 * reach + 1);
  const first = Math.min(Math.max(1, rank - reach), total - count + 1);
  return Array.from({ length: count }, (_, i) => first + i);
}

function pastPlace({ calendar }: BoardSettings, { start, rank, total, points }: FinalPlace): PlayerPage['chosen']['history'][number] {
  return { day: dayOf(start, calendar), rank, total, points };
}
