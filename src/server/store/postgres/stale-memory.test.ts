import { afterEach, beforeEach, expect, test } from 'vitest';

import { board, daily, DAY, event, NOON, saveBoard, silently } from '../store-under-test.suite.ts';
import { postgresClosing } from './closing.ts';
import { Commits } from './commits.ts';
import { Connections } from './database/connections.ts';
import { loadMemory } from './loading.ts';
import { type PostgresPlace, postgresPlace } from './postgres-place.suite.ts';
import { openPostgresStore, type PostgresStore } from './postgres-store.ts';
import { PostgresLog } from './log.ts';
import { askedTotals } from '../held/asked-totals.ts';
import { totalsIn } from '../reading/totals.ts';

let place: PostgresPlace;
/** The store of a process that continues. */
let store: PostgresStore;
/** The connections of a process that stalled. */
let connections: Connections;

beforeEach(async () => {
  place = postgresPlace();
  store = await openPostgresStore(await place.address());
  connections = new Connections(await place.address());
  await saveBoard(store, board);
});

afterEach(async () => {
  await connections.close();
  await store.close();
  place.remove();
});

const add = (...events: readonly ReturnType<typeof event>[]) => store.append('main', events, () => true, silently);

test('a stalled process cannot close a period with its order from before a reopening', async () => {
  await add(event('1', 'ann', 5), event('2', 'bob', 7));
  await store.seal(daily);
  const memory = await loadMemory(connections);
  await store.reopen(daily, { at: NOON + DAY, reason: 'Too early' });
  await add(event('3', 'ann', 100));
  await store.seal(daily);

  const commits = new Commits(connections, memory);
  expect(
    await postgresClosing(new PostgresLog(commits, memory), commits, memory, 1000).closePeriod(daily, [2, 1], {
      at: NOON + DAY,
      unshown: 0,
    }),
  ).toBe(false);
  await commits.close();
  expect(await store.closePeriod(daily, [1, 2], { at: NOON + DAY, unshown: 0 })).toBe(true);
  expect((await store.verify()).differences).toEqual([]);
});

test('a day that closes while totals are being read still has its total', async () => {
  await add(event('1', 'ann', 5), event('2', 'ann', 7, { at: NOON + DAY, receivedAt: NOON + DAY }));
  await store.seal(daily);
  await store.closePeriod(daily, [1], { at: NOON + DAY, unshown: 0 });
  const memory = await loadMemory(connections);

  const moment = () => ({ db: connections, close: () => undefined });
  const totals = totalsIn(connections, memory, askedTotals(memory), { moment, rowsAtOnce: 1000, activities: async () => [] });
  const read = totals.totalsSince('main', 'daily', 1, -Infinity);
  const [, next] = memory.board('main').periods.daily;
  memory.follow(memory.position + 1, { kind: 'closed', period: next!.number, at: NOON + 2 * DAY, standings: 1, unshown: 0 });
  expect((await read).map(({ points }) => points)).toEqual([5, 7]);
});
