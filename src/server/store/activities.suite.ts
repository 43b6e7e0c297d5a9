import { describe, expect, it } from 'vitest';

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

/** Contract tests: the activities of a day. */
export function describeActivities(makePlace: () => StorePlace): void {
  const { closeWith, record, reopen, store } = useStore(makePlace);

  describe('the activities of a day', () => {
    const today = daily.start;

    it('count every event on its own day, including late ones, whether or not the day is closed', async () => {
      await record(event('1', 'ann', 5, { activity: 'Quest' }), event('2', 'bob', 7, { activity: 'Quest' }), event('3', 'ann', 20));
      await closeWith(daily, [1, 2]);
      await record(event('4', 'ann', 6, { activity: 'Arena' }), event('5', 'ann', -1, { activity: 'Quest', at: NOON - DAY }));
      await record(event('1', 'ann', 5, { activity: 'Quest' }));
      await reopen();
      const days = (from: number, to: number) => store.activityDays('main', from, to);
      const before = [{ start: today - DAY, kind: 'named', activity: 'Quest', events: 1, points: -1 }];
      const then = [
        { start: today, kind: 'named', activity: 'Quest', events: 2, points: 12 },
        { start: today, kind: 'named', activity: 'Arena', events: 1, points: 6 },
        { start: today, kind: 'none', events: 1, points: 20 },
      ];
      expect(await days(-Infinity, Infinity)).toEqual([...before, ...then]);
      expect(await days(today - DAY, today)).toEqual(before);
      expect(await days(today - DAY + 1, today + 1)).toEqual(then);
      await expect(store.activityDays('none', 0, 1)).rejects.toThrow('none');
    });

    it('drop a voided event, even from a closed day, and include it again once restored', async () => {
      await record(event('1', 'ann', 5, { activity: 'Quest' }), event('2', 'bob', 7, { activity: 'Quest' }), event('3', 'ann', 20));
      await closeWith(daily, [1, 2]);
      const all = await store.activityDays('main', -Infinity, Infinity);
      const quests = (events: number, points: number) => ({ start: today, kind: 'named', activity: 'Quest', events, points });
      const none = { start: today, kind: 'none', events: 1, points: 20 };
      for (let i = 0; i < 2; i += 1) {
        await reviseOne(store, 'main', '1', { does: 'void', reason: 'A bot', at: NOON }, unlessClosed);
        expect(await store.activityDays('main', -Infinity, Infinity)).toEqual([quests(1, 7), none]);
        await reviseOne(store, 'main', '2', { does: 'void', reason: 'A bot', at: NOON }, unlessClosed);
        expect(await store.activityDays('main', -Infinity, Infinity)).toEqual([none]);
        for (const id of ['1', '2']) await reviseOne(store, 'main', id, { does: 'restore', reason: 'None', at: NOON }, unlessClosed);
        expect(await store.activityDays('main', -Infinity, Infinity)).toEqual(all);
      }
      expect((await store.verify()).differences).toEqual([]);
    });

    it('exclude other boards and failed commits', async () => {
      await saveBoard(store, { ...board, name: 'other', calendar: { timeZone: 'Asia/Kathmandu', weekStart: 1 } });
      await store.append('other', [event('1', 'ann', 5, { activity: 'Quest' })], always, silently);
      const failing = store.append('main', [event('1', 'ann', 1), event('2', 'ann', 1)], always, () => {
        throw new Error('planned');
      });
      await expect(failing).rejects.toThrow('planned');
      expect(await store.activityDays('main', -Infinity, Infinity)).toEqual([]);
      const start = Date.UTC(2026, 10, 19, 18, 15);
      expect(await store.activityDays('other', -Infinity, Infinity)).toEqual([
        { start, kind: 'named', activity: 'Quest', events: 1, points: 5 },
      ]);
    });

    it('are limited in a game with thousands: the largest, events without an activity, and the rest combined', async () => {
      const made = (day: number) =>
        Array.from({ length: 6000 }, (_, i) => event(`${day} ${i}`, 'ann', i, { activity: `match ${i}`, at: NOON + day * DAY }));
      await record(...made(0), ...made(1), event('none', 'ann', 100_000));
      const found = await store.activityDays('main', today, today + 2 * DAY);
      expect(found).toHaveLength(51 + 1 + 51);
      expect(found[0]).toEqual({ start: today, kind: 'named', activity: 'match 5999', events: 1, points: 5999 });
      const rest = (5949 * 5950) / 2;
      expect(found[50]).toEqual({ start: today, kind: 'none', events: 1, points: 100_000 });
      expect(found[51]).toEqual({ start: today, kind: 'rest', events: 5950, points: rest });
      expect(found[102]).toEqual({ start: today + DAY, kind: 'rest', events: 5950, points: rest });
      expect((await store.verify()).differences).toEqual([]);
    });

    it('sum points of any size to the precision of doubles', async () => {
      const most = Number.MAX_SAFE_INTEGER;
      const each = Array.from({ length: 1500 }, (_, i) => event(String(i), `player ${i}`, most, { activity: 'Quest' }));
      await record(...each.slice(0, 1));
      expect(await store.activityDays('main', today, today + 1)).toMatchObject([{ events: 1, points: most }]);
      await record(...each.slice(1));
      expect(await store.activityDays('main', today, today + 1)).toMatchObject([{ events: 1500, points: most }]);
      await record(...each.map(({ id }, i) => event(`minus ${id}`, `other ${i}`, i === 0 ? 3 - most : -most, { activity: 'Quest' })));
      expect(await store.activityDays('main', today, today + 1)).toMatchObject([{ events: 3000, points: 3 }]);
      expect((await store.verify()).differences).toEqual([]);
    });
  });
}
