import { beforeEach, expect, test, vi } from 'vitest';

import type { ApiReport } from '../../contract/game-answers.ts';
import { Guests } from '../guests/guests.ts';
import { ClockWatch } from '../operation/clock-watch.ts';
import { DAY, MAIN, MINUTE, NOON, statesIn, useBoards } from './boards-under-test.suite.ts';
import { closeOnce, startClosing } from './closing.ts';
import { IMPORT_PATIENCE_MS } from './revising/import-holds.ts';
import { REOPENED_MS } from './settling/period-closing.ts';
import { parseEvent } from './points/points-intake.ts';

const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');
const FINAL = MIDNIGHT + MINUTE;
const HISTORY = Date.parse('2010-03-14T14:00:00Z');
const TODAY = { board: 'main', kind: 'daily', start: MIDNIGHT - DAY } as const;

const trial = useBoards();
let logged: string[];
beforeEach(() => (logged = []));

const close = () => closeOnce(trial.boards, (text) => logged.push(text));

test('a day closes once it is final, which is logged', async () => {
  await trial.win('ada', 1);
  trial.now = FINAL - 1;
  await close();
  expect(await trial.isClosed(NOON)).toBe(false);
  trial.now = FINAL;
  await close();
  expect(await trial.isClosed(NOON)).toBe(true);
  expect(logged).toEqual(['Closed on "main": the daily period from 2026-11-21T00:00:00.000Z, 1 ranked.']);
});

test('a day accepts events received before it is final and none after, closed or not', async () => {
  trial.now = FINAL - 1;
  expect(statesIn(await trial.win('ada', 1, NOON))).toEqual(['daily counted', 'weekly counted', 'monthly counted', 'all-time counted']);
  trial.now = FINAL;
  expect(statesIn(await trial.win('ada', 1, NOON))).toEqual(['daily closed', 'weekly counted', 'monthly counted', 'all-time counted']);
  expect(await trial.day(NOON)).toEqual(['ada 1']);
  await close();
  expect(statesIn(await trial.win('ada', 1, NOON))).toEqual(['daily closed', 'weekly counted', 'monthly counted', 'all-time counted']);
  expect(await trial.day(NOON)).toEqual(['ada 1']);
});

test('an event received before the day is final counts, even if it is recorded after the closing was queued', async () => {
  await trial.win('ada', 1);
  trial.now = FINAL - 1;
  const results = Promise.all(Array.from({ length: 5 }, () => trial.win('bob', 1, NOON)));
  trial.now = FINAL;
  await close();
  for (const report of await results) expect(statesIn(report)[0]).toBe('daily counted');
  expect(await trial.day(NOON)).toEqual(['bob 5', 'ada 1']);
});

test('during an import, and only then, history counts in its own days', async () => {
  expect(statesIn(await trial.win('ada', 1, HISTORY))).toEqual(['daily closed', 'weekly closed', 'monthly closed', 'all-time counted']);
  const { hold } = await trial.boards.imports.begin('main', 'history.csv');
  expect(statesIn(await trial.win('ada', 1, HISTORY))[0]).toBe('daily counted');
  await trial.win('ada', 1);
  trial.now = FINAL;
  await close();
  // Periods that end during the import close as usual.
  expect([await trial.isClosed(HISTORY), await trial.isClosed(NOON)]).toEqual([false, true]);
  expect(await trial.boards.imports.end(hold.id)).toBe(true);
  expect(statesIn(await trial.win('ada', 1, HISTORY))[0]).toBe('daily closed');
  await close();
  expect(await trial.isClosed(HISTORY)).toBe(true);
  expect(await trial.boards.imports.end(hold.id)).toBe(false);
});

