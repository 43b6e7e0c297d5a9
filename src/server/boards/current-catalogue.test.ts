import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { problemSchema } from '../../contract/parts/answer-parts.ts';
import { ENDPOINTS } from '../../contract/api.ts';
import { type Catalogue, catalogueSchema, EMPTY_CATALOGUE } from '../../contract/catalogue.ts';
import { MAX_BODY_BYTES, targetOf } from '../../contract/endpoint.ts';
import type { LiveBoardView } from '../../contract/page-answers.ts';
import type { PeriodKind } from '../../domain/calendar.ts';
import { ApiKeys } from '../operation/keys/api-keys.ts';
import { keysFile } from '../operation/keys/keys-file.ts';
import { CurrentAppearance } from '../appearance/current-appearance.ts';
import type { CurrentCatalogue } from './current-catalogue.ts';
import { createLiveApi } from '../api/trial-api.suite.ts';
import { createRateLimits } from '../api/rate-limit.ts';
import { LiveBoards } from './live-boards.ts';
import { type PointsStore, StorageFailure } from '../store/points-store.ts';
import { Kept } from '../../../tests/oracle/kept.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { PLAIN_BOARD } from '../store/stored-values.ts';
import { saveBoard, saveDocument } from '../store/store-under-test.suite.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');

const activity = {
  id: 'daily-match',
  title: 'Daily match',
  description: 'Play one match to the end.',
  points: 100,
  difficulty: 'Easy',
  timeRequired: '20 min',
  link: 'https://play.example/match',
};
const cup = { id: 'winter-cup', title: 'Winter Cup', subtitle: 'Knockout, 64 players', avatar: '🏆', extra: 'Starts Friday' };
const CATALOGUE = {
  activities: [activity],
  tournaments: [cup],
  achievements: [{ ...cup, title: 'Photo finish', avatar: '📸' }],
  prizes: [{ board: 'main', period: 'weekly', from: 1, prize: '500 coins' }],
} as Catalogue;

let folder: string;
let kept: Kept;
let store: PointsStore;
let boards: LiveBoards;
let catalogue: CurrentCatalogue;
let keys: ApiKeys;
let api: ReturnType<typeof createLiveApi>;
const tokens = { read: '', write: '', owner: '' };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-catalogue-'));
  kept = new Kept();
  store = await openMemoryStore(kept);
  await saveBoard(store, {
    name: 'main',
    title: 'Leaderboard',
    ...PLAIN_BOARD,
    calendar: { timeZone: 'Europe/Berlin', weekStart: 1 },
  });
  keys = new ApiKeys(keysFile(folder));
  for (const role of ['read', 'write', 'owner'] as const) tokens[role] = await keys.add(role, role, NOON);
  await serve();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function serve(): Promise<void> {
  boards = await LiveBoards.open(store, { clock: () => NOON, graceMs: Infinity });
  catalogue = boards.catalogue;
  api = createLiveApi({
    boards,
    readiness: async () => [],
    appearance: await CurrentAppearance.open(store, boards),
    keys,
    limits: createRateLimits('off', () => NOON),
    clock: () => NOON,
    log: () => {},
  });
}

async function restart(): Promise<void> {
  await store.close();
  store = await openMemoryStore(kept);
  await serve();
}

const CATALOGUE_TARGET = targetOf(ENDPOINTS.catalogue, {});

async function get<T>(target = CATALOGUE_TARGET): Promise<T> {
  const response = await api(new Request(`http://localhost${target}`), { remoteAddress: '192.0.2.1' });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

function put(body: unknown, token: string | undefined = tokens.owner): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return api(new Request(`http://localhost${CATALOGUE_TARGET}`, { method: 'PUT', body: text, headers }), { remoteAddress: '192.0.2.1' });
}

async function refusal(answer: Promise<Response>) {
  const response = await answer;
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return problemSchema.parse(await response.json());
}

