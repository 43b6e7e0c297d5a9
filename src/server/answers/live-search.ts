import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Catalogue } from '../../contract/catalogue.ts';
import { MAX_NAME_MATCHES } from '../../contract/game-answers.ts';
import { DEFAULT_BOARD, type LiveSearchQuestion } from '../../contract/live-source.ts';
import type { FoundCount, FoundEntry, SearchAnswer } from '../../contract/page-answers.ts';
import { ordinalEnding } from '../../domain/ordinal.ts';
import { pageBounds, pageOf, type Page } from '../../domain/page.ts';
import { compareRanks, nearestFirst } from '../../domain/search/search-order.ts';
import { isolated } from '../../domain/names/isolated.ts';
import type { Numbers } from '../../domain/units/counted-words.ts';
import type { PointsWords } from '../../domain/units/unit.ts';
import { unitWords } from '../../domain/units/unit-words.ts';
import type { RankedPlayer } from '../boards/orders/board-reading.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import type { BoardSettings, StoredPlayer } from '../store/stored-values.ts';
import { shownAvatar } from './parts/player-place.ts';

/** Results per type and page. */
const PAGE_SIZE = 20;

/** With more matches than are counted, this many matches and this many leaders of the board are examined. */
const MOST_LOOKED_AT = 1000;

/** Players read between two turns of the event loop. */
const READ_AT_ONCE = 1000;

interface Found<T> {
  readonly page: Page<T>;
  /** Whether the total is exact. */
  readonly complete: boolean;
}

/**
 * Searches at `now` (epoch milliseconds): a page each of players, tournaments and achievements, best matches first. Equal matches are
 * by all-time rank, or in catalogue order. Without a text, leaders and first entries. `points`: the site's word for points.
 * @throws {Problem} not-found for an unknown board.
 */
export async function searchAnswer(
  boards: ReadBoards,
  { text, category, board: name, page }: LiveSearchQuestion,
  now: number,
  points?: PointsWords,
): Promise<SearchAnswer> {
  const board = boards.board(name === '' ? DEFAULT_BOARD : name);
  const { tournaments, achievements } = boards.catalogue.value;
  const found: FoundCount[] = [];
  const entries: FoundEntry[] = [];
  const add = (type: FoundEntry['type'], { page: { items, ...bounds }, complete }: Found<Omit<FoundEntry, 'type'>>) => {
    found.push({ type, complete, ...bounds });
    // Prefixed, because a username may equal the id of an entry.
    entries.push(...items.map((item) => ({ ...item, type, id: `${type}-${item.id}` })));
  };
  const wants = (one: LiveSearchQuestion['category']) => category === 'all' || category === one;
  if (wants('players')) add('player', await playersFound(boards, board, text, page, now, { ...NUMBERS, points }));
  if (wants('tournaments')) add('tournament', entriesFound(tournaments, text, page));
  if (wants('achievements')) add('achievement', entriesFound(achievements, text, page));
  return { entries, found };
}

function entriesFound(entries: Catalogue['tournaments'], text: string, page: number): Found<Catalogue['tournaments'][number]> {
  const found = nearestFirst(entries, text, ({ title }) => [title], entries.length);
  return { page: pageOf(found, page, PAGE_SIZE), complete: true };
}

async function playersFound(
  boards: ReadBoards,
  board: BoardSettings,
  text: string,
  page: number,
  now: number,
  numbers: Numbers,
): Promise<Found<Omit<FoundEntry, 'type'>>> {
  const {
    page: { items, ...bounds },
    complete,
  } = await (text === '' ? leaders(boards, board, page, now) : playersCalled(boards, board, text, page, now));
  const places = await placesOf(boards, board, items, now);
  const entries = items.map((player) => {
    const { subtitle, extra } = placeWords(places.get(player.number), board, numbers);
    return { id: player.username, title: player.displayName, avatar: shownAvatar(player), subtitle, extra };
  });
  return { page: { ...bounds, items: entries }, complete };
}

async function leaders(boards: ReadBoards, board: BoardSettings, page: number, now: number): Promise<Found<StoredPlayer>> {
  const stretchAt = (after: number) => boards.reading.page(board, 'all-time', now, { after }, PAGE_SIZE);
  let stretch = await stretchAt((page - 1) * PAGE_SIZE);
  const bounds = pageBounds(stretch.total, page, PAGE_SIZE);
  if (bounds.page !== page) stretch = await stretchAt((bounds.page - 1) * PAGE_SIZE);
  return { page: { ...bounds, items: stretch.standings.map(({ player }) => player) }, complete: true };
}

