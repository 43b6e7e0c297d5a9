// Past moments of a board, through the boards, the API and the store source.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import { ROWS_PER_PAGE } from '../../contract/leaderboard-source.ts';
import type { LiveBoardView } from '../../contract/page-answers.ts';
import { momentText } from '../../contract/moment-text.ts';
import { UnknownMoment } from '../../contract/when.ts';
import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { SCORING_RULES } from '../../domain/scoring.ts';
import { CurrentAppearance } from '../appearance/current-appearance.ts';
import { createLiveApi } from '../api/trial-api.suite.ts';
import { closePast, takePast } from './boards-under-test.suite.ts';
import { createRateLimits } from '../api/rate-limit.ts';
import { LiveBoards } from './live-boards.ts';
import { parseEvent } from './points/points-intake.ts';
import type { PointsStore } from '../store/points-store.ts';
import { type BoardSettings, PLAIN_BOARD } from '../store/stored-values.ts';
import { createStoreSource } from '../answers/store-source.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';

const MORNING = Date.parse('2026-11-18T00:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CALENDAR = { timeZone: 'UTC', weekStart: 1 } as const;

let store: PointsStore;
let boards: LiveBoards;
let now: number;
let ids: number;

beforeEach(async () => {
  store = await openMemoryStore();
  now = MORNING;
  ids = 0;
  boards = await LiveBoards.open(store, { clock: () => now, graceMs: 0 });
  await makeBoard({ name: 'main' });
  await takePast(boards);
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
});

async function makeBoard(board: Partial<BoardSettings> & { readonly name: string }): Promise<void> {
  await boards.editing.make({
    title: 'Main',
    ...PLAIN_BOARD,
    calendar: CALENDAR,
    ...board,
  });
}

async function win(username: string, points: number, at = now, board = 'main'): Promise<void> {
  ids += 1;
  const [result] = await boards.commits.submit(boards.board(board), [
    parseEvent({ id: String(ids), username, points, at: new Date(at).toISOString() }, Math.max(now, at)),
  ]);
  expect(result?.kind).toBe('report');
}

/** A board’s page: now, if no moment is given. */
function shown(moment?: number, { period = 'daily', ...more }: Partial<Parameters<ReturnType<typeof source>['rankings']>[0]> = {}) {
  const at = moment === undefined ? '' : momentText(moment);
  return source().rankings({ board: '', q: '', page: 1, at, period, ...more });
}

function source() {
  return createStoreSource(boards);
}

/** The standings with all fields of a row except the prize. */
function standings({ podium: [second, first, third], rows }: LiveBoardView) {
  const lanes = [first, second, third].flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : []));
  return [...lanes, ...rows.items].map(({ rank, points, tie, player }) => [rank, player.name, points, tie] as const);
}

async function names(moment?: number, more: Parameters<typeof shown>[1] = {}): Promise<readonly string[]> {
  return standings(await shown(moment, more)).map(([rank, name, points]) => `${rank} ${name} ${points}`);
}