test('is empty at first, and then as stored, even after a restart', async () => {
  expect(await get()).toEqual(EMPTY_CATALOGUE);
  const answer = await put(CATALOGUE);
  expect([answer.status, await answer.json()]).toEqual([200, CATALOGUE]);
  expect(await get()).toEqual(CATALOGUE);
  await restart();
  expect(await get()).toEqual(CATALOGUE);
  expect(await get(targetOf(ENDPOINTS.activities, {}))).toEqual({ activities: [activity] });
});

test('is replaced as a whole: omitted entries are gone', async () => {
  await put(CATALOGUE);
  await put({ tournaments: [cup] });
  expect(await get()).toEqual({ ...EMPTY_CATALOGUE, tournaments: [cup] });
  await restart();
  expect(await get()).toEqual({ ...EMPTY_CATALOGUE, tournaments: [cup] });
});

test('the last of many concurrent changes wins, and every board is notified', async () => {
  await boards.editing.make({ ...boards.board('main'), name: 'second' });
  const changed: string[] = [];
  const stop = boards.changes.onChange((board) => changed.push(board));
  const mark = boards.changes.mark('main');
  const subtitles = Array.from({ length: 20 }, (_, i) => `Round ${i}`);
  await Promise.all(subtitles.map((subtitle) => put({ tournaments: [{ ...cup, subtitle }] })));
  stop();
  expect((await get<Catalogue>()).tournaments[0]!.subtitle).toBe('Round 19');
  expect(changed).toEqual(Array.from({ length: 20 }, () => ['main', 'second']).flat());
  expect(boards.changes.mark('main')).not.toBe(mark);
  await restart();
  expect((await get<Catalogue>()).tournaments[0]!.subtitle).toBe('Round 19');
});

test('its prizes are on the rows at once, on the boards and in the periods they name', async () => {
  await boards.commits.submit(boards.board('main'), [{ id: 'a', username: 'ada', points: 5, digest: 'a' }]);
  const prize = async (period: PeriodKind) => {
    const { podium } = await get<LiveBoardView>(targetOf(ENDPOINTS.boardView, { board: 'main', query: { period } }));
    return podium[1].holder.kind === 'taken' ? podium[1].holder.standing.prize : undefined;
  };
  expect(await prize('weekly')).toBe('');
  await put(CATALOGUE);
  expect([await prize('daily'), await prize('weekly')]).toEqual(['', '500 coins']);
});

test('a board lists all its prizes, however few players are ranked', async () => {
  await boards.editing.make({ ...boards.board('main'), name: 'second' });
  const prizes = async (board: string, period: PeriodKind) =>
    (await get<LiveBoardView>(targetOf(ENDPOINTS.boardView, { board, query: { period } }))).prizes;
  const rules = [
    { board: 'main', from: 1, prize: '500 coins' },
    { period: 'weekly' as const, from: 1, prize: 'A trophy' },
    { from: 60, to: 70, prize: '50 coins' },
    { from: 71, to: 100, prize: '50 coins' },
  ];
  const rest = { from: 60, to: 100, prize: '50 coins' };
  await put({ ...CATALOGUE, prizes: rules });
  expect(await prizes('main', 'daily')).toEqual([{ from: 1, to: 1, prize: '500 coins' }, rest]);
  expect(await prizes('main', 'weekly')).toEqual([{ from: 1, to: 1, prize: '500 coins' }, rest]);
  expect(await prizes('second', 'weekly')).toEqual([{ from: 1, to: 1, prize: 'A trophy' }, rest]);
  expect(await prizes('second', 'monthly')).toEqual([rest]);
  await put({ ...CATALOGUE, prizes: [] });
  expect(await prizes('main', 'daily')).toEqual([]);
});

