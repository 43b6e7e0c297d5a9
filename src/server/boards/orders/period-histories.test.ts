import { afterEach, beforeEach, expect, test } from 'vitest';

import { PeriodHistories } from './period-histories.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { type BoardSettings, type NewEvent, PLAIN_BOARD } from '../../store/stored-values.ts';
import { Problem } from '../../http/problem.ts';
import { openMemoryStore } from '../../../../tests/oracle/memory-store.ts';
import { saveBoard, reviseOne } from '../../store/store-under-test.suite.ts';

const MIDNIGHT = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;
const BOARD: BoardSettings = {
  name: 'main',
  title: 'Main',
  ...PLAIN_BOARD,
  calendar: { timeZone: 'UTC', weekStart: 1 },
};
const TODAY = { kind: 'daily', start: MIDNIGHT, end: MIDNIGHT + DAY } as const;

let store: PointsStore;

beforeEach(async () => {
  store = await openMemoryStore();
  await saveBoard(store, BOARD);
});

afterEach(() => store.close());

async function win(...events: { readonly player: number; readonly points: number; readonly at: number }[]): Promise<void> {
  const rows = events.map(({ player, points, at }, i): NewEvent => {
    const id = `${player} ${at} ${i} ${points}`;
    const username = `player ${player}`;
    const names = { displayName: undefined, avatar: undefined, keepsNames: false };
    return Object.assign(names, { id, username, points, at, receivedAt: at, activity: '', digest: id });
  });
  await store.append(
    'main',
    rows,
    () => true,
    (effects) => effects.map(() => ''),
  );
}

function at(minute: number): number {
  return MIDNIGHT + minute * 60_000;
}

const nobody = () => new Set<number>();

function totalsAt(histories: PeriodHistories, closed: boolean, moment: number, without: () => ReadonlySet<number>) {
  return histories.look(BOARD, TODAY, closed, (history) => history.totalsAt(moment, without()).players.length);
}

test('a period without points has no totals, closed or not', async () => {
  const histories = new PeriodHistories(store);
  for (const closed of [false, true]) expect(await totalsAt(histories, closed, at(5), nobody)).toBeUndefined();
});

test('other work gets a turn between two requests, however many wait', async () => {
  await win(...Array.from({ length: 2000 }, (_, i) => ({ player: i, points: i, at: at(i % 60) })));
  const histories = new PeriodHistories(store);
  let turns = 0;
  let going = true;
  const count = () => {
    turns += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 50 }, (_, i) => totalsAt(histories, false, at(i), nobody)));
  going = false;
  expect(turns).toBeGreaterThanOrEqual(50);
});

test('requests over the limit are refused, except a single one, and work again later', async () => {
  await win({ player: 1, points: 5, at: at(1) });
  const histories = new PeriodHistories(store, 12_000);
  const looks = await Promise.allSettled(Array.from({ length: 5 }, () => totalsAt(histories, false, at(2), nobody)));
  expect(looks.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(looks[2]).toMatchObject({
    reason: new Problem('unavailable', 'Too many requests for past moments. Try again in a moment.'),
  });
  expect(await totalsAt(histories, false, at(2), nobody)).toBe(1);
  expect(await totalsAt(new PeriodHistories(store, 1), false, at(2), nobody)).toBe(1);
});

test('visibility is checked when the request runs, not before', async () => {
  await win({ player: 1, points: 5, at: at(1) }, { player: 2, points: 7, at: at(1) });
  const histories = new PeriodHistories(store);
  const hidden = new Set<number>();
  const looked = totalsAt(histories, false, at(2), () => hidden);
  hidden.add(2);
  expect(await looked).toBe(1);
});

test('a period is read again after an event is voided', async () => {
  await win({ player: 1, points: 5, at: at(1) }, { player: 2, points: 7, at: at(1) });
  const histories = new PeriodHistories(store);
  store.follow((change) => histories.follow(change));
  expect(await totalsAt(histories, false, at(2), nobody)).toBe(2);
  const [wrong] = await store.eventsOf('main', 2, { limit: 1 });
  await reviseOne(store, 'main', wrong!.id, { does: 'void', reason: 'sent twice', at: at(3) }, () => false);
  expect(await totalsAt(histories, false, at(2), nobody)).toBe(1);
});