test('law: a board at a moment is what was shown at that time, in every kind of period, and never changes', async () => {
  const step = fc.record({
    player: fc.integer({ min: 0, max: 7 }),
    points: fc.integer({ min: -2, max: 5 }),
    later: fc.integer({ min: 1, max: 20 }),
  });
  let board = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.constantFrom(...SCORING_RULES),
      fc.constantFrom('high', 'low'),
      async (steps, scoring, direction) => {
        board += 1;
        const name = `board-${board}`;
        now = MORNING;
        await makeBoard({ name, scoring, direction });
        const seen: { readonly moment: number; readonly kind: (typeof PERIOD_KINDS)[number]; readonly standings: unknown }[] = [];
        for (const { player, points, later } of steps) {
          now += later * HOUR;
          await win(`player ${player}`, points, now, name);
          for (const kind of PERIOD_KINDS) {
            const view = await shown(undefined, { board: name, period: kind });
            seen.push({ moment: now, kind, standings: standings(view) });
          }
        }
        for (const close of [false, true]) {
          now += 40 * DAY;
          if (close) await closePast(boards);
          for (const { moment, kind, standings: then } of seen) {
            expect(standings(await shown(moment, { board: name, period: kind }))).toEqual(then);
          }
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('a moment includes events of the same millisecond, and late ones by their own time', async () => {
  await win('ada', 5, MORNING + HOUR);
  now = MORNING + 5 * HOUR;
  await win('bob', 7, MORNING + 2 * HOUR);
  expect(await names(MORNING + HOUR - 1)).toEqual([]);
  expect(await names(MORNING + HOUR)).toEqual(['1 ada 5']);
  expect(await names(MORNING + 2 * HOUR)).toEqual(['1 bob 7', '2 ada 5']);
  await win('ada', 9, MORNING + HOUR);
  expect(await names(MORNING + HOUR)).toEqual(['1 ada 14']);
  await win('ada', 1, now);
  expect(await names(MORNING + 4 * HOUR)).toEqual(['1 ada 14', '2 bob 7']);
  expect(await names(now)).toEqual(['1 ada 15', '2 bob 7']);
});

test('an event received after its period closed is included in longer periods only', async () => {
  await win('ada', 5, MORNING + HOUR);
  now = MORNING + DAY + HOUR;
  await closePast(boards);
  await win('bob', 9, MORNING + 2 * HOUR);
  expect(await names(MORNING + 3 * HOUR)).toEqual(['1 ada 5']);
  expect(await names(MORNING + 3 * HOUR, { period: 'weekly' })).toEqual(['1 bob 9', '2 ada 5']);
});

test('an event that counts before its period closes is included, even if the moment was viewed before', async () => {
  await win('ada', 5, MORNING + HOUR);
  now = MORNING + DAY - 1;
  expect(await names(MORNING + 3 * HOUR)).toEqual(['1 ada 5']);
  await win('bob', 9, MORNING + 2 * HOUR);
  now = MORNING + DAY;
  await closePast(boards);
  expect(await names(MORNING + 3 * HOUR)).toEqual(['1 bob 9', '2 ada 5']);
});

test('a hidden player is left out, but keeps a rank without the name in a closed period', async () => {
  now = MORNING + 5 * HOUR;
  await win('ada', 5, MORNING + HOUR);
  await win('bob', 9, MORNING + HOUR);
  await win('eve', 20, MORNING + HOUR);
  await boards.players.setVisibility('eve', { state: 'hidden' });
  expect(await names(MORNING + HOUR)).toEqual(['1 bob 9', '2 ada 5']);
  now = MORNING + DAY;
  await closePast(boards);
  // The archive ranks hidden players last; no moment includes them.
  expect(await names(undefined, { at: '2026-11-18' })).toEqual(['1 bob 9', '2 ada 5', '3 Hidden player 20']);
  expect(await names(MORNING + DAY - 1)).toEqual(['1 bob 9', '2 ada 5']);
  await boards.players.setVisibility('bob', { state: 'removed', reason: 'Cheated' });
  expect(await names(MORNING + HOUR)).toEqual(['1 Hidden player 9', '2 ada 5']);
  expect(JSON.stringify(await shown(MORNING + HOUR))).not.toMatch(/bob|eve/);
  await boards.players.setVisibility('bob', { state: 'shown' });
  expect(await names(MORNING + HOUR)).toEqual(['1 bob 9', '2 ada 5']);
});

test('pages and filters at a moment have overall ranks', async () => {
  now = MORNING + 5 * HOUR;
  for (let i = 0; i < 120; i += 1) await win(`player ${i}`, 1000 - i, MORNING + HOUR);
  await win('player 119', 5000, MORNING + 2 * HOUR);
  const second = await shown(MORNING + HOUR, { page: 2 });
  expect(second.rows).toMatchObject({ page: 2, first: ROWS_PER_PAGE + 1, total: 117 });
  expect(second.rows.items[0]).toMatchObject({ rank: 54, player: { name: 'player 53' } });
  expect(await names(MORNING + HOUR, { q: '119' })).toEqual(['120 player 119 881']);
  expect(await names(MORNING + 2 * HOUR, { q: '11' })).toEqual(
    ['119', '11', ...Array.from({ length: 9 }, (_, i) => String(110 + i))].map((number) =>
      number === '119' ? '1 player 119 5881' : `${Number(number) + 2} player ${number} ${1000 - Number(number)}`,
    ),
  );
});

describe('at a moment', () => {
  test('the answer includes the moment, the bounds of its period, and its neighbours', async () => {
    now = MORNING + 10 * HOUR + 30_000;
    expect(await shown()).toMatchObject({ moment: null, reach: null });
    await win('ada', 5, MORNING + HOUR);
    expect(await shown()).toMatchObject({
      moment: null,
      reach: { from: '2026-11-18T00:00:00.000Z', until: '2026-11-18T10:00:00.000Z' },
    });
    expect(await shown(MORNING + 90 * MINUTE, { period: 'all-time' })).toMatchObject({
      moment: '2026-11-18T01:30:00.000Z',
      reach: { from: '2026-11-18T00:00:00.000Z', until: '2026-11-18T10:00:00.000Z' },
      period: { kind: 'all-time' },
    });
    // The week began before the first day with points.
    expect(await shown(MORNING - DAY, { period: 'weekly' })).toMatchObject({
      moment: '2026-11-17T00:00:00.000Z',
      reach: { from: '2026-11-18T00:00:00.000Z' },
      rows: { total: 0 },
    });
    expect(await shown(MORNING - 30 * DAY, { period: 'weekly' })).toMatchObject({ reach: null, later: '2026-11-16' });
    now += DAY;
    expect(await shown(MORNING)).toMatchObject({ reach: { until: '2026-11-19T00:00:00.000Z' }, later: '2026-11-19' });
  });

  test.each(['soon', '2026-02-31', '2026-02-31T10:00Z', '2026-11-18T10:00', '2026-11-19', '2026-11-18T00:01Z', '9999-12-31T23:59Z'])(
    'that is invalid or in the future, %s, there is no board',
    async (at) => {
      await win('ada', 5, MORNING);
      await expect(source().rankings({ board: '', period: 'daily', at, q: '', page: 1 })).rejects.toThrow(UnknownMoment);
    },
  );

  test('the API error names the parameter', async () => {
    await win('ada', 5, MORNING);
    now += DAY;
    const api = createLiveApi({
      boards,
      readiness: async () => [],
      appearance: await CurrentAppearance.open(store, boards),
      keys: { check: () => ({ state: 'unknown' }) },
      limits: createRateLimits('off', () => now),
      clock: () => now,
      log: (text) => expect.fail(text),
    });
    const ask = (at: string) =>
      api(new Request(`http://localhost${targetOf(ENDPOINTS.boardView, { board: 'main', query: { at } })}`), {
        remoteAddress: '192.0.2.1',
      });
    for (const [at, status] of [
      ['2026-11-18T00:00Z', 200],
      ['2026-11-18T01:00:00.000+01:00', 200],
      ['2026-11-18', 200],
      ['soon', 400],
      ['2026-11-18T00:00:00.0000000001Z', 400],
      ['2027-01-01', 404],
      ['2026-11-19T00:01Z', 404],
    ] as const) {
      const answer = await ask(at);
      expect([at, answer.status]).toEqual([at, status]);
      if (status !== 200) expect(await answer.json()).toMatchObject({ status, errors: [{ field: 'at' }] });
    }
    const moments = await Promise.all(['2026-11-18T00:00Z', '2026-11-17T23:59:59.999Z'].map(async (at) => (await ask(at)).json()));
    expect(moments).toMatchObject([
      { podium: [{}, { holder: { kind: 'taken' } }, {}] },
      { podium: [{}, { holder: { kind: 'awaiting' } }, {}] },
    ]);
  });
});

test('concurrent visitors to many past periods each see what had happened by then, while points arrive', async () => {
  for (let day = 0; day < 8; day += 1) await win(`player ${day}`, 10 + day, MORNING - day * DAY);
  const looked = Array.from({ length: 200 }, async (_, i) => {
    const day = i % 8;
    if (i % 10 === 0) await win('late', 1, MORNING - day * DAY);
    const [first] = await names(MORNING - day * DAY);
    expect(first).toBe(`1 player ${day} ${10 + day}`);
  });
  await Promise.all(looked);
  for (let day = 0; day < 8; day += 1) {
    expect(await names(MORNING - day * DAY)).toEqual(await names(undefined, { at: momentText(MORNING - day * DAY).slice(0, 10) }));
  }
});
