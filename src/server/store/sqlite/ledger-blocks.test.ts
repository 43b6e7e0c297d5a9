import { isDeepStrictEqual } from 'node:util';

import { beforeEach, expect, test } from 'vitest';

import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import { always, board as main, NOON, silently, useStore, unlessClosed, saveBoard } from '../store-under-test.suite.ts';
import type { NewEvent, PeriodKey, Revision } from '../stored-values.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

const HOUR = 3_600_000;
const BOARDS = [main, { ...main, name: 'other' }];

/** An event as it was sent, with its `seq`. */
interface Sent {
  readonly seq: number;
  readonly board: string;
  readonly player: number;
  readonly points: number;
  readonly at: number;
}

const { store, place, reopen } = useStore(sqlitePlace);
let sent: Sent[];

beforeEach(async () => {
  for (const board of BOARDS) await saveBoard(store, board);
  sent = [];
});

/** Events of three days and fifty players, alternating between the boards. */
async function play(count: number): Promise<void> {
  for (let left = count; left > 0;) {
    const from = sent.length;
    const board = BOARDS[Math.floor(from / 1500) % 2]!.name;
    const events = Array.from({ length: Math.min(left, 1500) }, (_, i): NewEvent => {
      const place = from + i;
      const [player, points, at] = [1 + (place % 50), (place * 7919) % 1001, NOON - ((place * 104_729) % 72) * HOUR];
      sent.push({ seq: place + 1, board, player, points, at });
      return {
        id: String(place),
        username: `player ${player}`,
        points,
        at,
        receivedAt: NOON,
        activity: '',
        displayName: undefined,
        avatar: undefined,
        keepsNames: false,
        digest: '',
      };
    });
    await store.append(board, events, always, silently);
    left -= events.length;
  }
}

/** Events in columns, which are much faster to compare than objects. */
interface Columns {
  readonly players: number[];
  readonly points: number[];
  readonly at: number[];
}

async function countedEvents(period: PeriodKey, after: number): Promise<Columns & { readonly reached: number }> {
  const found: Columns = { players: [], points: [], at: [] };
  let reached = after;
  for await (const { players, at, points, reached: now } of store.countedEvents(period, after)) {
    expect(now).toBeGreaterThan(reached);
    reached = now;
    found.players.push(...Array.from(players));
    found.points.push(...Array.from(points));
    found.at.push(...Array.from(at));
  }
  return { ...found, reached };
}

/** Compares the results with the sent events from many starting points: for `main` in all its periods, and for the other board. */
async function expectAllToBeFound(): Promise<void> {
  for (const { name, calendar } of BOARDS) {
    for (const kind of PERIOD_KINDS) {
      const { start, end } = periodContaining(kind, NOON, calendar);
      const counted = sent.filter(({ board, at }) => board === name && at >= start && at < end);
      for (const after of [0, 1, 5000, 8191, 8192, 8193, 16_384, 17_000, sent.length - 1, sent.length]) {
        const { reached, ...found } = await countedEvents({ board: name, kind, start }, after);
        const expected = counted.filter(({ seq }) => seq > after);
        const columns = {
          players: expected.map(({ player }) => player),
          points: expected.map(({ points }) => points),
          at: expected.map(({ at }) => at),
        };
        // `expect` explains differences, but is slow for equal values.
        if (!isDeepStrictEqual(found, columns)) expect(found).toEqual(columns);
        expect(reached).toBeGreaterThanOrEqual(Math.max(after, expected.at(-1)?.seq ?? 0));
      }
    }
  }
}

test('counted events are found in rows, in blocks, and in both', async () => {
  await play(20_000);
  await expectAllToBeFound();
  await store.maintain();
  await expectAllToBeFound();
  await play(6000);
  await expectAllToBeFound();
  await store.maintain();
  await reopen();
  await expectAllToBeFound();
  expect(await store.verify()).toMatchObject({ events: 26_000, differences: [] });
});

test('packing can be interrupted anywhere and continues there', async () => {
  await play(20_000);
  await store.maintain(() => blocks() !== 0);
  expect(blocks()).toBe(2);
  await expectAllToBeFound();
  await store.maintain();
  expect(blocks()).toBe(4);
  await store.maintain();
  expect(blocks()).toBe(4);
});

