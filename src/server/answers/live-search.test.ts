import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { searchAnswerSchema } from '../../contract/page-answers.ts';
import type { SearchCategory } from '../../domain/search/search.ts';
import { CurrentCatalogue } from '../boards/current-catalogue.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import { MOST_LOOKED_AT, searchAnswer } from './live-search.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';

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
    await boards.makeBoard({
      name,
      title: name === 'main' ? 'Leaderboard' : 'Speedrun',
      scoring: 'sum',
      direction: 'high',
      calendar: CALENDAR,
    });
  catalogue = await CurrentCatalogue.open(store, boards);
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

async function found(text: string, category: SearchCategory = 'players') {
  const entries = await searchAnswer(boards, catalogue, { text, category }, NOON);
  searchAnswerSchema.parse({ entries });
  return entries;
}

const titles = async (text: string, category?: SearchCategory) => (await found(text, category)).map(({ title }) => title);

const entry = (id: string, title: string) => ({ id, title, subtitle: 'For all', avatar: '🏆', extra: 'Soon' });

describe('players', () => {
  test('say where they stand of all time and what they have', async () => {
    await play([
      ['ada', 4544, 'Ada Lovelace'],
      ['bob', 1],
      ['cy', -1200],
      ...Array.from({ length: 1197 }, (_, i) => [`p${i}`, 0] as const),
    ]);
    await play([['newcomer', 5]], 'speedrun');
    expect(await found('ada')).toEqual([
      { id: 'player-ada', type: 'player', title: 'Ada Lovelace', avatar: '', subtitle: '1st of 1,200, all time', extra: '4,544 points' },
    ]);
    expect((await found('bob'))[0]).toMatchObject({ subtitle: '2nd of 1,200, all time', extra: '1 point' });
    expect((await found('cy'))[0]).toMatchObject({ subtitle: '1,200th of 1,200, all time', extra: '\u22121,200 points' });
    expect((await found('newcomer'))[0]).toMatchObject({ subtitle: 'No points on Leaderboard yet', extra: '' });
  });

  test('are found by either name, the text itself first, then what begins with it, then the better rank, then no rank', async () => {
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

  test('without a text are the leaders, twenty at most', async () => {
    expect(await titles('')).toEqual([]);
    await play(Array.from({ length: 30 }, (_, i) => [`p${i}`, i] as const));
    expect(await titles('')).toEqual(Array.from({ length: 20 }, (_, i) => `p${29 - i}`));
    expect(await titles('p')).toEqual(await titles(''));
  });

  test('of very many who match, the leaders are found and whoever is called exactly so', async () => {
    await play(Array.from({ length: MOST_LOOKED_AT + 500 }, (_, i) => [`player ${i}`, i] as const));
    await play([
      ['late player', 1_000_000],
      ['p', 0, 'Pat'],
    ]);
    expect((await titles('player')).slice(0, 3)).toEqual([1499, 1498, 1497].map((i) => `player ${i}`));
    expect((await titles('P')).slice(0, 2)).toEqual(['Pat', `player ${MOST_LOOKED_AT + 499}`]);
    expect((await titles('late'))[0]).toBe('late player');
  });
});

describe('tournaments and achievements', () => {
  test('are found by title, nearest first and then as the operator has them, twenty at most', async () => {
    const cups = Array.from({ length: 25 }, (_, i) => entry(`cup-${i}`, `Cup ${i}`));
    await catalogue.replace({ tournaments: [entry('winter', 'Winter Cup'), ...cups] });
    expect(await titles('cup', 'tournaments')).toEqual(cups.slice(0, 20).map(({ title }) => title));
    expect((await titles('', 'tournaments')).slice(0, 2)).toEqual(['Winter Cup', 'Cup 0']);
    expect(await titles('WINTER', 'tournaments')).toEqual(['Winter Cup']);
    expect(await titles('for all', 'tournaments')).toEqual([]);
  });

  test('follow the players where everything is searched, and no two have one id', async () => {
    await play([
      ['tournament-cup', 5, 'Cupid'],
      ['cup', 7],
    ]);
    await catalogue.replace({ tournaments: [entry('cup', 'Cup of Tea')], achievements: [entry('cup', 'Full Cup')] });
    const all = await found('cup', 'all');
    expect(all.map(({ type, title }) => [type, title])).toEqual([
      ['player', 'cup'],
      ['player', 'Cupid'],
      ['tournament', 'Cup of Tea'],
      ['achievement', 'Full Cup'],
    ]);
    expect(all.map(({ id }) => id)).toEqual(['player-cup', 'player-tournament-cup', 'tournament-cup', 'achievement-cup']);
    for (const category of ['players', 'tournaments', 'achievements'] as const)
      expect(await found('cup', category)).toEqual(all.filter(({ type }) => `${type}s` === category));
  });
});
