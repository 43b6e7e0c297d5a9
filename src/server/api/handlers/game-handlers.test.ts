import { expect, test } from 'vitest';

import { DAY_MS } from '../../../domain/durations.ts';
import { Problem } from '../../http/problem.ts';
import { programVersion } from '../../operation/this-process.ts';
import { useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();
const { ask, problemOf, rankings, read, send, tokens } = trial;

/** Sends a request with an operator’s key. */
function operate(method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.owner}` };
  return ask(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

test('boards are created, listed and retitled, and accept points', async () => {
  const speedrun = { name: 'speedrun', title: 'Speedrun', scoring: 'best', direction: 'low', timeZone: 'Asia/Kathmandu', weekStart: 7 };
  expect(await send('makeBoard', { body: speedrun }, tokens.owner)).toMatchObject({ status: 201, body: speedrun });
  expect(await read('boards')).toMatchObject({ boards: [{ name: 'main' }, { name: 'speedrun', title: 'Speedrun' }] });
  expect(await problemOf(send('makeBoard', { body: speedrun }, tokens.owner))).toMatchObject({
    type: 'urn:laurels:problem:name-taken',
    title: 'This name is already in use',
    status: 409,
    errors: [{ field: 'name' }],
  });
  expect(await send('changeBoard', { board: 'speedrun', body: { title: 'Any %' } }, tokens.owner)).toMatchObject({
    status: 200,
    body: { ...speedrun, title: 'Any %' },
  });
  expect(await read('boards')).toMatchObject({ boards: [{ name: 'main' }, { name: 'speedrun', title: 'Any %' }] });
  await send('submitPoints', { query: { board: 'speedrun' }, body: { id: 'a', username: 'ada', points: 90 } });
  await send('submitPoints', { query: { board: 'speedrun' }, body: { id: 'b', username: 'bob', points: 80 } });
  expect((await read('rankings', { board: 'speedrun' })).standings.map(({ points }) => points)).toEqual([80, 90]);
  expect((await rankings()).total).toBe(0);
});

test('a time board defaults to best scoring, low first', async () => {
  const made = async (name: string, rules: object) =>
    (await send('makeBoard', { body: { name, title: name, ...rules } }, tokens.owner)).body as object;
  expect(await made('laps', { unit: 'time' })).toMatchObject({ scoring: 'best', direction: 'low' });
  expect(await made('endurance', { unit: 'time', scoring: 'sum', direction: 'high' })).toMatchObject({ scoring: 'sum', direction: 'high' });
  expect(await made('total', { unit: 'time', scoring: 'sum' })).toMatchObject({ scoring: 'sum', direction: 'low' });
  expect(await made('jumps', { unit: 'distance' })).toMatchObject({ scoring: 'sum', direction: 'high' });
});

test('reusing an id with other content is refused with advice that depends on the scoring rule', async () => {
  await send('makeBoard', { body: { name: 'laps', title: 'Laps', unit: 'time' } }, tokens.owner);
  const conflict = async (board: string) => {
    await send('submitPoints', { query: { board }, body: { id: 'a', username: 'ada', points: 90 } });
    return (await problemOf(send('submitPoints', { query: { board }, body: { id: 'a', username: 'ada', points: 95 } }))).detail;
  };
  const taken = 'Event "a" was already sent with different content.';
  expect(await conflict('laps')).toBe(
    `${taken} To correct it, void that event and send the right one under a new id: this id stays taken after a void.`,
  );
  expect(await conflict('main')).toBe(`${taken} Send a correction under a new id: this one stays taken, even after a void.`);
});

test('a board can join and leave a group, which lists show', async () => {
  const groups = async () => (await read('boards')).boards.map(({ name, group }) => [name, group]);
  expect(await send('makeBoard', { body: { name: 'one', title: 'One', group: 'Levels' } }, tokens.owner)).toMatchObject({
    status: 201,
    body: { group: 'Levels' },
  });
  await send('changeBoard', { board: 'main', body: { group: 'Levels' } }, tokens.owner);
  expect(await groups()).toEqual([
    ['main', 'Levels'],
    ['one', 'Levels'],
  ]);
  expect((await read('boardView', { board: 'one' })).boards).toEqual([
    { name: 'main', title: 'Leaderboard', group: 'Levels' },
    { name: 'one', title: 'One', group: 'Levels' },
  ]);
  await send('changeBoard', { board: 'main', body: { title: 'Main' } }, tokens.owner);
  await send('changeBoard', { board: 'one', body: { group: null } }, tokens.owner);
  expect(await groups()).toEqual([
    ['main', 'Levels'],
    ['one', null],
  ]);
  expect(await problemOf(send('changeBoard', { board: 'one', body: { group: ' Levels' } }, tokens.owner))).toMatchObject({ status: 400 });
});

test('a board copy has the settings, limits, review period and prizes, but no points, and all of it is removed with the copy', async () => {
  const rules = { scoring: 'best', direction: 'high', unit: 'laps', timeZone: 'Asia/Kathmandu', weekStart: 7, group: 'Cups' };
  await send('makeBoard', { body: { name: 'cup', title: 'Cup', visibility: 'private', ...rules } }, tokens.owner);
  const limits = { event: 90, hour: null, day: null, history: null, names: true };
  await send('setLimits', { board: 'cup', body: limits }, tokens.owner);
  await send('setReview', { board: 'cup', body: { reviewMinutes: 60 } }, tokens.owner);
  const prizes = [
    { board: 'cup', period: 'weekly', from: 1, to: 1, prize: 'Cup' },
    { from: 1, to: 1, prize: 'Coin' },
  ] as const;
  await send('replaceCatalogue', { body: { prizes } }, tokens.owner);
  await send('submitPoints', { query: { board: 'cup' }, body: { id: 'a', username: 'ada', points: 5 } });

  expect(await send('makeBoard', { body: { name: 'cup-2', title: 'Cup 2', copyOf: 'cup' } }, tokens.owner)).toMatchObject({
    status: 201,
    body: { ...rules, title: 'Cup 2', visibility: 'private' },
  });
  const told = async (path: string) => (await operate('GET', `/api/v1/${path}`)).body as Readonly<Record<string, unknown>>;
  expect(await told('boards/cup-2/limits')).toMatchObject({ limits });
  expect(await told('boards/cup-2/review')).toMatchObject({ reviewMinutes: 60 });
  expect((await told('catalogue'))['prizes']).toMatchObject([prizes[0], { ...prizes[0], board: 'cup-2' }, prizes[1]]);
  expect(await told('boards/cup-2/rankings')).toMatchObject({ total: 0 });

  expect(await operate('DELETE', '/api/v1/boards/cup-2')).toMatchObject({ status: 200 });
  expect((await told('catalogue'))['prizes']).toMatchObject(prizes);
  await send('makeBoard', { body: { name: 'cup-2', title: 'Cup 2' } }, tokens.owner);
  expect(await told('boards/cup-2/limits')).toMatchObject({ limits: { event: null } });
});

test('board figures show the activity of each board, without voided events', async () => {
  for (const name of ['past', 'quiet']) await send('makeBoard', { body: { name, title: name } }, tokens.owner);
  await send('submitPoints', { query: { board: 'past' }, body: { id: 'a', username: 'ada', points: 5 } });
  trial.now += 2 * DAY_MS;
  for (const username of ['ada', 'bob']) await send('submitPoints', { body: { id: username, username, points: 5 } });
  await send('reviseEvent', { board: 'main', query: {}, body: { event: 'bob', does: 'void', reason: 'Sent twice' } }, tokens.owner);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const { body } = await operate('GET', '/api/v1/board-figures');
  expect(body).toEqual({
    figures: [
      { board: 'main', players: 1, eventsToday: 1, lastDay: day(trial.now) },
      { board: 'past', players: 1, eventsToday: 0, lastDay: day(trial.now - 2 * DAY_MS) },
      { board: 'quiet', players: 0, eventsToday: 0, lastDay: null },
    ],
  });
});

test('a copy can override settings, and gets only the limits that fit it', async () => {
  await send('setLimits', { board: 'main', body: { event: 9, hour: 20, day: 30, history: 4, names: false } }, tokens.owner);
  const body = { name: 'peaks', title: 'Peaks', copyOf: 'main', scoring: 'best', group: 'Peaks' };
  expect(await send('makeBoard', { body }, tokens.owner)).toMatchObject({ status: 201, body: { scoring: 'best', group: 'Peaks' } });
  expect(await operate('GET', '/api/v1/boards/peaks/limits')).toMatchObject({ body: { limits: { event: 9, hour: null, history: null } } });
  expect(await problemOf(send('makeBoard', { body: { ...body, name: 'x', copyOf: 'none' } }, tokens.owner))).toMatchObject({ status: 404 });
  expect(await problemOf(send('makeBoard', { body }, tokens.owner))).toMatchObject({ status: 409, errors: [{ field: 'name' }] });
});

test('a board’s unit can be set, and changed later', async () => {
  const board = { name: 'stages', title: 'Stages' };
  expect(await send('makeBoard', { body: { ...board, unit: 'time' } }, tokens.owner)).toMatchObject({
    status: 201,
    body: { unit: 'time' },
  });
  const change = (body: object) => operate('PUT', '/api/v1/boards/stages', body);
  const coins = { one: 'coin', other: 'coins' };
  expect((await change({ unit: coins })).body).toMatchObject({ ...board, unit: coins });
  expect(await read('boards')).toMatchObject({
    boards: [
      { name: 'main', unit: 'points' },
      { ...board, unit: coins },
    ],
  });
  expect(await read('boardView', { board: 'stages' })).toMatchObject({ board: { unit: coins } });
});

test.each([
  [{}, 'body', 'must have at least one field'],
  [{ unit: 'metres' }, 'unit', 'must be "points", "time", "distance", "laps", or an object with the words "one" and "other"'],
  [{ unit: { one: 'coin' } }, 'unit.other', 'is missing'],
  [{ unit: { one: 'coin', other: 'coins', few: 'coins' } }, 'unit.few', 'is not a known field'],
  [{ unit: { one: ' coin', other: 'coins' } }, 'unit.one', 'must not begin or end with a space'],
  [{ unit: { one: 'co\u202ein', other: 'coins' } }, 'unit.one', 'must not contain characters that change the direction of text'],
  [{ state: 'removed' }, 'state', 'must be "listed" or "archived"'],
  [{ direction: 'low' }, 'direction', 'is not a known field'],
])('rejects changing a board to %o', async (body, field, rule) => {
  expect(await problemOf(operate('PUT', '/api/v1/boards/main', body))).toMatchObject({
    status: 400,
    errors: expect.arrayContaining([{ field, rule }]) as unknown,
  });
});

test('an archived board is not listed, accepts no points, and keeps its standings', async () => {
  await send('makeBoard', { body: { name: 'old', title: 'Old' } }, tokens.owner);
  const toOld = { query: { board: 'old' } };
  await send('submitPoints', { ...toOld, body: { id: 'a', username: 'ada', points: 90 } });
  expect(await send('changeBoard', { board: 'old', body: { state: 'archived' } }, tokens.owner)).toMatchObject({
    body: { state: 'archived' },
  });

  const names = async (state?: 'archived') => (await read('boards', { query: { state } })).boards.map(({ name }) => name);
  expect([await names(), await names('archived')]).toEqual([['main'], ['old']]);
  expect((await read('boardView', { board: 'main' })).boards).toEqual([{ name: 'main', title: 'Leaderboard' }]);
  expect((await read('search', { query: { text: 'ada' } })).entries).toMatchObject([{ subtitle: 'No points yet' }]);
  expect((await read('statistics')).cards).toMatchObject([
    {},
    { label: 'Active Games', value: 0 },
    {},
    { label: 'Daily Logins', value: 0 },
  ]);

  const refused = { status: 409, type: 'urn:laurels:problem:archived', errors: [{ field: 'board' }] };
  for (const id of ['a', 'b'])
    expect(await problemOf(send('submitPoints', { ...toOld, body: { id, username: 'ada', points: 90 } }))).toMatchObject(refused);
  expect(await problemOf(send('beginImport', { body: { board: 'old', file: 'x' } }, tokens.owner))).toMatchObject(refused);

  expect((await read('rankings', { board: 'old' })).standings).toMatchObject([{ points: 90 }]);
  expect(await read('boardView', { board: 'old' })).toMatchObject({ board: { state: 'archived' }, boards: [{ name: 'main' }] });
  expect((await trial.boards.store.verify()).differences).toEqual([]);
  await send('changeBoard', { board: 'old', body: { state: 'listed' } }, tokens.owner);
  expect(await send('submitPoints', { ...toOld, body: { id: 'b', username: 'ada', points: 1 } })).toMatchObject({ status: 201 });
  expect(await names()).toEqual(['main', 'old']);
});

test('a board without points can be removed, and a new one with its name inherits nothing', async () => {
  const remove = (board: string) => operate('DELETE', `/api/v1/boards/${board}`);
  await send('makeBoard', { body: { name: 'cup', title: 'Cup', timeZone: 'Asia/Tokyo' } }, tokens.owner);
  await read('rankings', { board: 'cup' });
  const before = trial.boards.changes.position();
  expect(await remove('cup')).toMatchObject({ status: 200, body: { name: 'cup' } });
  expect(trial.boards.changes.position()).toBeGreaterThan(before);
  expect(await problemOf(ask('/api/v1/boards/cup/rankings'))).toMatchObject({ status: 404 });
  expect(await problemOf(remove('cup'))).toMatchObject({ status: 404 });

  await send('makeBoard', { body: { name: 'cup', title: 'Cup', timeZone: 'America/Lima', direction: 'low' } }, tokens.owner);
  for (const [id, points] of [
    ['a', 5],
    ['b', 3],
  ] as const)
    await send('submitPoints', { query: { board: 'cup' }, body: { id, username: id, points } });
  expect((await read('rankings', { board: 'cup' })).standings.map(({ points }) => points)).toEqual([3, 5]);
  const [day] = (await read('player', { username: 'a', query: { board: 'cup' } })).periods;
  expect(day!.period.start).toMatch(/T05:00:00/);
  expect(await problemOf(remove('cup'))).toMatchObject({ status: 409, errors: [{ field: 'board', rule: 'must never have had points' }] });
});

test('a board’s calendar can be changed until it has points', async () => {
  const calendar = { timeZone: 'Asia/Tokyo', weekStart: 7 };
  expect(await operate('PUT', '/api/v1/boards/main', calendar)).toMatchObject({ status: 200, body: calendar });
  await send('submitPoints', { body: { id: 'a', username: 'ada', points: 5 } });
  const [day] = (await read('player', { username: 'ada' })).periods;
  expect(day!.period.start).toMatch(/T15:00:00/);
  expect(await operate('PUT', '/api/v1/boards/main', { ...calendar, title: 'Sprint' })).toMatchObject({ status: 200 });
  const refused = { status: 409, errors: [{ field: 'timeZone' }, { field: 'weekStart' }] };
  expect(await problemOf(operate('PUT', '/api/v1/boards/main', { timeZone: 'UTC' }))).toMatchObject(refused);
  expect(await problemOf(operate('PUT', '/api/v1/boards/main', { weekStart: 1 }))).toMatchObject(refused);
  expect((await trial.boards.store.verify()).differences).toEqual([]);
});

test.each(['main', 'busy'])('the board %s cannot be removed or archived', async (name) => {
  if (name === 'busy') {
    await send('makeBoard', { body: { name, title: name } }, tokens.owner);
    await send('beginImport', { body: { board: name, file: 'season.csv' } }, tokens.owner);
  }
  const path = `/api/v1/boards/${name}`;
  expect(await problemOf(operate('DELETE', path))).toMatchObject({ status: 409, errors: [{ field: 'board' }] });
  expect(await problemOf(operate('PUT', path, { state: 'archived' }))).toMatchObject({
    status: 409,
    errors: [{ field: 'state' }],
  });
});

test('a board in the body is refused, and the error says where it belongs', async () => {
  const event = { id: 'a', username: 'ada', points: 1 };
  const rule = 'must not be in the body: name the board in the address, such as /api/v1/points?board=speedrun';
  const post = (body: object) => operate('POST', '/api/v1/points', body);
  expect(await problemOf(post({ ...event, board: 'main' }))).toMatchObject({ status: 422, errors: [{ field: 'board', rule }] });
  expect(await problemOf(post({ board: 'main', events: [event] }))).toMatchObject({ status: 422, errors: [{ field: 'board', rule }] });
  expect((await post({ events: [{ ...event, board: 'main' }] })).body).toMatchObject({
    results: [{ status: 422, problem: { errors: [{ field: 'events[0].board', rule }] } }],
  });
});

test('health', async () => {
  const version = programVersion();
  expect(await read('livez')).toEqual({ status: 'ok' });
  expect(await read('readyz')).toEqual({ status: 'ok', version });
  trial.open({ readiness: async () => ['The clock was set.'] });
  expect(await read('readyz')).toEqual({ status: 'warning', version, warnings: ['The clock was set.'] });
  const newestAt = Date.parse('2026-11-23T01:28:00Z');
  const busy = async () => ({ state: 'busy' }) as const;
  const none = { schedule: { folder: '/backups', everyMs: 1000, keep: 2 }, list: () => [], make: busy, check: busy, file: () => undefined };
  trial.open({ backups: { ...none, state: { newestAt, trouble: undefined } } });
  expect(await read('readyz')).toEqual({ status: 'ok', version, newestBackup: '2026-11-23T01:28:00.000Z' });
  trial.open({ backups: { ...none, state: { newestAt: undefined, trouble: 'The last backup failed. See the log for the reason.' } } });
  expect(await read('readyz')).toEqual({
    status: 'warning',
    version,
    warnings: ['The last backup failed. See the log for the reason.'],
    newestBackup: null,
  });
  trial.open({ readiness: () => Promise.reject(new Problem('unavailable', 'The database is unreachable.')) });
  expect(await problemOf(ask('/readyz'))).toMatchObject({ status: 503 });
  expect((await ask('/livez')).status).toBe(200);
});

test('a single board is returned as in the list, including archived ones, and private ones only with a key', async () => {
  const { boards } = await trial.read('boards');
  expect(await trial.read('board', { board: 'main' })).toEqual(boards[0]);
  const board = { ...trial.boards.board('main'), name: 'secret' };
  await trial.boards.editing.make(board, { visibility: 'private' });
  await trial.boards.editing.change('secret', { state: 'archived' });
  expect(await trial.problemOf(trial.ask('/api/v1/boards/secret'))).toMatchObject({ status: 404, errors: [{ field: 'board' }] });
  const shown = await trial.ask('/api/v1/boards/secret', { headers: { authorization: `Bearer ${trial.tokens.read}` } });
  expect(shown.body).toMatchObject({ name: 'secret', state: 'archived', visibility: 'private' });
});
