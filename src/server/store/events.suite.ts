import { describe, expect, it } from 'vitest';

import type { PointsStore } from './points-store.ts';
import {
  always,
  board,
  daily,
  DAY,
  event,
  NOON,
  silently,
  type StorePlace,
  unlessClosed,
  useStore,
  saveBoard,
  reviseOne,
} from './store-under-test.suite.ts';

/** Contract tests: reading recorded events. */
export function describeEvents(makePlace: () => StorePlace): void {
  const { closeWith, record, reopen, store } = useStore(makePlace);

  describe('the events of a player', () => {
    const idsOf = async (player: number, stretch: { before?: number; limit: number }, boardName = 'main') =>
      (await store.eventsOf(boardName, player, stretch)).map(({ id }) => id);

    it('are paged newest first by arrival, regardless of their own time', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 6, { at: NOON - 3 * DAY, activity: 'Quest' }));
      await record(event('4', 'ann', 1));
      await reopen();
      await record(event('5', 'bob', 1), event('6', 'ann', 0), event('1', 'ann', 5));
      expect(await idsOf(1, { limit: 10 })).toEqual(['6', '4', '3', '1']);
      expect(await idsOf(1, { limit: 2 })).toEqual(['6', '4']);
      const [, fourth, third, first] = await store.eventsOf('main', 1, { limit: 10 });
      expect(await idsOf(1, { before: fourth!.seq, limit: 2 })).toEqual(['3', '1']);
      expect(await idsOf(1, { before: first!.seq, limit: 2 })).toEqual([]);
      expect(await idsOf(2, { limit: 10 })).toEqual(['5', '2']);
      expect(await store.eventsOf('main', 1, { before: fourth!.seq, limit: 1 })).toEqual([
        {
          seq: third!.seq,
          id: '3',
          points: 6,
          at: NOON - 3 * DAY,
          receivedAt: NOON,
          activity: 'Quest',
          counted: ['daily', 'weekly', 'monthly', 'all-time'],
          voided: undefined,
        },
      ]);
    });

    it('are empty before an event of another player, since finding the place would take a walk', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 6));
      const [, first] = await store.eventsOf('main', 1, { limit: 5 });
      expect(await idsOf(1, { before: first!.seq + 1, limit: 5 })).toEqual([]);
      expect(await idsOf(1, { before: 99, limit: 5 })).toEqual([]);
    });

    it('say which periods were closed when they arrived', async () => {
      await record(event('1', 'ann', 5));
      await closeWith(daily, [1]);
      await record(event('2', 'ann', 5));
      expect((await store.eventsOf('main', 1, { limit: 1 }))[0]?.counted).toEqual(['weekly', 'monthly', 'all-time']);
    });

    it('stay on their board', async () => {
      await saveBoard(store, { ...board, name: 'other' });
      await record(event('1', 'ann', 5));
      await store.append('other', [event('2', 'ann', 5)], always, silently);
      await record(event('3', 'ann', 5));
      expect(await idsOf(1, { limit: 5 })).toEqual(['3', '1']);
      expect(await idsOf(1, { limit: 5 }, 'other')).toEqual(['2']);
      expect(await idsOf(9, { limit: 5 })).toEqual([]);
      await expect(store.eventsOf('none', 1, { limit: 5 })).rejects.toThrow('none');
    });

    it('have ids per board: an id used on another board is new here, even next to a retry', async () => {
      await saveBoard(store, { ...board, name: 'other' });
      await store.append('other', [event('2', 'ann', 5), event('3', 'ann', 6)], always, silently);
      await record(event('1', 'ann', 5));
      const recorded = await record(event('1', 'ann', 5), event('2', 'ann', 5), event('3', 'ann', 7));
      expect(recorded.map(({ outcome }) => outcome)).toEqual(['repeated', 'recorded', 'recorded']);
      expect(await idsOf(1, { limit: 5 })).toEqual(['3', '2', '1']);
    });

    it('are counted by when they happened, among the newest that arrived since a moment', async () => {
      const came = (id: string, receivedAt: number) => event(id, 'ann', 1, { at: NOON + Number(id), receivedAt });
      await record(came('1', NOON), came('2', NOON + 10), came('3', NOON + 20), event('4', 'bob', 1), came('5', NOON + 30));
      const count = (from: number, to: number, arrivedFrom: number, look: number) =>
        store.countEvents('main', 1, { from: NOON + from, to: NOON + to, arrivedFrom: NOON + arrivedFrom, look });
      expect(await count(0, 9, 0, 9)).toEqual({ count: 4, all: true });
      expect(await count(2, 5, 0, 9)).toEqual({ count: 2, all: true });
      expect(await count(0, 9, 15, 9)).toEqual({ count: 2, all: true });
      expect(await count(0, 9, 0, 3)).toEqual({ count: 3, all: false });
      expect(await store.countEvents('main', 3, { from: 0, to: Infinity, arrivedFrom: 0, look: 1 })).toEqual({ count: 0, all: true });
      // Accepted after a hold.
      await record(came('6', NOON - 10));
      expect(await count(0, 9, 0, 9)).toEqual({ count: 4, all: true });
      // Copies made by a merge.
      await record(...Array.from({ length: 300 }, (_, i) => event(` merged ${i}`, 'ann', 1, { at: NOON - 10, receivedAt: NOON - 10 })));
      expect(await count(0, 9, 0, 999)).toEqual({ count: 4, all: true });
    });
  });

  describe('the events of a board', () => {
    type Stretch = Parameters<PointsStore['eventsBefore']>[1];

    /** All pages combined, and how many pages there were. */
    async function pagesOf(stretch: Stretch, boardName = 'main'): Promise<{ readonly ids: string[]; readonly pages: number }> {
      const ids: string[] = [];
      let before = stretch.before;
      for (let pages = 1; ; pages += 1) {
        const { events, next } = await store.eventsBefore(boardName, { ...stretch, before });
        expect(events.length).toBeLessThanOrEqual(stretch.limit);
        ids.push(...events.map(({ id }) => id));
        if (next === undefined) return { ids, pages };
        expect(next).toBeLessThan(before ?? Infinity);
        before = next;
      }
    }

    const ALL = { limit: 100, look: 1000 };

    it('are paged newest first by arrival, with their players', async () => {
      await saveBoard(store, { ...board, name: 'other' });
      await record(event('1', 'ann', 5), event('2', 'bob', 7, { activity: 'Quest' }));
      await store.append('other', [event('3', 'ann', 5), event('4', 'cleo', 5)], always, silently);
      await record(event('5', 'cleo', 5, { at: NOON - DAY }), event('2', 'bob', 7, { activity: 'Quest' }), event('6', 'ann', 1));
      expect((await pagesOf(ALL)).ids).toEqual(['6', '5', '2', '1']);
      await reopen();
      expect((await pagesOf(ALL, 'other')).ids).toEqual(['4', '3']);
      for (const limit of [1, 2, 3]) expect((await pagesOf({ limit, look: 1000 })).ids).toEqual(['6', '5', '2', '1']);
      for (const look of [1, 2, 3]) expect((await pagesOf({ limit: 100, look })).ids).toEqual(['6', '5', '2', '1']);
      const { events } = await store.eventsBefore('main', ALL);
      expect(events[2]).toEqual({ ...(await store.eventsOf('main', 2, { limit: 1 }))[0], player: 2 });
      expect(events.map(({ player }) => player)).toEqual([1, 3, 2, 1]);
      await expect(store.eventsBefore('none', ALL)).rejects.toThrow('none');
    });

    it('are filtered by when they happened, and end where the board has no more', async () => {
      expect(await store.eventsBefore('main', ALL)).toEqual({ events: [], next: undefined });
      await record(...Array.from({ length: 9 }, (_, i) => event(`${i}`, 'ann', 1, { at: NOON + i })));
      expect((await pagesOf({ ...ALL, from: NOON + 2, to: NOON + 5 })).ids).toEqual(['4', '3', '2']);
      expect((await pagesOf({ from: NOON + 2, to: NOON + 5, limit: 2, look: 2 })).ids).toEqual(['4', '3', '2']);
      expect((await pagesOf({ ...ALL, from: NOON + 9 })).ids).toEqual([]);
      expect((await pagesOf(ALL)).pages).toBe(1);
    });

    it('appear on exactly one page each, even while others arrive', async () => {
      await record(...Array.from({ length: 10 }, (_, i) => event(`${i}`, `p${i % 3}`, 1)));
      const ids: string[] = [];
      for (let before: number | undefined, more = 0; ; more += 1) {
        const { events, next } = await store.eventsBefore('main', { before, limit: 3, look: 1000 });
        ids.push(...events.map(({ id }) => id));
        if (next === undefined) break;
        before = next;
        await record(event(`more ${more}`, 'p0', 1));
      }
      expect(ids).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
    });

    it('are found by id, as of their latest revision', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7));
      await reviseOne(store, 'main', '2', { does: 'void', reason: 'Sent twice', at: NOON }, unlessClosed);
      expect(await store.eventWithId('main', '1')).toMatchObject({ id: '1', player: 1, points: 5, voided: undefined });
      const voided = { id: '2', player: 2, counted: [], voided: { at: NOON, reason: 'Sent twice' } };
      expect(await store.eventWithId('main', '2')).toMatchObject(voided);
      expect((await store.eventsBefore('main', { limit: 1, look: 10 })).events).toMatchObject([voided]);
      expect(await store.eventWithId('main', '3')).toBeUndefined();
      await saveBoard(store, { ...board, name: 'other' });
      expect(await store.eventWithId('other', '1')).toBeUndefined();
      await expect(store.eventWithId('none', '1')).rejects.toThrow('none');
    });
  });

  describe('the author of an event', () => {
    const [key, imported, byPerson] = [{ by: 'key:a' }, { by: 'key:a', import: 'file' }, { by: 'person:p', import: 'file' }];

    it('is kept for the event and its copies, and can be queried within a time range', async () => {
      await saveBoard(store, { ...board, name: 'other' });
      await store.append('other', [event('0', 'ann', 1, { author: key })], always, silently);
      await record(event('1', 'ann', 1), event('2', 'ann', 1, { author: key }), event('3', 'bob', 2, { author: imported, at: NOON + 5 }));
      await reopen();
      await record(
        event('4', 'bob', 3, { author: byPerson }),
        event('2', 'ann', 1, { author: byPerson }),
        event('5', 'ann', 4, { author: key }),
      );
      const about = { reason: 'One player', at: NOON };
      await store.revise([{ board: 'main', id: '5', does: 'void', instead: { copy: ' 5', player: 2 } }], about, unlessClosed);
      await reopen();
      const posted = async (by: Parameters<PointsStore['eventsPostedBy']>[1], within = {}) =>
        (await store.eventsPostedBy('main', by, { limit: 100, look: 1000, ...within })).events.map(({ id }) => id);
      expect(await posted({ by: 'key:a' })).toEqual([' 5', '5', '3', '2']);
      expect(await posted({ import: 'file' })).toEqual(['4', '3']);
      expect(await posted({ by: 'key:a', import: 'file' })).toEqual(['3']);
      expect(await posted({ by: 'key:a' }, { from: NOON + 5, to: NOON + 6 })).toEqual(['3']);
      expect(await posted({ by: 'key:a' }, { to: NOON + 5 })).toEqual([' 5', '5', '2']);
      expect(await posted({ by: 'nobody' })).toEqual([]);
      expect((await store.eventWithId('main', '1'))!.author).toBeUndefined();
      expect((await store.eventWithId('main', ' 5'))!.author).toEqual(key);
      expect((await store.eventsOf('main', 2, { limit: 9 })).map(({ author }) => author)).toEqual([key, byPerson, imported]);
      const [first] = (await store.eventsPostedBy('main', key, { limit: 1, look: 9 })).events;
      expect(first).toEqual(await store.eventWithId('main', ' 5'));
      expect((await store.verify()).differences).toEqual([]);
      await expect(store.eventsPostedBy('none', key, { limit: 1, look: 9 })).rejects.toThrow('none');
    });
  });

  describe('the events of a period', () => {
    async function countedAfter(after: number) {
      const found: number[][] = [];
      let reached = after;
      for await (const { players, at, points, reached: now } of store.countedEvents(daily, after)) {
        expect(now).toBeGreaterThan(reached);
        reached = now;
        for (let i = 0; i < players.length; i += 1) found.push([players[i]!, at[i]! - NOON, points[i]!]);
      }
      return { found, reached };
    }

    it('are in order of recording, include only those that count for it, and can be continued from any point', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7, { at: NOON - DAY }), event('3', 'bob', 2, { at: NOON - 1 }));
      const first = await countedAfter(0);
      expect(first.found).toEqual([
        [1, 0, 5],
        [2, -1, 2],
      ]);
      expect((await countedAfter(first.reached)).found).toEqual([]);
      await record(event('4', 'cleo', 0));
      await store.maintain();
      await reopen();
      expect((await countedAfter(first.reached)).found).toEqual([[3, 0, 0]]);
      await closeWith(daily, [1, 2, 3]);
      await record(event('5', 'ann', 100));
      await store.maintain();
      expect((await countedAfter(0)).found).toEqual([...first.found, [3, 0, 0]]);
    });
  });
}