test('an interrupted import is resumed, even after a restart', async () => {
  await trial.boards.imports.begin('main', 'history.csv');
  await trial.win('ada', 1, HISTORY);
  trial.now += 3 * 3_600_000;
  await trial.open();
  await close();
  expect(await trial.isClosed(HISTORY)).toBe(false);
  const { hold, resumed } = await trial.boards.imports.begin('main', 'history.csv');
  expect(resumed).toBe(true);
  expect(trial.boards.imports.list()).toMatchObject([{ board: 'main', file: 'history.csv', startedAt: NOON, seenAt: trial.now }]);
  await trial.boards.imports.end(hold.id);
  await close();
  expect(await trial.isClosed(HISTORY)).toBe(true);
  expect(trial.boards.imports.list()).toEqual([]);
});

test('an import not resumed within a day is abandoned, which is logged', async () => {
  await trial.boards.imports.begin('main', 'history.csv');
  await trial.win('ada', 1, HISTORY);
  trial.now += IMPORT_PATIENCE_MS + 1;
  await close();
  expect(await trial.isClosed(HISTORY)).toBe(true);
  expect(logged[0]).toContain('history.csv');
});

test('an import into one board holds no other board open', async () => {
  await trial.boards.editing.make({ ...MAIN, name: 'other' });
  await trial.boards.imports.begin('other', 'history.csv');
  expect(statesIn(await trial.win('ada', 1, HISTORY))[0]).toBe('daily closed');
});

