import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { textMatcher } from '../../../domain/search/text-match.ts';
import type { BoardSettings, NewEvent, PeriodKey, PointsStore, Recorded } from '../points-store.ts';
import { asVersion1, asVersion2 } from './earlier-schema.ts';
import { openSqliteStore } from './sqlite-store.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

const board: BoardSettings = {
  name: 'main',
  title: 'Main',
  scoring: 'sum',
  direction: 'high',
  calendar: { timeZone: 'UTC', weekStart: 1 },
};
const daily: PeriodKey = { board: 'main', kind: 'daily', start: Date.UTC(2026, 10, 20) };
const allTime: PeriodKey = { board: 'main', kind: 'all-time', start: -Infinity };

let folder: string;
let store: PointsStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-store-'));
  store = await openSqliteStore(folder);
  await store.saveBoard(board);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function event(id: string, username: string, points: number, more: Partial<NewEvent> = {}): NewEvent {
  return {
    id,
    username,
    points,
    at: NOON,
    activity: '',
    displayName: undefined,
    avatar: undefined,
    digest: `${username} ${points}`,
    ...more,
  };
}

let answers = 0;

function record(...events: NewEvent[]): Promise<readonly Recorded[]> {
  return store.record('main', events, NOON, ({ player }) => `${player.username}, answer ${(answers += 1)}`);
}

async function reopen(): Promise<void> {
  await store.close();
  store = await openSqliteStore(folder);
}

/** Changes the database behind the store's back. */
function tamper(sql: string): void {
  const database = new DatabaseSync(join(folder, 'laurels.db'));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

function counted(sql: string): unknown {
  const database = new DatabaseSync(join(folder, 'laurels.db'), { readOnly: true });
  try {
    return database.prepare(sql).get()!['count'];
  } finally {
    database.close();
  }
}

async function totals(period: PeriodKey): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for await (const { number, points } of store.standings(period)) found[number] = points;
  return found;
}

describe('boards', () => {
  it('come back as they were saved, in the order they were made', async () => {
    const second: BoardSettings = {
      ...board,
      name: 'a',
      scoring: 'best',
      direction: 'low',
      calendar: { timeZone: 'Asia/Kathmandu', weekStart: 7 },
    };
    await store.saveBoard(second);
    await store.saveBoard({ ...board, title: 'New title' });
    await reopen();
    expect(await store.boards()).toEqual([{ ...board, title: 'New title' }, second]);
  });

  it.each<Partial<BoardSettings>>([
    { scoring: 'best' },
    { direction: 'low' },
    { calendar: { timeZone: 'Europe/Berlin', weekStart: 1 } },
    { calendar: { timeZone: 'UTC', weekStart: 7 } },
  ])('refuse another way of counting: %o', async (change) => {
    await expect(store.saveBoard({ ...board, ...change })).rejects.toThrow('cannot change');
    expect(await store.boards()).toEqual([board]);
  });

  it('refuse a zone that does not exist', async () => {
    await expect(store.saveBoard({ ...board, name: 'b', calendar: { timeZone: 'Mars/Base', weekStart: 1 } })).rejects.toThrow(RangeError);
    expect(await store.boards()).toEqual([board]);
  });

  it('do not share events or standings', async () => {
    await store.saveBoard({ ...board, name: 'other' });
    await record(event('1', 'ann', 5));
    const [recorded] = await store.record('other', [event('1', 'ann', 7)], NOON, () => '');
    expect(recorded?.outcome).toBe('recorded');
    expect(await totals({ ...allTime, board: 'other' })).toEqual({ 1: 7 });
    expect(await totals(allTime)).toEqual({ 1: 5 });
  });

  it('that nobody made are named in the refusal', async () => {
    await expect(store.record('none', [], NOON, () => '')).rejects.toThrow('none');
  });
});