describe('refuses, naming field and rule, without changes:', () => {
  beforeEach(async () => {
    await put(CATALOGUE);
  });

  /** The problem that refuses a body; expects the catalogue to be unchanged, even after a restart. */
  async function refusalOf(body: unknown, token?: string) {
    const mark = boards.changes.mark();
    const problem = await refusal(put(body, token));
    expect(await get()).toEqual(CATALOGUE);
    expect(boards.changes.mark()).toBe(mark);
    await restart();
    expect(await get()).toEqual(CATALOGUE);
    return problem;
  }

  const prize = { from: 2, prize: '10 coins' };
  test.each<[unknown, field: string, rule: string]>([
    [{ games: [] }, 'games', 'is not a known field'],
    [{ activities: [{ ...activity, colour: 'red' }] }, 'activities[0].colour', 'is not a known field'],
    [{ prizes: [{ ...prize, rank: 1 }] }, 'prizes[0].rank', 'is not a known field'],
    [[], 'body', 'must be an object'],
    [null, 'body', 'must be an object'],
    ['{', 'body', 'must be JSON in UTF-8'],
    [{ tournaments: {} }, 'tournaments', 'must be an array'],
    [{ activities: ['run'] }, 'activities[0]', 'must be an object'],
    [{ activities: [{ ...activity, points: '100' }] }, 'activities[0].points', 'must be a number'],
    [{ activities: [{ ...activity, points: 0 }] }, 'activities[0].points', 'must be at least 1'],
    [{ activities: [{ ...activity, points: 1.5 }] }, 'activities[0].points', 'must be a whole number'],
    [{ activities: [{ ...activity, difficulty: 'easy' }] }, 'activities[0].difficulty', 'must be "Easy" or "Medium" or "Hard"'],
    [{ activities: [{ ...activity, minutes: 0 }] }, 'activities[0].minutes', 'must be at least 1'],
    [{ activities: [{ ...activity, minutes: 1.5 }] }, 'activities[0].minutes', 'must be a whole number'],
    [{ activities: [{ ...activity, minutes: '20' }] }, 'activities[0].minutes', 'must be a number'],
    [{ activities: [{ ...activity, minutes: 600_001 }] }, 'activities[0].minutes', 'must be at most 600000'],
    [{ activities: [{ ...activity, limit: 'daily' }] }, 'activities[0].limit', 'must be an object'],
    [{ activities: [{ ...activity, limit: { times: 0, per: 'day' } }] }, 'activities[0].limit.times', 'must be at least 1'],
    [{ activities: [{ ...activity, limit: { per: 'day' } }] }, 'activities[0].limit.times', 'is missing'],
    [
      { activities: [{ ...activity, limit: { times: 1, per: 'daily' } }] },
      'activities[0].limit.per',
      'must be "day" or "week" or "month" or "ever"',
    ],
    [{ activities: [{ ...activity, limit: { times: 1, per: 'day', in: 2 } }] }, 'activities[0].limit.in', 'is not a known field'],
    [{ activities: [{ ...activity, title: undefined }] }, 'activities[0].title', 'is missing'],
    [{ activities: [{ ...activity, title: '' }] }, 'activities[0].title', 'must have at least one visible character'],
    [{ activities: [{ ...activity, title: 'x'.repeat(81) }] }, 'activities[0].title', 'must have at most 80 characters'],
    [{ activities: [{ ...activity, title: 'a\nb' }] }, 'activities[0].title', 'must be one line without control characters'],
    [
      { activities: [{ ...activity, link: 'javascript:alert(1)' }] },
      'activities[0].link',
      'must be a URL that begins with https:// or http://',
    ],
    [{ activities: [{ ...activity, link: 'https://' }] }, 'activities[0].link', 'must be a URL that begins with https:// or http://'],
    [{ activities: [activity, { ...activity, title: 'Again' }] }, 'activities[1].id', 'must differ from the id of entry 0'],
    [{ tournaments: [cup, { ...cup, id: 'b' }, cup] }, 'tournaments[2].id', 'must differ from the id of entry 0'],
    [{ achievements: [{ ...cup, id: 'Winter Cup' }] }, 'achievements[0].id', 'must be 1 to 64 lowercase letters, digits and hyphens'],
    [{ tournaments: [{ ...cup, avatar: 'W' }] }, 'tournaments[0].avatar', 'must be one emoji'],
    [{ tournaments: [{ ...cup, avatar: '🏆🏆' }] }, 'tournaments[0].avatar', 'must be one emoji'],
    [{ prizes: [{ ...prize, to: 1 }] }, 'prizes[0].to', 'must not be less than "from"'],
    [{ prizes: [{ ...prize, from: 0 }] }, 'prizes[0].from', 'must be at least 1'],
    [{ prizes: [{ ...prize, period: 'yearly' }] }, 'prizes[0].period', 'must be "daily" or "weekly" or "monthly" or "all-time"'],
    [{ prizes: [prize, { ...prize, board: 'none' }] }, 'prizes[1].board', 'must be the name of a board'],
    [{ activities: Array.from({ length: 201 }, (_, i) => ({ ...activity, id: `a${i}` })) }, 'activities', 'must have at most 200 entries'],
    [{ prizes: Array.from({ length: 501 }, () => prize) }, 'prizes', 'must have at most 500 entries'],
  ])('%j', async (body, field, rule) => {
    expect(await refusalOf(body)).toMatchObject({ status: 400, errors: [{ field, rule: expect.stringContaining(rule) as string }] });
  });

  test('reports all faults at once', async () => {
    const body = {
      activities: [activity, { ...activity, points: 0 }],
      prizes: [
        { from: 3, to: 2, prize: 7 },
        { ...prize, board: 'none' },
      ],
      games: 1,
    };
    const { errors } = await refusalOf(body);
    expect(errors!.map(({ field }) => field).toSorted()).toEqual([
      'activities[1].id',
      'activities[1].points',
      'games',
      'prizes[0].prize',
      'prizes[0].to',
      'prizes[1].board',
    ]);
  });

  test('a body that is too large, while reading it', async () => {
    expect(await refusalOf({ ...CATALOGUE, padding: 'x'.repeat(MAX_BODY_BYTES) })).toMatchObject({
      status: 413,
      errors: [{ field: 'body' }],
    });
  });

  test('keys without permission', async () => {
    expect(await refusalOf(EMPTY_CATALOGUE, '')).toMatchObject({ status: 401, errors: [{ field: 'Authorization' }] });
    for (const role of ['read', 'write'] as const) {
      expect(await refusalOf(EMPTY_CATALOGUE, tokens[role])).toMatchObject({
        status: 403,
        errors: [{ field: 'Authorization', rule: 'must be a key with role operator' }],
      });
    }
  });

  test('when the store fails', async () => {
    store = { ...store, changeDocument: () => Promise.reject(new StorageFailure('There is no space left', 'full')) };
    await serve();
    expect(await refusalOf({})).toMatchObject({ status: 507 });
  });
});

test.each([
  ['{"activities":', 'it is not valid JSON'],
  [JSON.stringify({ ...CATALOGUE, seasons: [] }), 'seasons is not a known field'],
])('a stored catalogue that this program cannot read is rejected with advice, and stays unchanged: %s', async (text, why) => {
  await store.close();
  store = await openMemoryStore(kept);
  await saveDocument(store, 'catalogue', text);
  await expect(serve()).rejects.toThrow(`cannot be read: ${why}. It was not changed. Use the version`);
  expect(await store.document('catalogue')).toBe(text);
});

test('text rules apply to input only: a stored catalogue that breaks them can be read', async () => {
  const old = { ...EMPTY_CATALOGUE, tournaments: [{ ...CATALOGUE.tournaments[0]!, title: 'a\u200bb', extra: '' }] };
  await saveDocument(store, 'catalogue', JSON.stringify(old));
  await serve();
  expect(await get()).toEqual(old);
  await expect(catalogue.replace(old)).rejects.toMatchObject({
    faults: [{ field: 'tournaments[0].title' }, { field: 'tournaments[0].extra' }],
  });
});

test('matches the contract', async () => {
  await put(CATALOGUE);
  expect(catalogueSchema.parse(await get())).toEqual(CATALOGUE);
});
