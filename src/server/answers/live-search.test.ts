import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { searchAnswerSchema } from '../../contract/page-answers.ts';
import type { SearchCategory } from '../../domain/search/search.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import { MAX_NAME_MATCHES } from '../../contract/game-answers.ts';
import { Problem } from '../http/problem.ts';
import { searchAnswer } from './live-search.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { PLAIN_BOARD } from '../store/stored-values.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const CALENDAR = { timeZone: 'UTC', weekStart: 1 } as const;

let store: PointsStore;
let boards: LiveBoards;
let catalogue: CurrentCatalogue;
let ids: number;

beforeEach(async () => {
  ids = 0;
  store = await openMemoryStore();
  boards = await LiveBoards.open(store, { clock: () => NOON, graceMs: Infinity });
  for (const name of ['main', 'speedrun'] as const)
    await boards.editing.make({
      name,
      title: name === 'main' ? 'Leaderboard' : 'Speedrun',
      ...PLAIN_BOARD,
      calendar: CALENDAR,
    });
  catalogue = boards.catalogue;
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
});

type Points = readonly (readonly [username: string, points: number, displayName?: string])[];

async function play(points: Points, board = 'main'): Promise<void> {
  const events = points.map(([username, value, displayName]) => {
    ids += 1;
    return { id: String(ids), username, points: value, displayName, digest: String(ids) };
  });
  for (let start = 0; start < events.length; start += 1000)
    await boards.commits.submit(boards.board(board), events.slice(start, start + 1000));
}

interface Where {
  readonly category?: SearchCategory;
  readonly board?: string;
  readonly page?: number;
}

async function answer(text: string, { category = 'players', board = '', page = 1 }: Where = {}) {
  const answered = await searchAnswer(boards, { text, category, board, page }, NOON);
  expect(searchAnswerSchema.parse(answered)).toEqual(answered);
  return answered;
}

const found = async (text: string, where?: Where) => (await answer(text, where)).entries;
const titles = async (text: string, where?: Where) => (await found(text, where)).map(({ title }) => title);

const entry = (id: string, title: string) => ({ id, title, subtitle: 'For all', avatar: '🏆', extra: 'Soon' });

describe('players', () => {
  test('have their all-time rank and points', async () => {
    await play([
      ['ada', 4544, 'Ada Lovelace'],
      ['bob', 1],
      ['cy', -1200],
      ...Array.from({ length: 1197 }, (_, i) => [`p${i}`, 0] as const),
    ]);
    await play([['newcomer', 5]], 'speedrun');
    expect(await found('ada')).toEqual([
      { id: 'player-ada', type: 'player', title: 'Ada Lovelace', avatar: '', subtitle: '1st of all time', extra: '4,544 points' },
    ]);
    expect((await found('bob'))[0]).toMatchObject({ subtitle: '2nd of all time', extra: '1 point' });
    expect((await found('cy'))[0]).toMatchObject({ subtitle: '1,200th of all time', extra: '\u22121,200 points' });
  });

  test('without points on the board have their rank on another one, or no points at all', async () => {
    await play([['ada', 5]]);
    await play(
      [
        ['bob', 7],
        ['newcomer', 5],
      ],
      'speedrun',
    );
    expect((await found('newcomer'))[0]).toMatchObject({ subtitle: '2nd of all time on Speedrun', extra: '5 points' });
    expect((await found('newcomer', { board: 'speedrun' }))[0]).toMatchObject({ subtitle: '2nd of all time', extra: '5 points' });
    expect((await found('ada', { board: 'speedrun' }))[0]).toMatchObject({ subtitle: '1st of all time on Leaderboard' });
    await boards.revisions.revise(boards.board('main'), '1', 'void', 'a test');
    expect((await found('ada'))[0]).toMatchObject({ subtitle: 'No points yet', extra: '' });
  });

  test('are in the order of the requested board; an unknown board is rejected', async () => {
    await play([
      ['ann', 5],
      ['anna', 3],
    ]);
    await play([['anna', 3]], 'speedrun');
    expect(await titles('a')).toEqual(['ann', 'anna']);
    expect(await titles('a', { board: 'speedrun' })).toEqual(['anna', 'ann']);
    expect(await titles('', { board: 'speedrun' })).toEqual(['anna']);
    await expect(answer('a', { board: 'nowhere' })).rejects.toThrow(Problem);
  });

  test('match by either name: exact matches first, then by prefix, by rank, and unranked ones', async () => {
    await play([
      ['casanova', 900],
      ['supernova', 950],
      ['nova-2', 10],
      ['x', 20, 'NovaFalcon'],
      ['Nova', 1],
      ['iris', 1000],
    ]);
    await play(
      [
        ['novice-nova', 5],
        ['nova-9', 5],
        ['nova-8', 5],
      ],
      'speedrun',
    );
    expect(await titles('nova')).toEqual(['Nova', 'NovaFalcon', 'nova-2', 'nova-9', 'nova-8', 'supernova', 'casanova', 'novice-nova']);
    expect(await titles('falcon')).toEqual(['NovaFalcon']);
    expect(await titles('.*')).toEqual([]);
    expect(await titles('a\nb')).toEqual([]);
  });

  test('without a text are the leaders, twenty per page', async () => {
    expect(await titles('')).toEqual([]);
    expect((await answer('')).found).toEqual([{ type: 'player', total: 0, complete: true, page: 1, pages: 1, first: 0 }]);
    await play(Array.from({ length: 30 }, (_, i) => [`p${i}`, i] as const));
    expect(await titles('')).toEqual(Array.from({ length: 20 }, (_, i) => `p${29 - i}`));
    expect(await titles('p')).toEqual(await titles(''));
  });

  test('are counted and paged; a page beyond the last returns the last', async () => {
    await play(Array.from({ length: 45 }, (_, i) => [`p${i}`, i] as const));
    for (const text of ['', 'p']) {
      const pages = [await answer(text), await answer(text, { page: 2 }), await answer(text, { page: 3 })];
      expect(pages.flatMap(({ entries }) => entries.map(({ title }) => title))).toEqual(Array.from({ length: 45 }, (_, i) => `p${44 - i}`));
      expect(pages[2]!.found).toEqual([{ type: 'player', total: 45, complete: true, page: 3, pages: 3, first: 41 }]);
      expect(await answer(text, { page: 9 })).toEqual(pages[2]);
    }
    expect((await answer('p1')).found).toMatchObject([{ total: 11, complete: true }]);
  });

  test('are not found or counted if hidden', async () => {
    await play([
      ['ann', 5],
      ['anna', 3],
    ]);
    await boards.players.setVisibility('ann', { state: 'hidden' });
    expect(await answer('an')).toMatchObject({ entries: [{ title: 'anna' }], found: [{ total: 1 }] });
  });

  test('are all counted and ordered up to a limit; beyond it, leaders and exact matches are found', async () => {
    await play(Array.from({ length: MAX_NAME_MATCHES }, (_, i) => [`player ${i}`, i] as const));
    expect((await answer('player', { page: 500 })).found).toMatchObject([
      { total: MAX_NAME_MATCHES, complete: true, page: 500, pages: 500 },
    ]);
    expect((await titles('player', { page: 500 })).at(-1)).toBe('player 0');
    await play(Array.from({ length: 500 }, (_, i) => [`player ${MAX_NAME_MATCHES + i}`, MAX_NAME_MATCHES + i] as const));
    await play([
      ['late player', 1_000_000],
      ['p', 0, 'Pat'],
    ]);
    expect((await answer('player')).found).toMatchObject([{ total: MAX_NAME_MATCHES, complete: false, first: 1 }]);
    expect((await titles('player')).slice(0, 3)).toEqual([499, 498, 497].map((i) => `player ${MAX_NAME_MATCHES + i}`));
    expect((await titles('P')).slice(0, 2)).toEqual(['Pat', `player ${MAX_NAME_MATCHES + 499}`]);
    expect((await titles('late'))[0]).toBe('late player');
  });
});