describe('one id', () => {
  it('counts once, within a commit, in the next and after a restart, and is answered the same', async () => {
    const same = Array.from({ length: 50 }, () => event('1', 'ann', 5));
    const [first, ...rest] = await record(...same);
    const answer = first?.outcome === 'recorded' ? first.answer : undefined;
    expect(answer).toBeTypeOf('string');
    expect(rest).toEqual(rest.map(() => ({ outcome: 'repeated', answer })));
    await reopen();
    expect(await Promise.all(same.map((again) => record(again)))).toEqual(same.map(() => [{ outcome: 'repeated', answer }]));
    expect(await totals(allTime)).toEqual({ 1: 5 });
    expect(await store.verify()).toEqual({ events: 1, standings: 4, differences: [] });
  });

  it('with another body is refused, and nothing else of the commit is', async () => {
    const recorded = await record(event('1', 'ann', 5), event('1', 'new', 6, { displayName: 'New' }), event('2', 'ann', 1));
    expect(recorded.map(({ outcome }) => outcome)).toEqual(['recorded', 'refused', 'recorded']);
    expect(recorded[1]).toEqual({ outcome: 'refused', reason: 'known id, another body' });
    expect(await store.playerNamed('new')).toBeUndefined();
    expect(await totals(allTime)).toEqual({ 1: 6 });
  });
});

describe('totals', () => {
  it('are exact up to the last whole number and refused beyond, without a trace', async () => {
    await record(event('1', 'ann', Number.MAX_SAFE_INTEGER), event('2', 'bob', Number.MIN_SAFE_INTEGER));
    const refused = { outcome: 'refused', reason: 'total out of range' };
    const beyond = event('3', 'ann', 1, { at: NOON - DAY, displayName: 'Beyond', avatar: '🦊' });
    expect(await record(beyond, event('4', 'bob', -1))).toEqual([refused, refused]);
    await reopen();
    expect(await totals(allTime)).toEqual({ 1: Number.MAX_SAFE_INTEGER, 2: Number.MIN_SAFE_INTEGER });
    expect(await totals({ ...daily, start: daily.start - DAY })).toEqual({});
    expect((await store.playerNamed('ann'))?.displayName).toBe('ann');
    expect(await store.verify()).toEqual({ events: 2, standings: 8, differences: [] });
  });

  it('keep nothing of a commit whose answer throws, in the database or in memory', async () => {
    await record(event('1', 'ann', 5));
    const failing = store.record('main', [event('2', 'ann', 1, { displayName: 'Later' }), event('3', 'bob', 1)], NOON, ({ player }) => {
      if (player.username === 'bob') throw new Error('planned');
      return '';
    });
    await expect(failing).rejects.toThrow('planned');
    expect(await totals(allTime)).toEqual({ 1: 5 });
    expect(await store.players([1])).toEqual([{ number: 1, username: 'ann', displayName: 'ann', avatar: '🎮' }]);
    const [recorded] = await record(event('4', 'ann', 1));
    expect(recorded).toMatchObject({
      changes: [{ after: { points: 6 } }, { after: { points: 6 } }, { after: { points: 6 } }, { after: { points: 6 } }],
    });
    expect(await store.verify()).toEqual({ events: 2, standings: 4, differences: [] });
  });

  it('refuse a commit inside a commit, and keep nothing of either', async () => {
    let inner: Promise<unknown> = Promise.resolve();
    await store.record('main', [event('1', 'ann', 5)], NOON, () => {
      inner = record(event('2', 'ann', 5)).catch(String);
      return '';
    });
    expect(await inner).toContain('must not overlap');
    expect(await totals(allTime)).toEqual({ 1: 5 });
  });
});

describe('players', () => {
  it('are one whatever the case and form of the name, and keep the first spelling', async () => {
    await record(event('1', 'Çelik', 1), event('2', 'ÇELIK', 1), event('3', 'ｃ\u0327elik', 1));
    await reopen();
    await record(event('4', 'çelik', 1));
    expect(await store.playerNamed('ÇELIK'.normalize('NFD'))).toEqual({ number: 1, username: 'Çelik', displayName: 'Çelik', avatar: '🎮' });
    expect(await totals(allTime)).toEqual({ 1: 4 });
  });

  it('take the name and picture of the latest event that had one', async () => {
    await record(event('1', 'ann', 1, { displayName: 'Ann A.' }), event('2', 'ann', 1, { avatar: '🦊' }));
    await reopen();
    expect(await store.players([1])).toEqual([{ number: 1, username: 'ann', displayName: 'Ann A.', avatar: '🦊' }]);
    await expect(store.players([1, 2])).rejects.toThrow('2');
  });

  it('are found by the rule of the search box', async () => {
    const names = [
      ['ann', 'Captain'],
      ['ÖZGÜR', 'Ace'],
      ['.*', '100 %'],
      ['Straße', 'ΣΊΣΥΦΟΣ'],
      ['e\u0301mile', 'x'],
    ] as const;
    await record(...names.map(([username, displayName], i) => event(String(i), username, 1, { displayName })));
    for (const text of ['', 'a', 'AN', 'özgür', '.*', '%', '_', 'ß', 'ς', 'σ', 'Σ', 'É', 'nn\nca', 'ee']) {
      const matches = textMatcher(text);
      const expected = names.flatMap((pair, i) => (pair.some(matches) ? [i + 1] : []));
      expect([text, await store.playersMatching(text, 10)]).toEqual([text, expected]);
    }
    expect(await store.playersMatching('', 2)).toEqual([1, 2]);
  });
});

