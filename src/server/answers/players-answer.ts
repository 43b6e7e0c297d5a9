import type { AnswerTo, QueryOf } from '../../contract/api.ts';
import { MAX_NAME_MATCHES } from '../../contract/game-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import { nearestFirst } from '../../domain/search/search-order.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import { isErased } from '../store/erased-player.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import { anyPlayerAnswer } from './parts/any-player.ts';
import { playersNumbered } from './live-search.ts';

/** The most players examined if there are more matches than are counted. */
const MOST_LOOKED_AT = 1000;

interface Found {
  readonly players: readonly StoredPlayer[];
  readonly next: number | undefined;
  readonly complete: boolean;
}

/** Players, including hidden ones: best matches first, or newest first. @throws {Problem} bad-request for an invalid `before`. */
export async function playersAnswer(boards: LiveBoards, question: QueryOf<'players'>): Promise<AnswerTo<'players'>> {
  const { players, next, complete } = await foundPlayers(boards, question);
  const joined = await boards.store.playersKnownSince(players.map(({ number }) => number));
  const onBoards = await Promise.all(players.map((player) => boardsOf(boards, player)));
  return {
    players: players.map((player, i) =>
      Object.assign(anyPlayerAnswer(boards, player), { joinedAt: timeText(joined[i]!), boards: [...onBoards[i]!] }),
    ),
    next: next ?? null,
    complete,
  };
}

/** The players of a page. @throws {Problem} as {@link playersAnswer}. */
export function foundPlayers(boards: LiveBoards, question: QueryOf<'players'>): Promise<Found> {
  return question.q === undefined ? newestPlayers(boards, question) : playersCalled(boards, question.q, question);
}

/** Names of the boards with a player's points. */
async function boardsOf(boards: LiveBoards, { number }: StoredPlayer): Promise<readonly string[]> {
  const names = boards.boards().map(({ name }) => name);
  const scores = await Promise.all(names.map((board) => boards.store.scoreOf({ board, kind: 'all-time', start: -Infinity }, number)));
  return names.filter((_, i) => scores[i] !== undefined);
}

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
  return { players: players.slice(0, limit), next: players.length > limit ? players[limit - 1]!.number : undefined, complete: true };
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
  return { players: page, next: last + 1 + limit < nearest.length ? page.at(-1)!.number : undefined, complete };
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
