// Operators' corrections of mistakes, on a real server with the test's clock.
import type { ApiRevised } from '../src/contract/operation/ledger.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { type Addressed, type Asked, type Endpoint, targetOf } from '../src/contract/endpoint.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import { startTrialServer, type TrialServer } from './live/trial-server.ts';

type Table = typeof ENDPOINTS;

const NOON = Date.parse('2026-12-16T12:00:00Z');
const MIDNIGHT = Date.parse('2026-12-17T00:00:00Z');
const MINUTE = 60_000;
const REASON = 'Sent twice.';

let now: number;
let server: TrialServer;
let call: ReturnType<typeof createApiClient<Table>>;

beforeEach(async () => {
  now = NOON;
  server = await startTrialServer({}, undefined, () => now);
  call = createApiClient(ENDPOINTS, { origin: server.url, key: server.keys.owner });
});

afterEach(() => server.discard());

async function win(id: string, username: string, points: number, at = now, board = 'main'): Promise<string[]> {
  const report = await call('submitPoints', { query: { board }, body: { id, username, points, at: new Date(at).toISOString() } });
  return 'periods' in report ? report.periods.map(({ kind, state }) => `${kind} ${state}`) : [];
}

const revise = async (event: string, does: 'void' | 'restore', board = 'main') =>
  (await call('reviseEvent', { board, body: { event, does, reason: REASON } })) as ApiRevised;

async function ranked(period: 'daily' | 'all-time' = 'all-time', board = 'main', at?: string): Promise<string[]> {
  const { standings } = await call('rankings', { board, query: { period, at } });
  return standings.map(({ player, points }) => `${player.username} ${points}`);
}

/** Waits until the server has closed or reopened the day. */
async function dayIs(closed: boolean, day = '2026-12-16'): Promise<void> {
  await vi.waitUntil(async () => (await call('boardView', { board: 'main', query: { at: day } })).period.closed === closed, {
    timeout: 300_000,
    interval: 50,
  });
}