describe('when players came', () => {
  const late = NOON + DAY;

  it('is known for every moment, also after the clock was set back', async () => {
    expect(await store.playersKnownBefore(late)).toBe(0);
    expect(await store.playerCount()).toBe(0);
    await store.record('main', [event('1', 'ann', 5), event('2', 'bob', 5)], late, () => '');
    await store.record('main', [event('3', 'ann', 5), event('4', 'cleo', 5)], NOON, () => '');
    await reopen();
    await store.record('main', [event('5', 'dora', 5)], NOON + 1, () => '');
    await store.record('main', [event('6', 'eve', 5)], late + 2, () => '');
    expect(await store.playersKnownBefore(late)).toBe(0);
    expect(await store.playersKnownBefore(late + 1)).toBe(4);
    expect(await store.playersKnownBefore(late + 3)).toBe(5);
    expect(await store.playerCount()).toBe(5);
    expect((await store.verify()).differences).toEqual([]);
  });
});

describe('the events of a player', () => {
  const idsOf = async (player: number, stretch: { before?: number; limit: number }, boardName = 'main') =>
    (await store.eventsOf(boardName, player, stretch)).map(({ id }) => id);

  it('come newest first by arrival, whatever their own time, page by page', async () => {
    await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 6, { at: NOON - 3 * DAY, activity: 'Quest' }));
    await record(event('4', 'ann', 1));
    await reopen();
    await record(event('5', 'bob', 1), event('6', 'ann', 0), event('1', 'ann', 5));
    expect(await idsOf(1, { limit: 10 })).toEqual(['6', '4', '3', '1']);
    expect(await idsOf(1, { limit: 2 })).toEqual(['6', '4']);
    expect(await idsOf(1, { before: 4, limit: 2 })).toEqual(['3', '1']);
    expect(await idsOf(1, { before: 1, limit: 2 })).toEqual([]);
    expect(await idsOf(2, { limit: 10 })).toEqual(['5', '2']);
    expect(await store.eventsOf('main', 1, { before: 4, limit: 1 })).toEqual([
      {
        seq: 3,
        id: '3',
        points: 6,
        at: NOON - 3 * DAY,
        receivedAt: NOON,
        activity: 'Quest',
        counted: ['daily', 'weekly', 'monthly', 'all-time'],
      },
    ]);
  });

  it('are none before an event of somebody else, which would take a walk to find', async () => {
    await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 6));
    expect(await idsOf(1, { before: 2, limit: 5 })).toEqual([]);
    expect(await idsOf(1, { before: 99, limit: 5 })).toEqual([]);
  });

  it('say what was closed when they arrived', async () => {
    await record(event('1', 'ann', 5));
    await store.closePeriod(daily, [1], NOON + DAY);
    await record(event('2', 'ann', 5));
    expect((await store.eventsOf('main', 1, { limit: 1 }))[0]?.counted).toEqual(['weekly', 'monthly', 'all-time']);
  });

  it('stay on their board', async () => {
    await store.saveBoard({ ...board, name: 'other' });
    await record(event('1', 'ann', 5));
    await store.record('other', [event('2', 'ann', 5)], NOON, () => '');
    await record(event('3', 'ann', 5));
    expect(await idsOf(1, { limit: 5 })).toEqual(['3', '1']);
    expect(await idsOf(1, { limit: 5 }, 'other')).toEqual(['2']);
    expect(await idsOf(1, { before: 2, limit: 5 })).toEqual([]);
    expect(await idsOf(9, { limit: 5 })).toEqual([]);
    await expect(store.eventsOf('none', 1, { limit: 5 })).rejects.toThrow('none');
  });

  it('are not half linked by a commit that failed', async () => {
    await record(event('1', 'ann', 5));
    let asked = 0;
    const failing = store.record('main', [event('2', 'ann', 1), event('3', 'ann', 1)], NOON, () => {
      asked += 1;
      if (asked === 2) throw new Error('planned');
      return '';
    });
    await expect(failing).rejects.toThrow('planned');
    await record(event('4', 'ann', 1));
    expect(await idsOf(1, { limit: 5 })).toEqual(['4', '1']);
    expect((await store.verify()).differences).toEqual([]);
  });
});

