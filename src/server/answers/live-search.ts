import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Catalogue } from '../../contract/catalogue.ts';
import type { SearchQuestion } from '../../contract/leaderboard-source.ts';
import { ordinalEnding } from '../../domain/ordinal.ts';
import type { SearchEntry } from '../../domain/search/search.ts';
import { compareRanks, nearestFirst } from '../../domain/search/search-order.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { BoardSettings, StoredPlayer } from '../store/stored-values.ts';
import { shownAvatar } from './shown-avatar.ts';

/** How many of each type are found at most: more would be read by nobody. */
const MOST = 20;

/**
 * How many players are looked at where very many match: so many of those who match, and so many of the best of
 * the first board. Some five milliseconds each; all of a million would hold up everybody else.
 */
export const MOST_LOOKED_AT = 1000;

/** A player who may be found, and their place on the first board if they have one. */
interface Candidate {
  readonly player: StoredPlayer;
  readonly place: { readonly rank: number; readonly points: number } | undefined;
}

/**
 * What the search page finds at the moment `now` (epoch milliseconds): players, then tournaments, then
 * achievements, at most twenty of each. Of each the nearest names first; players equally near by their rank of
 * all time on the first board, the others in the operator's order. Without a text: the leaders and the first entries.
 */
export async function searchAnswer(
  boards: LiveBoards,
  catalogue: CurrentCatalogue,
  { text, category }: SearchQuestion,
  now: number,
): Promise<readonly SearchEntry[]> {
  const wants = (one: SearchQuestion['category']) => category === 'all' || category === one;
  const { tournaments, achievements } = catalogue.value;
  return [
    ...(wants('players') ? await playersFound(boards, text, now) : []),
    ...(wants('tournaments') ? entriesFound('tournament', tournaments, text) : []),
    ...(wants('achievements') ? entriesFound('achievement', achievements, text) : []),
  ];
}

function entriesFound(type: 'tournament' | 'achievement', entries: Catalogue['tournaments'], text: string): readonly SearchEntry[] {
  return nearestFirst(entries, text, ({ title }) => [title], MOST).map(({ id, title, subtitle, avatar, extra }) => ({
    id: idOf(type, id),
    type,
    title,
    subtitle,
    avatar,
    extra,
  }));
}

async function playersFound(boards: LiveBoards, text: string, now: number): Promise<readonly SearchEntry[]> {
  const board = boards.boards()[0]!;
  const { standings, total } = await boards.reading.page(board, 'all-time', now, { after: 0 }, text === '' ? MOST : 0);
  const candidates: readonly Candidate[] =
    text === '' ? standings.map(({ player, ...place }) => ({ player, place })) : await candidatesFor(boards, board, text, now);
  return nearestFirst(candidates, text, ({ player }) => [player.displayName, player.username], MOST).map(({ player, place }) => ({
    id: idOf('player', player.username),
    type: 'player',
    title: player.displayName,
    avatar: shownAvatar(player),
    subtitle:
      place === undefined
        ? `No points on ${board.title} yet`
        : `${grouped(place.rank)}${ordinalEnding(place.rank)} of ${grouped(total)}, all time`,
    extra: place === undefined ? '' : `${grouped(place.points)} ${Math.abs(place.points) === 1 ? 'point' : 'points'}`,
  }));
}

/**
 * Players who may match, by rank. Where more match than are looked at, these are whoever came first, whoever
 * stands in front, and whoever has the text as their username: the one nobody could find by typing more.
 */
async function candidatesFor(boards: LiveBoards, board: BoardSettings, text: string, now: number): Promise<readonly Candidate[]> {
  const matching = new Set(await boards.players.matching(text, MOST_LOOKED_AT));
  const found = new Map<number, Candidate>();
  if (matching.size === MOST_LOOKED_AT) {
    const called = await boards.players.named(text);
    if (called !== undefined) matching.add(called.number);
    await nextTurn();
    const leaders = await boards.reading.page(board, 'all-time', now, { after: 0 }, MOST_LOOKED_AT);
    for (const { player, ...place } of leaders.standings) found.set(player.number, { player, place });
    await nextTurn();
  }
  const others = [...matching].filter((number) => !found.has(number));
  const { standings } = await boards.reading.page(board, 'all-time', now, { after: 0 }, others.length, others);
  for (const { player, ...place } of standings) found.set(player.number, { player, place });
  const unranked = await boards.store.players(others.filter((number) => !found.has(number)));
  for (const player of unranked) found.set(player.number, { player, place: undefined });
  return [...found.values()].toSorted((a, b) => compareRanks(a.place?.rank, b.place?.rank) || a.player.number - b.player.number);
}

/** A username may be written like the id of an entry; with its type in front it is none. */
function idOf(type: SearchEntry['type'], id: string): string {
  return `${type}-${id}`;
}

/** As the pages write numbers before they know the visitor's language. */
function grouped(count: number): string {
  return count.toLocaleString('en-US').replace('-', '\u2212');
}