test('commits continue while many ranks are written, and every event is either in them or reported as late', async () => {
  const PLAYERS = 4000;
  const point = (id: string, username: string) => parseEvent({ id, username, points: 1, at: new Date(NOON).toISOString() }, trial.now);
  const board = trial.boards.board('main');
  await trial.boards.commits.submit(
    board,
    Array.from({ length: PLAYERS }, (_, i) => point(`first ${i}`, `p${i}`)),
  );
  const busy = new AbortController();
  let counted = PLAYERS;
  let late = 0;
  const load = async (name: string) => {
    for (let i = 0; !busy.signal.aborted; i += 1) {
      const [result] = await trial.boards.commits.submit(board, [point(`${name} ${i}`, `p${i % PLAYERS}`)]);
      if (result?.kind !== 'report') expect.fail('refused');
      const [daily, weekly] = statesIn(JSON.parse(result.report) as ApiReport);
      if (daily === 'daily counted') counted += 1;
      else late += 1;
      expect(weekly).toBe('weekly counted');
    }
  };
  const seen = new Set<string>();
  const reading = async () => {
    while (!busy.signal.aborted) {
      const page = await trial.boards.reading.page(board, 'daily', NOON, { after: PLAYERS - 2 }, 10);
      seen.add(`${page.total} players, ranks ${page.standings.map(({ rank }) => rank).join(' ')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const all = [load('a'), load('b'), reading()];
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  trial.now = FINAL;
  await close();
  busy.abort();
  await Promise.all(all);
  expect(late).toBeGreaterThan(0);
  expect([...seen]).toEqual([`${PLAYERS} players, ranks ${PLAYERS - 1} ${PLAYERS}`]);
  const { total, standings } = await trial.boards.reading.page(board, 'daily', NOON, { after: 0 }, PLAYERS);
  expect(total).toBe(PLAYERS);
  expect(standings.reduce((sum, { points }) => sum + points, 0)).toBe(counted);
  expect(await trial.isClosed(NOON)).toBe(true);
  expect(await trial.store.verify()).toMatchObject({ differences: [] });
});

test('a day being written can no longer change, and then is final', async () => {
  await trial.win('ada', 5);
  await trial.send({ id: 'wrong', username: 'bob', points: 9, at: new Date(NOON).toISOString() });
  trial.now = FINAL;
  await close();
  const { periods } = await trial.boards.revisions.revise(trial.boards.board('main'), 'wrong', 'void', 'sent twice');
  expect(periods.map(({ period, state }) => `${period.kind} ${state}`)).toEqual([
    'daily final',
    'weekly changed',
    'monthly changed',
    'all-time changed',
  ]);
  expect(await trial.day(NOON)).toEqual(['bob 9', 'ada 5']);
});

test('players hidden when a day closes rank last, and keep that rank when shown again', async () => {
  await trial.win('ada', 5);
  await trial.win('bob', 9);
  await trial.boards.players.setVisibility('bob', { state: 'hidden' });
  trial.now = FINAL;
  await close();
  await trial.boards.players.setVisibility('bob', { state: 'shown' });
  expect(await trial.day(NOON)).toEqual(['ada 5', 'bob 9']);
});

test('the latest closed day can be reopened and corrected, and closes by itself an hour later', async () => {
  await trial.win('ada', 5);
  await trial.send({ id: 'wrong', username: 'bob', points: 9, at: new Date(NOON).toISOString() });
  trial.now = FINAL;
  await close();
  await trial.boards.closing.reopen(TODAY, 'a score was sent twice');
  expect(await trial.isClosed(NOON)).toBe(false);
  expect(await trial.day(NOON)).toEqual(['bob 9', 'ada 5']);
  await trial.boards.revisions.revise(trial.boards.board('main'), 'wrong', 'void', 'sent twice');
  expect(await trial.day(NOON)).toEqual(['ada 5']);
  // It accepts no events that it would not have accepted before.
  expect(statesIn(await trial.win('ada', 1, NOON))[0]).toBe('daily closed');
  trial.now += REOPENED_MS - 1;
  await close();
  expect(await trial.isClosed(NOON)).toBe(false);
  trial.now += 1;
  await close();
  expect(await trial.isClosed(NOON)).toBe(true);
  expect(await trial.day(NOON)).toEqual(['ada 5']);
  expect(await trial.store.verify()).toMatchObject({ differences: [] });
});

test('a day closed by a wrong clock can be reopened, and then continues', async () => {
  await trial.win('ada', 5);
  trial.now = FINAL;
  await close();
  trial.now = NOON + 1000;
  await trial.boards.closing.reopen(TODAY, 'the clock was wrong');
  expect(statesIn(await trial.win('bob', 9))[0]).toBe('daily counted');
  expect(await trial.day(NOON)).toEqual(['bob 9', 'ada 5']);
  trial.now = FINAL;
  await close();
  expect(await trial.isClosed(NOON)).toBe(true);
});

test('a reopening dated by a wrong clock does not hold the day open once the clock is right', async () => {
  await trial.win('ada', 5);
  trial.now = FINAL + 365 * DAY;
  await close();
  await trial.boards.closing.reopen(TODAY, 'the clock is wrong');
  trial.now = NOON + 1000;
  expect(statesIn(await trial.win('bob', 9))[0]).toBe('daily counted');
  trial.now = FINAL;
  await close();
  expect(await trial.isClosed(NOON)).toBe(true);
});

test('an import never fills a reopened period', async () => {
  await trial.win('ada', 5);
  trial.now = FINAL;
  await close();
  const { hold } = await trial.boards.closing.beginImport('main', 'history.csv');
  await expect(trial.boards.closing.reopen(TODAY, 'why not')).rejects.toThrow('"history.csv" is running');
  await trial.boards.imports.end(hold.id);
  await trial.boards.closing.reopen(TODAY, 'a score was sent twice');
  await expect(trial.boards.closing.beginImport('main', 'history.csv')).rejects.toThrow(
    'The daily period from 2026-11-21T00:00:00.000Z is open again until 2026-11-22T01:01:00.000Z.',
  );
  trial.now += REOPENED_MS;
  await close();
  expect((await trial.boards.closing.beginImport('main', 'history.csv')).resumed).toBe(false);
});

test('a day past its time is final, even if it is empty and never closes', async () => {
  await trial.send({ id: 'only', username: 'ada', points: 5, at: new Date(NOON).toISOString() });
  const revise = (does: 'void' | 'restore') => trial.boards.revisions.revise(trial.boards.board('main'), 'only', does, 'looked at again');
  await revise('void');
  trial.now = FINAL;
  const { periods } = await revise('restore');
  expect(periods.map(({ period, state }) => `${period.kind} ${state}`).slice(0, 2)).toEqual(['daily final', 'weekly changed']);
  await close();
  expect([await trial.day(NOON), await trial.isClosed(NOON)]).toEqual([[], false]);
});

test('periods can be reopened one at a time, latest first', async () => {
  await trial.win('ada', 5);
  trial.now = NOON + DAY;
  await trial.win('ada', 5);
  trial.now = FINAL + DAY;
  await close();
  await trial.boards.closing.reopen({ ...TODAY, start: MIDNIGHT }, 'first');
  await expect(trial.boards.closing.reopen(TODAY, 'second')).rejects.toThrow('only one at a time');
});

test('only the latest closed period of its kind can be reopened', async () => {
  await expect(trial.boards.closing.reopen(TODAY, 'why not')).rejects.toThrow('None is closed');
  await trial.win('ada', 5);
  trial.now = FINAL;
  await trial.win('ada', 5);
  await close();
  trial.now += DAY;
  await close();
  await expect(trial.boards.closing.reopen(TODAY, 'too late')).rejects.toThrow('The latest one starts at 2026-11-22');
  expect(await trial.isClosed(NOON)).toBe(true);
});

test('small clock corrections never add up to a jump', async () => {
  let steady = 0;
  const watch = new ClockWatch(
    () => trial.now,
    () => steady,
  );
  for (let day = 0; day < 60; day += 1) {
    steady += DAY;
    trial.now += DAY + 1000;
    expect(watch.trouble(undefined)).toBeUndefined();
  }
});

test('after a clock change or a future event, nothing closes until the clock is right', async () => {
  let steady = 0;
  const watch = new ClockWatch(
    () => trial.now,
    () => steady,
  );
  await trial.win('ada', 1);
  const newest = await trial.store.newestReceivedAt();
  expect(watch.trouble(newest)).toBeUndefined();
  trial.now = FINAL;
  expect(watch.trouble(newest)).toMatch(/set forward by 43260 s/);
  trial.now = NOON - MINUTE;
  expect(watch.trouble(newest)).toMatch(/newest event is dated 21 Nov 2026, 12:00:00 UTC,/);
  trial.now = FINAL;
  steady = FINAL - NOON;
  expect(watch.trouble(newest)).toBeUndefined();
});

test('if another machine’s clock is ahead, the loop logs that once', async () => {
  await trial.win('ada', 1);
  let looks = 0;
  // Ahead by a minute, checked every second.
  const watch = new ClockWatch(
    () => NOON - MINUTE + (looks += 1) * 1000,
    () => 0,
  );
  const closing = startClosing(trial.boards, watch, (text) => logged.push(text));
  await expect.poll(() => looks).toBeGreaterThan(3);
  await closing.stop();
  expect(logged).toEqual([expect.stringMatching(/^Periods cannot be closed: The newest event is dated 21 Nov 2026, 12:00:00 UTC,/)]);
});

test('the loop closes due periods, and logs once what prevents it', async () => {
  let steady = 0;
  const watch = new ClockWatch(
    () => trial.now,
    () => steady,
  );
  await trial.win('ada', 1);
  trial.now = FINAL;
  const { store } = trial.boards;
  const clock = () => FINAL - 7 * DAY;
  await new Guests({ store, clock, siteName: () => '', alike: async () => undefined }).create('Ada', 'web');
  const guests = async () => (await store.records('guest', { limit: 9 })).length;
  const closing = startClosing(trial.boards, watch, (text) => logged.push(text));
  await expect.poll(() => logged).toEqual([expect.stringMatching(/^Periods cannot be closed: The clock was set forward/)]);
  // Once it checks again, the first run has done everything else.
  const looked = vi.spyOn(watch, 'trouble');
  await expect.poll(() => looked.mock.calls.length).toBeGreaterThan(0);
  expect([await trial.isClosed(NOON), await guests()]).toEqual([false, 1]);
  steady = FINAL - NOON;
  await expect.poll(async () => [await trial.isClosed(NOON), await guests()]).toEqual([true, 0]);
  await closing.stop();
  expect(logged).toHaveLength(2);
});