describe('the activities of a day', () => {
  const today = daily.start;

  it('count every event by its own day, late ones too, whether or not the day is closed', async () => {
    await record(event('1', 'ann', 5, { activity: 'Quest' }), event('2', 'bob', 7, { activity: 'Quest' }), event('3', 'ann', 20));
    await store.closePeriod(daily, [1, 2], NOON + DAY);
    await record(event('4', 'ann', 6, { activity: 'Arena' }), event('5', 'ann', -1, { activity: 'Quest', at: NOON - DAY }));
    await record(event('1', 'ann', 5, { activity: 'Quest' }));
    await reopen();
    const days = (from: number, to: number) => store.activityDays('main', from, to);
    const before = [{ start: today - DAY, activity: 'Quest', events: 1, points: -1 }];
    const then = [
      { start: today, activity: 'Quest', events: 2, points: 12 },
      { start: today, activity: 'Arena', events: 1, points: 6 },
      { start: today, activity: '', events: 1, points: 20 },
    ];
    expect(await days(-Infinity, Infinity)).toEqual([...before, ...then]);
    expect(await days(today - DAY, today)).toEqual(before);
    expect(await days(today - DAY + 1, today + 1)).toEqual(then);
    await expect(store.activityDays('none', 0, 1)).rejects.toThrow('none');
  });

  it('are not of another board, and not of a commit that failed', async () => {
    await store.saveBoard({ ...board, name: 'other', calendar: { timeZone: 'Asia/Kathmandu', weekStart: 1 } });
    await store.record('other', [event('1', 'ann', 5, { activity: 'Quest' })], NOON, () => '');
    const failing = store.record('main', [event('1', 'ann', 1), event('2', 'ann', 1)], NOON, () => {
      throw new Error('planned');
    });
    await expect(failing).rejects.toThrow('planned');
    expect(await store.activityDays('main', -Infinity, Infinity)).toEqual([]);
    const start = Date.UTC(2026, 10, 19, 18, 15);
    expect(await store.activityDays('other', -Infinity, Infinity)).toEqual([{ start, activity: 'Quest', events: 1, points: 5 }]);
  });

  it('are bounded where a game makes up thousands: the largest, and the rest together', async () => {
    const made = (day: number) =>
      Array.from({ length: 6000 }, (_, i) => event(`${day} ${i}`, 'ann', i, { activity: `match ${i}`, at: NOON + day * DAY }));
    await record(...made(0), ...made(1), event('none', 'ann', 100_000));
    const found = await store.activityDays('main', today, today + 2 * DAY);
    expect(found).toHaveLength(2 * 51);
    expect(found[0]).toEqual({ start: today, activity: 'match 5999', events: 1, points: 5999 });
    const rest = (5949 * 5950) / 2;
    expect(found[50]).toEqual({ start: today, activity: '', events: 5951, points: rest + 100_000 });
    expect(found[101]).toEqual({ start: today + DAY, activity: '', events: 5950, points: rest });
    expect((await store.verify()).differences).toEqual([]);
  });

  it('add up whatever the points are, as far as whole numbers are exact', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const each = Array.from({ length: 1500 }, (_, i) => event(String(i), `player ${i}`, most, { activity: 'Quest' }));
    await record(...each.slice(0, 1));
    expect(await store.activityDays('main', today, today + 1)).toMatchObject([{ events: 1, points: most }]);
    await record(...each.slice(1));
    expect(await store.activityDays('main', today, today + 1)).toMatchObject([{ events: 1500, points: most }]);
    await record(...each.map(({ id }, i) => event(`minus ${id}`, `other ${i}`, i === 0 ? 3 - most : -most, { activity: 'Quest' })));
    expect(await store.activityDays('main', today, today + 1)).toMatchObject([{ events: 3000, points: 3 }]);
    expect((await store.verify()).differences).toEqual([]);
  });
});