describe('tournaments and achievements', () => {
  test('match by title, best matches first and then in catalogue order, twenty per page', async () => {
    const cups = Array.from({ length: 25 }, (_, i) => entry(`cup-${i}`, `Cup ${i}`));
    await catalogue.replace({ tournaments: [entry('winter', 'Winter Cup'), ...cups] });
    expect(await titles('cup', { category: 'tournaments' })).toEqual(cups.slice(0, 20).map(({ title }) => title));
    expect((await titles('cup', { category: 'tournaments', page: 2 })).at(-1)).toBe('Winter Cup');
    expect((await answer('cup', { category: 'tournaments' })).found).toMatchObject([
      { type: 'tournament', total: 26, complete: true, pages: 2 },
    ]);
    expect((await titles('', { category: 'tournaments' })).slice(0, 2)).toEqual(['Winter Cup', 'Cup 0']);
    expect(await titles('WINTER', { category: 'tournaments' })).toEqual(['Winter Cup']);
    expect(await titles('for all', { category: 'tournaments' })).toEqual([]);
  });

  test('come after players in a search of everything, with unique ids', async () => {
    await play([
      ['tournament-cup', 5, 'Cupid'],
      ['cup', 7],
    ]);
    await catalogue.replace({ tournaments: [entry('cup', 'Cup of Tea')], achievements: [entry('cup', 'Full Cup')] });
    const all = await found('cup', { category: 'all' });
    expect(all.map(({ type, title }) => [type, title])).toEqual([
      ['player', 'cup'],
      ['player', 'Cupid'],
      ['tournament', 'Cup of Tea'],
      ['achievement', 'Full Cup'],
    ]);
    expect(all.map(({ id }) => id)).toEqual(['player-cup', 'player-tournament-cup', 'tournament-cup', 'achievement-cup']);
    for (const category of ['players', 'tournaments', 'achievements'] as const)
      expect(await found('cup', { category })).toEqual(all.filter(({ type }) => `${type}s` === category));
  });

  test('have the operator’s link, if there is one', async () => {
    await catalogue.replace({ tournaments: [{ ...entry('cup', 'Cup'), link: 'https://play.example/cup' }, entry('bowl', 'Bowl')] });
    expect((await found('', { category: 'tournaments' })).map(({ link }) => link)).toEqual(['https://play.example/cup', undefined]);
  });
});