/**
 * Players with a name that contains the text. Of too many matches, the first to join, the leaders, and the exact username, which
 * could not be found by typing more.
 */
async function playersCalled(
  boards: ReadBoards,
  board: BoardSettings,
  text: string,
  page: number,
  now: number,
): Promise<Found<StoredPlayer>> {
  const matching = await boards.players.matching(text, MAX_NAME_MATCHES + 1);
  const complete = matching.length <= MAX_NAME_MATCHES;
  const players = await playersNumbered(boards, complete ? matching : await someOf(matching, boards, board, text, now));
  const numbers = players.map(({ number }) => number);
  const ranks = await boards.reading.ranks(board, 'all-time', now, numbers);
  const inOrder = players
    .map((player, i) => ({ player, rank: ranks[i] }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank) || a.player.number - b.player.number);
  await nextTurn();
  const nearest = nearestFirst(inOrder, text, ({ player: { displayName, username } }) => [displayName, username], players.length);
  const { items, total, ...bounds } = pageOf(nearest, page, PAGE_SIZE);
  return { page: { ...bounds, total: complete ? total : MAX_NAME_MATCHES, items: items.map(({ player }) => player) }, complete };
}

/** A sample of many matches, plus those that must not be missed. */
async function someOf(
  matching: readonly number[],
  boards: ReadBoards,
  board: BoardSettings,
  text: string,
  now: number,
): Promise<readonly number[]> {
  await nextTurn();
  const called = await boards.players.named(text);
  const { standings } = await boards.reading.page(board, 'all-time', now, { after: 0 }, MOST_LOOKED_AT);
  const leaders = standings.map(({ player }) => player.number);
  return [...new Set([...matching.slice(0, MOST_LOOKED_AT), ...leaders, ...(called === undefined ? [] : [called.number])])];
}

/** Reads players in slices, so that other requests are served in between. */
export async function playersNumbered(boards: Pick<ReadBoards, 'store'>, numbers: readonly number[]): Promise<readonly StoredPlayer[]> {
  const players: StoredPlayer[] = [];
  for (let start = 0; start < numbers.length; start += READ_AT_ONCE) {
    await nextTurn();
    players.push(...(await boards.store.players(numbers.slice(start, start + READ_AT_ONCE))));
  }
  return players;
}

/** An all-time rank. */
type Place = Pick<RankedPlayer, 'rank' | 'points'> & { readonly board: BoardSettings };

/** All-time ranks by player number, on the board or, without one there, on the first board that has one. */
async function placesOf(
  boards: ReadBoards,
  board: BoardSettings,
  players: readonly StoredPlayer[],
  now: number,
): Promise<ReadonlyMap<number, Place>> {
  const places = new Map<number, Place>();
  const others = boards.listed().filter(({ name }) => name !== board.name);
  for (const one of [board, ...others]) {
    const missing = players.flatMap(({ number }) => (places.has(number) ? [] : [number]));
    if (missing.length === 0) break;
    const { standings } = await boards.reading.page(one, 'all-time', now, { after: 0 }, missing.length, missing);
    for (const { player, rank, points } of standings) places.set(player.number, { board: one, rank, points });
  }
  return places;
}

function placeWords(place: Place | undefined, board: BoardSettings, numbers: Numbers): Pick<FoundEntry, 'subtitle' | 'extra'> {
  if (place === undefined) return { subtitle: `No ${unitWords(board, numbers).several} yet`, extra: '' };
  const { rank, points } = place;
  const elsewhere = place.board.name === board.name ? '' : ` on ${isolated(place.board.title)}`;
  return {
    subtitle: `${numbers.count(rank)}${ordinalEnding(rank)} of all time${elsewhere}`,
    extra: unitWords(place.board, numbers).words(points),
  };
}

const GROUPED = new Intl.NumberFormat('en-US');

/** Number format before the visitor's language is known. */
const NUMBERS = { locale: 'en-US', count: (value: number) => GROUPED.format(value).replace('-', '\u2212') };
