import type { AnswerTo, QueryOf } from '../../contract/api.ts';
import { MAX_NAME_MATCHES } from '../../contract/game-answers.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { Score } from '../../domain/scoring.ts';
import { nearestFirst } from '../../domain/search/search-order.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import { isErased } from '../store/erased-player.ts';
import type { BoardSettings, StoredPlayer } from '../store/stored-values.ts';
import { anyPlayerAnswer } from './parts/any-player.ts';
import { playersNumbered } from './live-search.ts';

/** The most players examined if there are more matches than are counted. */
const MOST_LOOKED_AT = 1000;

interface Found {
  readonly players: readonly StoredPlayer[];
  readonly next: number | undefined;
  readonly complete: boolean;
  /** The number of matches, if known without examining all of them. */
  readonly total: number | undefined;
}

/** Players, including hidden ones: best matches first, or newest first. @throws {Problem} bad-request for an invalid `before`. */
export async function playersAnswer(boards: LiveBoards, question: QueryOf<'players'>): Promise<AnswerTo<'players'>> {
  const { players, next, complete, total } = await foundPlayers(boards, question);
  const joined = await boards.store.playersKnownSince(players.map(({ number }) => number));
  const onBoards = await Promise.all(players.map((player) => totalsOf(boards, player)));
  const standings = await standingsOf(boards, players, onBoards);
  return {
    players: players.map((player, i) => {
      const times = onBoards[i]!.map(({ score }) => movedAt(score));
      return Object.assign(anyPlayerAnswer(boards, player), {
        joinedAt: timeText(joined[i]!),
        scoredAt: times.length === 0 ? null : timeText(Math.max(...times)),
        boards: onBoards[i]!.map(({ board }) => board.name),
        standing: standings[i] ?? null,
      });
    }),
    next: next ?? null,
    complete,
    total: total ?? null,
  };
}

/** The players of a page. @throws {Problem} as {@link playersAnswer}. */
export function foundPlayers(boards: LiveBoards, question: QueryOf<'players'>): Promise<Found> {
  return question.q === undefined ? newestPlayers(boards, question) : playersCalled(boards, question.q, question);
}

interface OnBoard {
  readonly board: BoardSettings;
  readonly score: Score;
}

function movedAt({ movedAt: at, reachedAt }: Score): number {
  return at === -Infinity ? reachedAt : at;
}

/** A player's totals of all time, on the boards where they have points. */
async function totalsOf(boards: LiveBoards, { number }: StoredPlayer): Promise<readonly OnBoard[]> {
  const all = boards.boards();
  const scores = await Promise.all(
    all.map(({ name }) => boards.store.scoreOf({ board: name, kind: 'all-time', start: -Infinity }, number)),
  );
  return all.flatMap((board, i) => (scores[i] === undefined ? [] : [{ board, score: scores[i] }]));
}

/** Where players stand on the default board, or else on the first one where they have points. */
async function standingsOf(
  { reading }: LiveBoards,
  players: readonly StoredPlayer[],
  onBoards: readonly (readonly OnBoard[])[],
): Promise<readonly (PlayerStanding | undefined)[]> {
  const chosen = onBoards.map((each) => each.find(({ board }) => board.name === DEFAULT_BOARD) ?? each[0]);
  const byBoard = Map.groupBy(
    players.map(({ number }, i) => ({ number, board: chosen[i]?.board })),
    ({ board }) => board,
  );
  const ranks = new Map<number, number | undefined>();
  for (const [board, some] of byBoard) {
    if (board === undefined) continue;
    const numbers = some.map(({ number }) => number);
    // All time contains every moment.
    const found = await reading.ranks(board, 'all-time', 0, numbers);
    for (const [i, number] of numbers.entries()) ranks.set(number, found[i]);
  }
  return players.map(({ number }, i) => {
    const on = chosen[i];
    return on && { board: on.board.name, points: on.score.points, rank: ranks.get(number) ?? null };
  });
}

type PlayerStanding = NonNullable<AnswerTo<'players'>['players'][number]['standing']>;

async function newestPlayers(boards: LiveBoards, { state, before = Infinity, limit }: QueryOf<'players'>): Promise<Found> {
  const players: StoredPlayer[] = [];
  const numbers =
    state === 'hidden' || state === 'removed' ? absent(boards, state) : downFrom(Math.min(before - 1, await boards.store.playerCount()));
  let some: number[] = [];
  const take = async () => {
    for (const player of await boards.store.players(some)) if (!isErased(player)) players.push(player);
    some = [];
  };
  for (const number of numbers) {
    if (number >= before || (state === 'shown' && !boards.players.isShown(number))) continue;
    some.push(number);
    // Read one more to know whether there is a next page.
    if (players.length + some.length > limit) await take();
    if (players.length > limit) break;
  }
  await take();
  const isMore = players.length > limit;
  const total = Array.isArray(numbers) ? numbers.length : undefined;
  return { players: players.slice(0, limit), next: isMore ? players[limit - 1]!.number : undefined, complete: true, total };
}

async function playersCalled(boards: LiveBoards, text: string, { state, before, limit }: QueryOf<'players'>): Promise<Found> {
  const { numbers, complete } =
    state === 'hidden' || state === 'removed'
      ? { numbers: absent(boards, state).toReversed(), complete: true }
      : await matching(boards, text, state === 'shown');
  const players = (await playersNumbered(boards, numbers)).filter((player) => !isErased(player));
  const nearest = nearestFirst(players, text, ({ displayName, username }) => [displayName, username], players.length);
  const last = before === undefined ? -1 : nearest.findIndex(({ number }) => number === before);
  if (before !== undefined && last === -1)
    throw new Problem('bad-request', 'There is no such page of players.', [{ field: 'before', rule: 'must be the "next" of a page' }]);
  const page = nearest.slice(last + 1, last + 1 + limit);
  const total = complete ? nearest.length : undefined;
  return { players: page, next: last + 1 + limit < nearest.length ? page.at(-1)!.number : undefined, complete, total };
}

async function matching({ store, players }: LiveBoards, text: string, onlyShown: boolean) {
  const numbers = onlyShown ? await players.matching(text, MAX_NAME_MATCHES + 1) : await store.playersMatching(text, MAX_NAME_MATCHES + 1);
  if (numbers.length <= MAX_NAME_MATCHES) return { numbers, complete: true };
  const called = await store.playerNamed(text);
  const some = [...numbers.slice(0, MOST_LOOKED_AT), ...(called === undefined ? [] : [called.number])];
  return { numbers: [...new Set(some)].filter((number) => !onlyShown || players.isShown(number)), complete: false };
}

/** Hidden or removed players, newest first. */
function absent({ players }: LiveBoards, state: 'hidden' | 'removed'): readonly number[] {
  return [...players.absences].flatMap(([number, absence]) => (absence.state === state ? [number] : [])).toSorted((a, b) => b - a);
}

function* downFrom(newest: number): Iterable<number> {
  for (let number = newest; number > 0; number -= 1) yield number;
}
