import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { textMatcher } from '../../domain/text-match.ts';
import type { BoardSettings, NewEvent, PeriodKey, PointsStore, Recorded } from '../points-store.ts';
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

  it('close once', async () => {
    await store.closePeriod(daily, [2, 1], NOON + DAY);
    await expect(store.closePeriod(daily, [1, 2], NOON + DAY)).rejects.toThrow('closed already');
    expect(await store.finalRank(daily, 2)).toBe(1);
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
    ['a standing too many', 'INSERT INTO standings SELECT board, 3, period, points, reached_at, latest_at FROM standings WHERE player = 2'],
    ['a final total', 'DROP TRIGGER final_standings_keep; UPDATE final_standings SET points = 0 WHERE player = 1'],
    ['a final rank too few', 'DROP TRIGGER final_standings_stay; DELETE FROM final_standings WHERE player = 1'],
    ['an event', 'DROP TRIGGER events_keep; UPDATE events SET points = 6 WHERE seq = 1'],
  ])('is compared with its ledger: %s', async (_, sql) => {
    await record(event('1', 'ann', 5), event('2', 'bob', 7));
    await store.closePeriod(daily, [2, 1], NOON + DAY);
    expect((await store.verify()).differences).toEqual([]);
    tamper(`PRAGMA foreign_keys = OFF; ${sql}`);
    expect((await store.verify()).differences).not.toEqual([]);
  });
});

describe('a data folder', () => {
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

  it('starts anew over what a first start left unfinished', async () => {
    await store.close();
    rmSync(join(folder, 'laurels.db'));
    writeFileSync(join(folder, 'laurels.db.new'), 'half');
    store = await openSqliteStore(folder);
    expect(await store.boards()).toEqual([]);
  });

  const OPEN = `
    import { openSqliteStore } from ${JSON.stringify(new URL('sqlite-store.ts', import.meta.url).href)};
    await openSqliteStore(process.argv[1]);
    console.log('open');
    setInterval(() => {}, 1000);`;

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

  it('is free again once its process was killed', { timeout: 20_000 }, async () => {
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