describe('documents', () => {
  it('come back as they were saved last, after a restart too', async () => {
    expect(await store.document('site')).toBeUndefined();
    await store.saveDocument('site', 'first');
    await store.saveDocument('site', '{"name":"Ünï 🎮"}');
    await store.saveDocument('', 'nameless');
    await reopen();
    expect(await store.document('site')).toBe('{"name":"Ünï 🎮"}');
    expect(await store.document('')).toBe('nameless');
    expect(await store.document('sit')).toBeUndefined();
  });
});

describe('periods', () => {
  beforeEach(async () => {
    await record(event('1', 'ann', 5), event('2', 'bob', 7));
  });

  it('end at their end and not before, the shortest first', async () => {
    expect(await store.endedPeriods(daily.start + DAY - 1)).toEqual([]);
    expect(await store.endedPeriods(daily.start + DAY)).toEqual([{ ...daily, end: daily.start + DAY }]);
    expect((await store.endedPeriods(Infinity)).map(({ kind }) => kind)).toEqual(['daily', 'weekly', 'monthly']);
  });

  it('that are closed stay as they were archived, while the longer ones count late events', async () => {
    await store.closePeriod(daily, [2, 1], NOON + DAY);
    const archived = await store.finalStandings(daily, 1, 10);
    expect(archived).toMatchObject({
      total: 2,
      standings: [
        { rank: 1, player: { number: 2 } },
        { rank: 2, player: { number: 1 } },
      ],
    });

    const [late] = await record(event('3', 'ann', 100));
    expect(late).toMatchObject({
      changes: [{ state: 'closed', period: daily }, { after: { points: 105 } }, { after: { points: 105 } }, { after: { points: 105 } }],
    });
    await reopen();
    await record(event('4', 'new', 1));
    expect(await store.finalStandings(daily, 1, 10)).toEqual(archived);
    expect(await totals(daily)).toEqual({ 1: 5, 2: 7 });
    expect(await store.endedPeriods(daily.start + DAY)).toEqual([]);
    expect(await store.verify()).toEqual({ events: 4, standings: 2 + 3 * 3, differences: [] });
  });

  it('give stretches of their final ranks, and the rank of one player', async () => {
    expect(await store.finalStandings(daily, 1, 10)).toBeUndefined();
    expect(await store.finalRank(daily, 1)).toBeUndefined();
    await store.closePeriod(daily, [2, 1], NOON + DAY);
    expect((await store.finalStandings(daily, 2, 1))?.standings.map(({ rank, player }) => [rank, player.number])).toEqual([[2, 1]]);
    expect((await store.finalStandings(daily, 3, 1))?.standings).toEqual([]);
    expect(await store.finalRank(daily, 1)).toBe(2);
    expect(await store.finalRank(daily, 3)).toBeUndefined();
  });

  it('close with nobody in them', async () => {
    const empty = { ...daily, start: daily.start - DAY };
    await store.closePeriod(empty, [], NOON);
    expect(await store.finalStandings(empty, 1, 10)).toEqual({ total: 0, standings: [] });
    const [late] = await record(event('3', 'ann', 1, { at: NOON - DAY }));
    expect(late).toMatchObject({ changes: [{ state: 'closed' }, { state: 'counted' }, { state: 'counted' }, { state: 'counted' }] });
  });

  it.each<[string, PeriodKey, number[]]>([
    ['a player is missing', daily, [2]],
    ['a player is named twice', daily, [2, 2]],
    ['nobody has the number', daily, [2, 1, 3]],
    ['the period never ends', allTime, [2, 1]],
    ['nothing starts then', { ...daily, start: NOON }, [2, 1]],
    ['there is no such board', { ...daily, board: 'none' }, [2, 1]],
  ])('stay open where %s', async (_, period, order) => {
    await expect(store.closePeriod(period, order, NOON + DAY)).rejects.toThrow(RangeError);
    expect(await store.finalStandings(daily, 1, 10)).toBeUndefined();
    expect(await totals(daily)).toEqual({ 1: 5, 2: 7 });
    expect(await store.verify()).toMatchObject({ differences: [] });
  });

  it('have sizes, open and closed, oldest first', async () => {
    await record(event('3', 'ann', 1, { at: NOON - 2 * DAY }), event('4', 'bob', 1, { at: NOON - 40 * DAY }));
    await store.closePeriod({ ...daily, start: daily.start - DAY }, [], NOON);
    await store.closePeriod({ ...daily, start: daily.start - 2 * DAY }, [1], NOON);
    const sizes = (from: number, to: number) => store.periodSizes('main', 'daily', from, to);
    const [oldest, middle, newest] = [
      { start: daily.start - 40 * DAY, standings: 1 },
      { start: daily.start - 2 * DAY, standings: 1 },
      { start: daily.start, standings: 2 },
    ];
    expect(await sizes(-Infinity, Infinity)).toEqual([oldest, middle, newest]);
    expect(await sizes(daily.start - 2 * DAY, daily.start)).toEqual([middle]);
    expect(await sizes(daily.start - 2 * DAY + 1, daily.start + 1)).toEqual([newest]);
    expect(await store.periodSizes('main', 'all-time', -Infinity, Infinity)).toEqual([{ start: -Infinity, standings: 2 }]);
    const beside = (start: number) => store.periodsBeside({ board: 'main', kind: 'daily', start });
    expect(await beside(middle.start)).toEqual({ before: oldest.start, after: newest.start });
    expect(await beside(middle.start + DAY)).toEqual({ before: middle.start, after: newest.start });
    expect(await beside(oldest.start)).toEqual({ before: undefined, after: middle.start });
    expect(await store.periodsBeside({ board: 'main', kind: 'all-time', start: -Infinity })).toEqual({
      before: undefined,
      after: undefined,
    });
  });

  it('close once', async () => {
    await store.closePeriod(daily, [2, 1], NOON + DAY);
    await expect(store.closePeriod(daily, [1, 2], NOON + DAY)).rejects.toThrow('closed already');
    expect(await store.finalRank(daily, 2)).toBe(1);
  });
});

