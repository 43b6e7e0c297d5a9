import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import type { BoardSettings, NewEvent, PeriodKey, PointsStore } from '../points-store.ts';
import { asVersion2 } from './earlier-schema.ts';
import { openSqliteStore } from './sqlite-store.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const BOARDS = ['main', 'other'].map((name): BoardSettings => ({
  name,
  title: name,
  scoring: 'sum',
  direction: 'high',
  calendar: { timeZone: 'UTC', weekStart: 1 },
}));

/** An event as it was sent, and the `seq` it was given. */
interface Sent {
  readonly seq: number;
  readonly board: string;
  readonly player: number;
  readonly points: number;
  readonly at: number;
}

let folder: string;
let store: PointsStore;
let sent: Sent[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-blocks-'));
  store = await openSqliteStore(folder);
  for (const board of BOARDS) await store.saveBoard(board);
  sent = [];
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Events of three days and fifty players, now for the one board, now for the other. */
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
        activity: '',
        displayName: undefined,
        avatar: undefined,
        digest: '',
      };
    });
    await store.record(board, events, NOON, () => '');
    left -= events.length;
  }
}

async function countedEvents(
  period: PeriodKey,
  after: number,
): Promise<{ readonly events: Omit<Sent, 'seq' | 'board'>[]; readonly reached: number }> {
  const events: Omit<Sent, 'seq' | 'board'>[] = [];
  let reached = after;
  for await (const { players, at, points, reached: now } of store.countedEvents(period, after)) {
    expect(now).toBeGreaterThan(reached);
    reached = now;
    for (let i = 0; i < players.length; i += 1) events.push({ player: players[i]!, points: points[i]!, at: at[i]! });
  }
  return { events, reached };
}

/** Compares with what was sent, from many places on; the board `main` in all its periods, and those of the other one. */
async function expectAllToBeFound(): Promise<void> {
  for (const { name, calendar } of BOARDS) {
    for (const kind of PERIOD_KINDS) {
      const { start, end } = periodContaining(kind, NOON, calendar);
      for (const after of [0, 1, 5000, 8191, 8192, 8193, 16_384, 17_000, sent.length - 1, sent.length]) {
        const { events, reached } = await countedEvents({ board: name, kind, start }, after);
        const expected = sent.filter(({ seq, board, at }) => seq > after && board === name && at >= start && at < end);
        expect(events).toEqual(expected.map(({ player, points, at }) => ({ player, points, at })));
        expect(reached).toBeGreaterThanOrEqual(Math.max(after, expected.at(-1)?.seq ?? 0));
      }
    }
  }
}

test('what counted is found in rows, in blocks, and in both', async () => {
  await play(20_000);
  await expectAllToBeFound();
  await store.packLedger();
  await expectAllToBeFound();
  await play(6000);
  await expectAllToBeFound();
  await store.packLedger();
  await store.close();
  store = await openSqliteStore(folder);
  await expectAllToBeFound();
  expect(await store.verify()).toMatchObject({ events: 26_000, differences: [] });
});

test('packing may stop anywhere, and goes on there', async () => {
  await play(20_000);
  let asked = 0;
  await store.packLedger(() => (asked += 1) > 1);
  expect(blocks()).toBe(2);
  await expectAllToBeFound();
  await store.packLedger();
  expect(blocks()).toBe(4);
  await store.packLedger();
  expect(blocks()).toBe(4);
});

test('what came after its period was closed counts for the others alone, in blocks too', async () => {
  await play(8000);
  const daily: PeriodKey = { board: 'main', kind: 'daily', start: Date.UTC(2026, 10, 19) };
  const before = await countedEvents(daily, 0);
  const players = [...new Set(before.events.map(({ player }) => player))];
  await store.closePeriod(daily, players, NOON);
  await play(1000);
  await store.packLedger();
  expect((await countedEvents(daily, 0)).events).toEqual(before.events);
  expect((await countedEvents({ board: 'main', kind: 'all-time', start: -Infinity }, 0)).events).toHaveLength(
    sent.filter(({ board }) => board === 'main').length,
  );
});

test.each([
  ['says other things', 'UPDATE ledger_blocks SET events = zeroblob(length(events))'],
  ['lies elsewhere', 'UPDATE ledger_blocks SET latest = latest - 1'],
  ['is missing', 'DELETE FROM ledger_blocks'],
])('a block that %s than the ledger is found out', async (_, change) => {
  await play(18_000);
  await store.packLedger();
  await store.close();
  const database = new DatabaseSync(join(folder, 'laurels.db'));
  database.exec(`${change} WHERE block = 0 AND board = (SELECT number FROM boards WHERE name = 'other')`);
  database.close();
  store = await openSqliteStore(folder);
  expect((await store.verify()).differences).toEqual(['board other, block 0: not what the events from 1 are']);
});

test('a folder of the second version is read as before, and has its blocks once they are made', async () => {
  await play(9000);
  await store.close();
  asVersion2(join(folder, 'laurels.db'));
  store = await openSqliteStore(folder);
  await expectAllToBeFound();
  await store.packLedger();
  await expectAllToBeFound();
  expect(await store.verify()).toMatchObject({ events: 9000, differences: [] });
});

function blocks(): number {
  const database = new DatabaseSync(join(folder, 'laurels.db'), { readOnly: true });
  try {
    return database.prepare('SELECT count(*) AS count FROM ledger_blocks').get()!['count'] as number;
  } finally {
    database.close();
  }
}