test('an event that was late for its period counts only for the other periods, including in blocks', async () => {
  await play(8000);
  const daily: PeriodKey = { board: 'main', kind: 'daily', start: Date.UTC(2026, 10, 19) };
  const before = await countedEvents(daily, 0);
  const players = [...new Set(before.players)];
  await store.seal(daily);
  await store.closePeriod(daily, await inOrder(daily, players), { at: NOON, unshown: 0 });
  await play(1000);
  await store.maintain();
  const { reached: _, ...columns } = before;
  expect(await countedEvents(daily, 0)).toMatchObject(columns);
  expect((await countedEvents({ board: 'main', kind: 'all-time', start: -Infinity }, 0)).players).toHaveLength(
    sent.filter(({ board }) => board === 'main').length,
  );
});

test.each([
  ['says other things', 'UPDATE ledger_blocks SET events = zeroblob(length(events))'],
  ['lies elsewhere', 'UPDATE ledger_blocks SET latest = latest - 1'],
  ['is missing', 'DELETE FROM ledger_blocks'],
])('the audit detects a block that %s', async (_, change) => {
  await play(18_000);
  await store.maintain();
  await store.close();
  place().tamper(`${change} WHERE block = 0 AND board = (SELECT number FROM boards WHERE name = 'other')`);
  await reopen();
  expect((await store.verify()).differences).toEqual(['board other, block 0: not what the events from 1 are']);
});

/** All pages of a board, newest first, optionally within a time range. */
async function pagesOf(board: string, look: number, within: { readonly from?: number; readonly to?: number } = {}) {
  const ids: string[] = [];
  let pages = 1;
  for (let before: number | undefined; ; pages += 1) {
    const { events, next } = await store.eventsBefore(board, { before, ...within, limit: 1000, look });
    ids.push(...events.map(({ id }) => id));
    if (next === undefined) return { ids, pages };
    before = next;
  }
}

const TIMES = [{}, { from: NOON - 9 * HOUR, to: NOON - 7 * HOUR }, { from: NOON - 1000 * HOUR, to: NOON - 900 * HOUR }];

test.each([700, 8192, 10_000])('the newest events of a board are found across blocks and rows, with %i examined per page', async (look) => {
  await play(26_000);
  for (const packs of [false, true]) {
    if (packs) await store.maintain();
    const cases = BOARDS.flatMap(({ name }) => TIMES.map((within) => ({ name, within })));
    for (const { name, within } of cases) {
      const { from = -Infinity, to = Infinity } = within;
      const wanted = sent.filter(({ board, at }) => board === name && at >= from && at < to).map(({ seq }) => `${seq - 1}`);
      expect((await pagesOf(name, look, within)).ids).toEqual(wanted.toReversed());
    }
  }
});

test('packed stretches without events of a board in a time range are skipped', async () => {
  await play(20_000);
  await saveBoard(store, { ...BOARDS[0]!, name: 'quiet' });
  expect((await pagesOf('quiet', 1000)).pages).toBe(20);
  await store.maintain();
  expect((await pagesOf('quiet', 1000)).pages).toBe(4);
  const longAgo = { from: NOON - 1000 * HOUR, to: NOON - 900 * HOUR };
  expect((await pagesOf('main', 1000, longAgo)).pages).toBe(4);
});

test('a voided event is removed from its blocks in the same commit, and returns once restored', async () => {
  await play(26_000);
  await store.maintain();
  const all = sent;
  const seqs = new Set([1, 100, 101, 1500, 1501, 3000, 3001, 7000, 8192, 8193, 16_384, 16_385, 24_576, 24_577, 26_000]);
  const revise = async (does: Revision['does']) => {
    // Out of ledger order.
    const revising = all.filter(({ seq }) => seqs.has(seq)).map(({ board, seq }) => ({ board, id: String(seq - 1), does }));
    await store.revise(revising.toReversed(), { reason: 'a mistake', at: NOON }, unlessClosed);
  };
  await revise('void');
  sent = all.filter(({ seq }) => !seqs.has(seq));
  await expectAllToBeFound();
  expect((await store.verify()).differences).toEqual([]);
  await revise('restore');
  sent = all;
  await expectAllToBeFound();
  expect((await store.verify()).differences).toEqual([]);
});

/** Players of a period, most points first; ties by who got there first. */
async function inOrder(period: PeriodKey, players: readonly number[]): Promise<readonly number[]> {
  const totals = await Promise.all(players.map(async (player) => ({ player, ...(await store.scoreOf(period, player))! })));
  return totals.toSorted((a, b) => b.points - a.points || a.reachedAt - b.reachedAt || a.player - b.player).map(({ player }) => player);
}

function blocks(): unknown {
  return place().value('SELECT count(*) FROM ledger_blocks');
}