describe('a period of many players', () => {
  const PLAYERS = 2500;
  /** The last who came is first. */
  const order = Array.from({ length: PLAYERS }, (_, i) => PLAYERS - i);

  beforeEach(async () => {
    await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
  });

  const late = (id: string) => record(event(id, 'player 7', 10_000));
  const isWhole = async () => expect((await store.verify()).differences).toEqual([]);

  it('closes while other commits go on, and none of them changes it', async () => {
    const states: unknown[] = [];
    let asked = 0;
    const closing = store.closePeriod(daily, order, NOON + DAY, () => {
      asked += 1;
      states.push(late(`late ${asked}`), store.finalStandings(daily, 1, 1), store.finalRank(daily, PLAYERS));
      return false;
    });
    await expect(store.closePeriod(daily, order, NOON + DAY)).rejects.toThrow('being closed');
    await isWhole();
    expect(await closing).toBe(true);
    const told = [
      { outcome: 'recorded', changes: [{ state: 'closed' }, { state: 'counted' }, { state: 'counted' }, { state: 'counted' }] },
    ];
    expect(await Promise.all(states)).toMatchObject([told, undefined, undefined, told, undefined, undefined, told, undefined, undefined]);
    expect((await store.finalStandings(daily, 1, PLAYERS))?.standings.map(({ player }) => player.number)).toEqual(order);
    expect(await store.finalRank(daily, 7)).toBe(PLAYERS - 6);
    await isWhole();
    await store.clearClosed();
    await isWhole();
    await expect(store.closePeriod(daily, order, NOON + DAY)).rejects.toThrow('closed already');
  });

  it('that was cut closes again after a restart, and takes no event in between', async () => {
    let asked = 0;
    expect(await store.closePeriod(daily, order, NOON + DAY, () => (asked += 1) === 3)).toBe(false);
    await reopen();
    await isWhole();
    expect(await store.finalStandings(daily, 1, 1)).toBeUndefined();
    expect(await store.finalRank(daily, PLAYERS)).toBeUndefined();
    expect(await store.endedPeriods(NOON + DAY)).toMatchObject([daily]);
    expect(await late('late')).toMatchObject([{ changes: [{ state: 'closed' }, {}, {}, {}] }]);
    expect(Object.keys(await totals(daily))).toHaveLength(PLAYERS);

    expect(await store.closePeriod(daily, order, NOON + DAY)).toBe(true);
    expect(await store.finalRank(daily, 7)).toBe(PLAYERS - 6);
    await store.clearClosed(() => true);
    await reopen();
    await isWhole();
    await store.clearClosed();
    expect(() => tamper('DELETE FROM final_standings')).toThrow('never change');
    expect(counted('SELECT count(*) AS count FROM standings WHERE period = 1')).toBe(0);
    await isWhole();
  });

  it('stays open where its order is wrong, and takes events again', async () => {
    for (const wrong of [order.with(2400, PLAYERS), order.with(2400, 1_000_000)]) {
      await expect(store.closePeriod(daily, wrong, NOON + DAY)).rejects.toThrow(RangeError);
      await isWhole();
    }
    expect(await late('late')).toMatchObject([{ changes: [{ state: 'counted' }, {}, {}, {}] }]);
    expect(await store.closePeriod(daily, [7, ...order.filter((player) => player !== 7)], NOON + DAY)).toBe(true);
    await isWhole();
  });
});

