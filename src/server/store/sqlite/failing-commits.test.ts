import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it, test } from 'vitest';

import type { PointsStore } from '../points-store.ts';
import type { Change } from '../stored-values.ts';
import {
  allTime,
  always,
  board,
  daily,
  DAY,
  event,
  NOON,
  silently,
  useStore,
  unlessClosed,
  saveBoard,
  saveDocument,
  reviseOne,
} from '../store-under-test.suite.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { type SqlitePlace, sqlitePlace } from './sqlite-place.suite.ts';

const { store, place, record, reopen, totals, closeWith } = useStore(() =>
  // Every commit writes the blocks that the previous one left over.
  sqlitePlace({ mostBehind: 0 }),
);

const yesterday = { ...daily, start: daily.start - DAY };
const before = { ...daily, start: daily.start - 2 * DAY };
const later = event('later', 'zed', 1, { displayName: 'Zed' });
const append = (...events: ReturnType<typeof event>[]) => store.append('main', events, always, silently);

/** Every kind of write, and the row operation that the test blocks. */
const WRITES: readonly [what: string, row: string, write: () => Promise<unknown>][] = [
  ['an event', 'INSERT ON events', () => append(later)],
  ['a player', 'INSERT ON players', () => append(later)],
  ['a new name', 'UPDATE ON players', () => append(event('later', 'ann', 1, { displayName: 'Anna' }))],
  ['a first event of a day', 'INSERT ON periods', () => append(event('later', 'ann', 1, { at: NOON - 20 * DAY }))],
  ['an activity', 'INSERT ON activity_days', () => append(event('later', 'ann', 1, { activity: 'new' }))],
  ['a board', 'INSERT ON boards', () => saveBoard(store, { ...board, name: 'new' })],
  ['a title', 'UPDATE ON boards', () => saveBoard(store, { ...board, title: 'New' })],
  ['a document', 'INSERT ON meta', () => saveDocument(store, 'rules', 'new')],
  ['a voiding', 'INSERT ON revisions', () => reviseOne(store, 'main', '1', { does: 'void', at: NOON, reason: 'a mistake' }, unlessClosed)],
  [
    "a voiding's totals",
    'INSERT ON totals',
    () => reviseOne(store, 'main', '2', { does: 'void', at: NOON, reason: 'a mistake' }, unlessClosed),
  ],
  [
    'a restoring',
    'UPDATE ON meta',
    () => reviseOne(store, 'main', 'voided', { does: 'restore', at: NOON, reason: 'it was none' }, unlessClosed),
  ],
  [
    'a merge over several boards',
    'UPDATE ON meta',
    () => {
      const moved = ['main', 'other'].map(
        (name) => ({ board: name, id: 'last', does: 'void', instead: { copy: 'copy', player: 2 } }) as const,
      );
      return store.revise(moved, { at: NOON, reason: 'a merge' }, () => false);
    },
  ],
  ['a seal', 'INSERT ON closings', () => store.seal(daily)],
  ['final ranks', 'INSERT ON final_standings', () => store.closePeriod(yesterday, [1, 2], { at: NOON, unshown: 0 })],
  ['a closing', 'UPDATE ON periods', () => store.closePeriod(yesterday, [1, 2], { at: NOON, unshown: 0 })],
  ['a reopening', 'INSERT ON reopenings', () => store.reopen(before, { at: NOON, reason: 'a mistake' })],
  ["a reopening's standings", 'INSERT ON totals', () => store.reopen(before, { at: NOON, reason: 'a mistake' })],
];

/** All answers about a few players and periods. */
async function snapshot(of: PointsStore = store): Promise<unknown> {
  const players = await of.playerCount();
  const numbers = Array.from({ length: players }, (_, i) => i + 1);
  const events = await Promise.all(numbers.map((player) => of.eventsOf('main', player, { limit: 10 })));
  const periods = [daily, yesterday, before, allTime, { ...daily, start: daily.start - 20 * DAY }, { ...daily, board: 'other' }];
  const standings: unknown[] = [];
  for (const period of periods) {
    for await (const total of of.standings(period)) standings.push([period, total]);
    standings.push(await of.finalStandings(period, 1, 10));
  }
  return {
    players: await of.players(numbers),
    events,
    standings,
    boards: await of.boards(),
    document: await of.document('rules'),
    matching: await of.playersMatching('', 100),
    sizes: await of.periodSizes('main', 'daily', -Infinity, Infinity),
    activities: await of.activityDays('main', -Infinity, Infinity),
    ended: await of.endedPeriods(Infinity),
    positions: await of.positions(),
  };
}