/** The status of an answer, and its problem's fields. */
async function refusal<Id extends 'reviseEvent' | 'reopenPeriod' | 'beginImport' | 'endImport'>(
  id: Id,
  asked: Addressed<Table[Id]> & { readonly body?: unknown },
): Promise<readonly [status: number, ...faults: string[]]> {
  const { body, ...addressed } = asked as Asked<Endpoint> & { readonly body?: unknown };
  const response = await fetch(server.url + targetOf<Endpoint>(ENDPOINTS[id], addressed), {
    method: ENDPOINTS[id].method,
    headers: { authorization: `Bearer ${server.keys.owner}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const problem = (await response.json()) as { errors?: { field: string; rule: string }[] };
  return [response.status, ...(problem.errors ?? []).map(({ field, rule }) => `${field} ${rule}`)];
}

test('a voided event leaves every result that is not final, stays on the receipt with the reason, and returns when restored', async () => {
  await win('a', 'ada', 50);
  await win('b', 'bob', 30);
  await win('c', 'ada', 5);
  const revised = await revise('a', 'void');
  expect(revised).toMatchObject({ does: 'void', player: { username: 'ada' }, event: { id: 'a', points: 50, voided: { reason: REASON } } });
  expect(revised.periods).toEqual([
    { kind: 'daily', from: '2026-12-16', state: 'changed' },
    { kind: 'weekly', from: '2026-12-14', state: 'changed' },
    { kind: 'monthly', from: '2026-12-01', state: 'changed' },
    { kind: 'all-time', from: null, state: 'changed' },
  ]);
  for (const period of ['daily', 'all-time'] as const) expect(await ranked(period)).toEqual(['bob 30', 'ada 5']);
  const receipt = await call('receipt', { username: 'ada' });
  expect(receipt.events.map(({ points, state }) => [points, state])).toEqual([
    [5, 'counted'],
    [50, 'voided'],
  ]);
  expect(receipt.events[1]!.voided).toEqual({ at: new Date(NOON).toISOString(), reason: REASON });
  expect(receipt.total).toBe(2);

  expect((await revise('a', 'restore')).event.voided).toBeNull();
  expect(await ranked()).toEqual(['ada 55', 'bob 30']);
  expect((await call('receipt', { username: 'ada' })).events.every(({ state, voided }) => state === 'counted' && voided === null)).toBe(
    true,
  );
});

test('a wrong record on a best board is undone, and a player without other events is no longer ranked', async () => {
  await call('makeBoard', { body: { name: 'lap', title: 'Lap', scoring: 'best', direction: 'low' } });
  await win('true', 'ada', 900, now, 'lap');
  await win('wrong', 'ada', 1, now, 'lap');
  await win('only', 'bob', 2, now, 'lap');
  await revise('wrong', 'void', 'lap');
  await revise('only', 'void', 'lap');
  expect(await ranked('all-time', 'lap')).toEqual(['ada 900']);
  const { place, events } = await call('receipt', { username: 'bob', query: { board: 'lap' } });
  expect([place.kind, ...events.map(({ state }) => state)]).toEqual(['absent', 'voided']);
});

test('final results do not change: the event still counts there, and is marked as voided later', async () => {
  await win('a', 'ada', 50);
  now = MIDNIGHT + MINUTE;
  await dayIs(true);
  const { periods } = await revise('a', 'void');
  expect(periods.map(({ state }) => state)).toEqual(['final', 'changed', 'changed', 'changed']);
  expect(await ranked('daily', 'main', '2026-12-16')).toEqual(['ada 50']);
  expect(await ranked()).toEqual([]);
  const { events } = await call('receipt', { username: 'ada', query: { at: '2026-12-16' } });
  expect(events).toMatchObject([{ state: 'counted', voided: { reason: REASON } }]);
});

test('an event that cannot be voided or restored is refused by field and rule, without changes', async () => {
  await win('a', 'ada', 50);
  const body = { event: 'a', does: 'void', reason: REASON };
  const refused = (more: object, board = 'main') => refusal('reviseEvent', { board, body: { ...body, ...more } });
  expect(await refused({ event: 'none' })).toEqual([404, 'event must be the id of an event of this board']);
  expect(await refused({}, 'none')).toEqual([404, 'board must be the name of a board']);
  expect(await refused({ does: 'restore' })).toEqual([409, 'event must be voided']);
  expect(await refused({ reason: 'two\nlines' })).toEqual([400, expect.stringContaining('reason ')]);
  expect(await refused({ reason: undefined })).toEqual([400, expect.stringContaining('reason ')]);
  expect(await refused({ does: 'undo' })).toEqual([400, 'does must be "void" or "restore"']);
  expect(await refused({ why: 'x' })).toEqual([400, 'why is not a known field']);
  expect(await ranked()).toEqual(['ada 50']);
  await revise('a', 'void');
  expect(await refused({})).toEqual([409, 'event must not be voided']);
});

test('an event whose removal would make a total inexact is not voided', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  await win('a', 'ada', most);
  await win('minus', 'ada', -1);
  await win('b', 'ada', 1);
  expect(await refusal('reviseEvent', { board: 'main', body: { event: 'minus', does: 'void', reason: REASON } })).toEqual([
    422,
    'event must keep the total between -(2^53 - 1) and 2^53 - 1',
  ]);
  expect(await ranked()).toEqual([`ada ${most}`]);
});

test('a period accepts points received before its end plus the grace period, and says until when', async () => {
  await win('a', 'ada', 1);
  now = MIDNIGHT + MINUTE - 1;
  const { period, finalAt } = await call('boardView', { board: 'main', query: { at: '2026-12-16' } });
  expect([period.closed, finalAt]).toEqual([false, '2026-12-17T00:01:00.000Z']);
  expect((await call('boardView', { board: 'main', query: { period: 'all-time' } })).finalAt).toBeNull();
  expect((await win('b', 'bob', 1, MIDNIGHT - 1))[0]).toBe('daily counted');
  now += 1;
  expect((await win('c', 'cy', 1, MIDNIGHT - 1))[0]).toBe('daily closed');
});

test('the latest closed period can be reopened, accepts corrections but no late events, and closes again an hour later', async () => {
  await win('a', 'ada', 50);
  await win('b', 'bob', 30);
  now = MIDNIGHT + MINUTE;
  await dayIs(true);
  const reopened = await call('reopenPeriod', { board: 'main', body: { period: 'daily', date: '2026-12-16', reason: REASON } });
  expect(reopened).toMatchObject({ from: '2026-12-16', finalAt: '2026-12-17T01:01:00.000Z', period: { kind: 'daily', closed: false } });
  // Operators' texts, which may name people, are in the audit log, not in the server's log.
  expect(server.logged.join('\n')).not.toContain(REASON);
  expect((await call('audit', { query: { act: 'reopen-period' } })).entries).toMatchObject([{ board: 'main', reason: REASON }]);
  expect((await win('c', 'cy', 99, NOON))[0]).toBe('daily closed');
  expect((await revise('a', 'void')).periods[0]).toMatchObject({ state: 'changed' });
  await dayIs(false);
  now += 60 * MINUTE;
  await dayIs(true);
  expect(await ranked('daily', 'main', '2026-12-16')).toEqual(['bob 30']);
});

test('an import may have any name of 1 to 1000 characters', async () => {
  const begin = (file: string) => refusal('beginImport', { body: { board: 'main', file } });
  for (const file of ['', 'x'.repeat(1001), 'a\ud800'])
    expect(await begin(file)).toEqual([400, 'file must be well-formed text of 1 to 1000 characters']);
  for (const file of [' ', 'a\nb ', '🦊'.repeat(1000)])
    expect((await call('beginImport', { body: { board: 'main', file } })).resumed).toBe(false);
});

test('no other period can be reopened', async () => {
  await win('a', 'ada', 50);
  const body = { period: 'daily', date: '2026-12-16', reason: REASON };
  const refused = (more: object, board = 'main') => refusal('reopenPeriod', { board, body: { ...body, ...more } });
  expect(await refused({})).toEqual([409, 'date must be in the latest closed period']);
  now = MIDNIGHT + MINUTE;
  await dayIs(true);
  expect(await refused({ date: '2026-12-15' })).toEqual([409, 'date must be in the latest closed period']);
  for (const date of ['2026-02-30', '10000-01-01'])
    expect(await refused({ date })).toEqual([400, 'date must be a day in the years 0001 to 9999, for example 2026-11-20']);
  const noDay = "date must be a day that exists in the board's time zone, in the years 0001 to 9999";
  expect(await refused({ date: '0000-01-01' })).toEqual([400, noDay]);
  expect(await refused({ period: 'all-time' })).toEqual([400, 'period must be "daily", "weekly" or "monthly": all time is never closed']);
  expect(await refused({ reason: ' ' })).toEqual([400, expect.stringContaining('reason ')]);
  expect(await refused({}, 'none')).toEqual([404, 'board must be the name of a board']);
  await dayIs(true);
});

test('an import fills past days until it ends; a period that was due when it began is closed to it', async () => {
  await win('a', 'ada', 1);
  now = MIDNIGHT + MINUTE;
  const begun = await call('beginImport', { body: { board: 'main', file: 'season.csv' } });
  expect(begun).toMatchObject({ resumed: false, import: { board: 'main', file: 'season.csv', startedAt: new Date(now).toISOString() } });
  expect((await win('b', 'bob', 1, NOON))[0]).toBe('daily closed');
  expect((await win('c', 'bob', 1, NOON - 86_400_000))[0]).toBe('daily counted');
  now += MINUTE;
  const again = await call('beginImport', { body: { board: 'main', file: 'season.csv' } });
  expect(again).toMatchObject({ resumed: true, import: { id: begun.import.id, startedAt: begun.import.startedAt } });
  expect((await call('imports')).imports.map(({ id }) => id)).toEqual([begun.import.id]);
  expect(await call('endImport', { import: begun.import.id })).toMatchObject({ file: 'season.csv' });
  expect((await call('imports')).imports).toEqual([]);
  expect((await win('d', 'bob', 1, NOON - 86_400_000))[0]).toBe('daily closed');
});

test('unknown imports, and imports into an unknown board, are refused', async () => {
  expect(await refusal('endImport', { import: '0123456789abcdef' })).toEqual([404, 'import must be the id of an import']);
  expect(await refusal('endImport', { import: 'x' })).toEqual([404, 'import must be the id of an import']);
  expect(await refusal('beginImport', { body: { board: 'none', file: 'a.csv' } })).toEqual([404, 'board must be the name of a board']);
  expect(await refusal('beginImport', { body: { board: 'main' } })).toEqual([400, expect.stringContaining('file ')]);
  expect((await call('imports')).imports).toEqual([]);
});

test('no import begins while the clock is wrong, since no period can be closed before it', async () => {
  await win('a', 'ada', 1);
  now -= 60 * MINUTE;
  expect((await refusal('beginImport', { body: { board: 'main', file: 'a.csv' } }))[0]).toBe(503);
  expect((await call('imports')).imports).toEqual([]);
});