describe('the database', () => {
  it.each([
    'UPDATE events SET points = 1000',
    'DELETE FROM events',
    'UPDATE final_standings SET rank = 3 - rank',
    'DELETE FROM final_standings',
    'UPDATE periods SET closed_at = NULL',
    'DELETE FROM periods',
  ])('refuses to rewrite history: %s', async (sql) => {
    await record(event('1', 'ann', 5));
    await store.closePeriod(daily, [1], NOON + DAY);
    expect(() => tamper(sql)).toThrow(/append-only|never change|closed|kept for ever/);
  });

  it.each([
    ['a total', 'UPDATE standings SET points = points + 1 WHERE player = 1 AND period = 2'],
    ['a moment', 'UPDATE standings SET reached_at = reached_at + 1 WHERE player = 2 AND period = 3'],
    ['a standing too few', 'DELETE FROM standings WHERE player = 2 AND period = 2'],
    [
      'a standing too many',
      'INSERT INTO standings SELECT board, 3, period, points, reached_at, latest_at, latest_event FROM standings WHERE player = 2',
    ],
    ['a final total', 'DROP TRIGGER final_standings_keep; UPDATE final_standings SET points = 0 WHERE player = 1'],
    ['a final rank too few', 'DROP TRIGGER final_standings_stay; DELETE FROM final_standings WHERE player = 1'],
    ['an event', 'DROP TRIGGER events_keep; UPDATE events SET points = 6 WHERE seq = 1'],
    ['a broken chain of events', 'DROP TRIGGER events_keep; UPDATE events SET previous = NULL WHERE seq = 3'],
    ["a chain through another player's events", 'DROP TRIGGER events_keep; UPDATE events SET previous = 2 WHERE seq = 3'],
    ['a chain that ends too early', 'UPDATE standings SET latest_event = 1 WHERE latest_event = 3'],
    ['a chain with two ends', 'UPDATE standings SET latest_event = 3 WHERE player = 1'],
    ['a player out of order', 'UPDATE players SET known_since = known_since + 1 WHERE number = 1'],
    ['the points of an activity', 'UPDATE activity_days SET points_low = points_low + 1'],
    ['the events of an activity', 'UPDATE activity_days SET events = events + 1'],
    ['an activity too few', 'DELETE FROM activity_days'],
    ['an activity too many', "INSERT INTO activity_days SELECT board, day, 'x', events, points_high, points_low FROM activity_days"],
    ['a player missing', 'DELETE FROM players WHERE number = 1'],
  ])('is compared with its ledger: %s', async (_, sql) => {
    await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 0));
    await store.closePeriod(daily, [2, 1], NOON + DAY);
    expect((await store.verify()).differences).toEqual([]);
    tamper(`PRAGMA foreign_keys = OFF; ${sql}`);
    expect((await store.verify()).differences).not.toEqual([]);
  });
});