beforeEach(async () => {
  for (const at of [NOON - 2 * DAY, NOON - DAY, NOON]) {
    const day = at === NOON ? '' : ` of ${at}`;
    await record(event(`1${day}`, 'ann', 9, { at }), event(`2${day}`, 'bob', 7, { at }));
  }
  await record(event('voided', 'ann', 1));
  await reviseOne(store, 'main', 'voided', { does: 'void', at: NOON, reason: 'a mistake' }, unlessClosed);
  await closeWith(before, [1, 2]);
  await store.seal(yesterday);
  await saveBoard(store, { ...board, name: 'other' });
  for (const name of ['main', 'other']) await store.append(name, [event('last', 'ann', 1)], always, silently);
});

describe('a failed commit', () => {
  it.each(WRITES)('leaves no trace of %s, and the next one works as if it had not happened', async (_, row, write) => {
    const changes: Change[] = [];
    store.follow((change) => void changes.push(change));
    const earlier = await snapshot();
    place().tamper(`CREATE TRIGGER in_the_way BEFORE ${row} BEGIN SELECT RAISE (ABORT, 'planted'); END`);
    await expect(write()).rejects.toMatchObject({ name: 'StorageFailure', trouble: 'failed' });
    expect(await snapshot()).toEqual(earlier);
    expect(changes).toEqual([]);
    place().tamper('DROP TRIGGER in_the_way');
    await write();
    const now = await snapshot();
    await reopen();
    // After a restart, every board is at the store's position.
    expect(await snapshot()).toEqual({ ...(now as object), positions: await store.positions() });
    expect((await store.verify()).differences).toEqual([]);
  });

  it('rolls back a maintenance step, which can be retried', async () => {
    await record(...Array.from({ length: 8192 }, (_, i) => event(`many ${i}`, `player ${i % 100}`, 1)));
    place().tamper(`CREATE TRIGGER in_the_way BEFORE INSERT ON ledger_blocks BEGIN SELECT RAISE (ABORT, 'planted'); END`);
    await expect(store.maintain()).rejects.toMatchObject({ trouble: 'failed' });
    expect((await store.verify()).differences).toEqual([`the trigger in_the_way is not part of Laurels`]);
    place().tamper('DROP TRIGGER in_the_way');
    await store.maintain();
    expect(place().value('SELECT count(*) FROM ledger_blocks WHERE board = 1')).toBe(1);
    expect((await store.verify()).differences).toEqual([]);
  });

  it('is detected by the health check', async () => {
    await store.health();
    place().tamper(`CREATE TRIGGER in_the_way BEFORE UPDATE ON meta BEGIN SELECT RAISE (ABORT, 'planted'); END`);
    await expect(store.health()).rejects.toMatchObject({ trouble: 'failed' });
    place().tamper('DROP TRIGGER in_the_way');
    await store.health();
  });
});

describe('a database that is gone', () => {
  it.each<[string, (place: SqlitePlace) => void]>([
    ['was deleted', ({ file }) => rmSync(file)],
    ['was moved away', ({ file }) => renameSync(file, `${file}.away`)],
    [
      'was replaced by a copy',
      ({ file }) => {
        copyFileSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      },
    ],
    ['lost its log', ({ file }) => rmSync(`${file}-wal`)],
  ])('refuses writes if it %s, says what to do, and still serves what is in memory', async (_, damage) => {
    const changes: Change[] = [];
    store.follow((change) => void changes.push(change));
    const [ann, positions, events] = [
      await store.playerNamed('ann'),
      await store.positions(),
      await store.eventsOf('main', 1, { limit: 10 }),
    ];
    damage(place());
    const missing = { trouble: 'missing', message: expect.stringContaining('restore the folder from a backup') as string };
    await expect(store.health()).rejects.toMatchObject(missing);
    for (const [, , write] of WRITES) await expect(write()).rejects.toMatchObject(missing);
    expect(changes).toEqual([]);
    expect(await store.playerNamed('ann')).toEqual(ann);
    expect(await store.playerNamed('zed')).toBeUndefined();
    expect(await store.positions()).toEqual(positions);
    expect(await store.eventsOf('main', 1, { limit: 10 })).toEqual(events);
    expect(await totals(daily)).toEqual({ 1: 10, 2: 7 });
    expect(await totals(before).catch(({ trouble }: { trouble: unknown }) => trouble)).toBe('missing');
  });
});

test('the caller is notified when opening a folder creates a database, and only then', async () => {
  const made: string[] = [];
  const other = sqlitePlace();
  for (let opening = 0; opening < 2; opening += 1) {
    const opened = await openSqliteStore(other.folder, { onMade: (file) => made.push(file) });
    await opened.close();
  }
  expect(made).toEqual([other.file]);
  other.remove();
});