describe('a data folder', () => {
  const OPEN = `
    import { openSqliteStore } from ${JSON.stringify(new URL('sqlite-store.ts', import.meta.url).href)};
    await openSqliteStore(process.argv[1]);
    console.log('open');
    setInterval(() => {}, 1000);`;

  function contents(): Record<string, string> {
    return Object.fromEntries(
      readdirSync(folder)
        // Looking into a database leaves an empty log beside it.
        .filter((name) => /\.db(-wal)?$/.test(name) && (name.endsWith('.db') || statSync(join(folder, name)).size > 0))
        .map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex'),
        ]),
    );
  }

  it.each<[string, string, (file: string) => void]>([
    ['is text', 'not a database', (file) => writeFileSync(file, 'dear diary\n'.repeat(100))],
    ['is empty', 'not a database', (file) => truncateSync(file, 0)],
    ['was cut short', 'damaged', (file) => truncateSync(file, 20_000)],
    ["is another program's", "another program's", () => tamper('PRAGMA application_id = 0')],
    ['is of a later version', 'version 99', () => tamper('PRAGMA user_version = 99')],
    ['lacks a table', 'damaged', () => tamper('PRAGMA foreign_keys = OFF; DROP TABLE standings')],
    ['has a page of rubbish', 'damaged', (file) => writeFileSync(file, Buffer.alloc(8192, 'x'), { flag: 'r+' })],
  ])('is refused and left alone when its file %s', async (_, words, damage) => {
    await record(event('1', 'ann', 5));
    await store.close();
    damage(join(folder, 'laurels.db'));
    const before = contents();
    await expect(openSqliteStore(folder)).rejects.toThrow(words);
    await expect(openSqliteStore(folder)).rejects.toThrow('left as it is');
    expect(contents()).toEqual(before);
  });

  it('of the first version is upgraded, and an upgrade that fails leaves it as it was', async () => {
    await store.saveBoard({ ...board, name: 'other' });
    await store.record('main', [event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 0)], NOON, () => 'kept');
    await store.record('other', [event('1', 'bob', 5), event('2', 'cleo', 7)], NOON - DAY, () => '');
    await store.record('main', [event('4', 'dora', 5)], NOON + DAY, () => '');
    await store.closePeriod(daily, [2, 4, 1], NOON + DAY);
    const events = await store.eventsOf('main', 1, { limit: 5 });
    const activities = await store.activityDays('main', -Infinity, Infinity);
    await store.close();
    const file = join(folder, 'laurels.db');
    asVersion1(file);

    tamper("CREATE TRIGGER planned BEFORE UPDATE ON players BEGIN SELECT RAISE (ABORT, 'planned'); END");
    const before = contents();
    await expect(openSqliteStore(folder)).rejects.toThrow(/version 1 .*planned.* left as it is/);
    expect(contents()).toEqual(before);
    tamper('DROP TRIGGER planned');

    store = await openSqliteStore(folder);
    expect(await store.verify()).toMatchObject({ events: 6, differences: [] });
    expect(await store.eventsOf('main', 1, { limit: 5 })).toEqual(events);
    expect(await store.playersKnownBefore(NOON + 1)).toBe(3);
    expect(activities).toMatchObject([{ events: 4, points: 17 }]);
    expect(await store.activityDays('main', -Infinity, Infinity)).toEqual(activities);
    expect(await record(event('1', 'ann', 5))).toEqual([{ outcome: 'repeated', answer: 'kept' }]);
    expect(() => tamper('UPDATE events SET points = 1000')).toThrow('append-only');
    await reopen();
    expect(await store.eventsOf('other', 2, { limit: 5 })).toMatchObject([{ id: '1' }]);
  });

  it.each([
    ['first', asVersion1],
    ['second', asVersion2],
  ])('of the %s version whose upgrade was followed by a power cut is open as upgraded', async (_, asEarlier) => {
    await record(event('1', 'ann', 5));
    await store.close();
    asEarlier(join(folder, 'laurels.db'));
    const child = spawn(process.execPath, ['--input-type=module', '-e', OPEN, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await closed;
    store = await openSqliteStore(folder);
    expect(await store.verify()).toMatchObject({ events: 1, differences: [] });
  });

  it('starts anew over what a first start left unfinished', async () => {
    await store.close();
    rmSync(join(folder, 'laurels.db'));
    writeFileSync(join(folder, 'laurels.db.new'), 'half');
    store = await openSqliteStore(folder);
    expect(await store.boards()).toEqual([]);
  });

  it('refuses a second process and names the first, here and there', async () => {
    await record(event('1', 'ann', 5));
    const before = contents();
    const second = spawnSync(process.execPath, ['--input-type=module', '-e', OPEN, folder], { encoding: 'utf8' });
    expect(second.status).not.toBe(0);
    expect(second.stderr).toContain(`in use by process ${process.pid}.`);
    await expect(openSqliteStore(folder)).rejects.toThrow(`process ${process.pid}`);
    expect(contents()).toEqual(before);
    await record(event('2', 'ann', 5));
    expect(await totals(allTime)).toEqual({ 1: 10 });
  });

  it('is free again once its process was killed', async () => {
    await store.close();
    const child = spawn(process.execPath, ['--input-type=module', '-e', OPEN, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    await once(child.stdout, 'data');
    await expect(openSqliteStore(folder)).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await closed;
    store = await openSqliteStore(folder);
    expect(await store.boards()).toEqual([board]);
  });
});
