import { describe, expect, it } from 'vitest';

import { allTime, board, daily, DAY, event, NOON, type StorePlace, useStore } from './store-under-test.suite.ts';

/** What every store must do with events that come in, and what they add up to. */
export function describeLedger(makePlace: () => StorePlace): void {
  const { record, reopen, store, totals } = useStore(makePlace);

  describe('one id', () => {
    it('counts once, within a commit, in the next and after a restart, and is answered the same', async () => {
      const same = Array.from({ length: 50 }, () => event('1', 'ann', 5));
      const [first, ...rest] = await record(...same);
      const answer = first?.outcome === 'recorded' ? first.answer : undefined;
      expect(answer).toBeTypeOf('string');
      expect(rest).toEqual(rest.map(() => ({ outcome: 'repeated', answer })));
      await reopen();
      expect(await Promise.all(same.map((again) => record(again)))).toEqual(same.map(() => [{ outcome: 'repeated', answer }]));
      expect(await totals(allTime)).toEqual({ 1: 5 });
      expect(await store.verify()).toEqual({ events: 1, standings: 4, differences: [] });
    });

    it('with another body is refused, and nothing else of the commit is', async () => {
      const recorded = await record(event('1', 'ann', 5), event('1', 'new', 6, { displayName: 'New' }), event('2', 'ann', 1));
      expect(recorded.map(({ outcome }) => outcome)).toEqual(['recorded', 'refused', 'recorded']);
      expect(recorded[1]).toEqual({ outcome: 'refused', reason: 'known id, another body' });
      expect(await store.playerNamed('new')).toBeUndefined();
      expect(await totals(allTime)).toEqual({ 1: 6 });
    });
  });

  describe('totals', () => {
    it('are exact up to the last whole number and refused beyond, without a trace', async () => {
      await record(event('1', 'ann', Number.MAX_SAFE_INTEGER), event('2', 'bob', Number.MIN_SAFE_INTEGER));
      const refused = { outcome: 'refused', reason: 'total out of range' };
      const beyond = event('3', 'ann', 1, { at: NOON - DAY, displayName: 'Beyond', avatar: '🦊' });
      expect(await record(beyond, event('4', 'bob', -1))).toEqual([refused, refused]);
      await reopen();
      expect(await totals(allTime)).toEqual({ 1: Number.MAX_SAFE_INTEGER, 2: Number.MIN_SAFE_INTEGER });
      expect(await totals({ ...daily, start: daily.start - DAY })).toEqual({});
      expect((await store.playerNamed('ann'))?.displayName).toBe('ann');
      expect(await store.verify()).toEqual({ events: 2, standings: 8, differences: [] });
    });

    it('keep nothing of a commit whose answer throws, in the database or in memory', async () => {
      await record(event('1', 'ann', 5));
      const failing = store.record('main', [event('2', 'ann', 1, { displayName: 'Later' }), event('3', 'bob', 1)], NOON, ({ player }) => {
        if (player.username === 'bob') throw new Error('planned');
        return '';
      });
      await expect(failing).rejects.toThrow('planned');
      expect(await totals(allTime)).toEqual({ 1: 5 });
      expect(await store.players([1])).toEqual([{ number: 1, username: 'ann', displayName: 'ann', avatar: '🎮' }]);
      const [recorded] = await record(event('4', 'ann', 1));
      expect(recorded).toMatchObject({
        changes: [{ after: { points: 6 } }, { after: { points: 6 } }, { after: { points: 6 } }, { after: { points: 6 } }],
      });
      expect(await store.verify()).toEqual({ events: 2, standings: 4, differences: [] });
    });

    it('refuse a commit inside a commit, and keep nothing of either', async () => {
      let inner: Promise<unknown> = Promise.resolve();
      await store.record('main', [event('1', 'ann', 5)], NOON, () => {
        inner = record(event('2', 'ann', 5)).catch(String);
        return '';
      });
      expect(await inner).toContain('must not overlap');
      expect(await totals(allTime)).toEqual({ 1: 5 });
    });
  });

  describe('the activities of a day', () => {
    const today = daily.start;

    it('count every event by its own day, late ones too, whether or not the day is closed', async () => {
      await record(event('1', 'ann', 5, { activity: 'Quest' }), event('2', 'bob', 7, { activity: 'Quest' }), event('3', 'ann', 20));
      await store.closePeriod(daily, [1, 2], NOON + DAY);
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

    it('are not of another board, and not of a commit that failed', async () => {
      await store.saveBoard({ ...board, name: 'other', calendar: { timeZone: 'Asia/Kathmandu', weekStart: 1 } });
      await store.record('other', [event('1', 'ann', 5, { activity: 'Quest' })], NOON, () => '');
      const failing = store.record('main', [event('1', 'ann', 1), event('2', 'ann', 1)], NOON, () => {
        throw new Error('planned');
      });
      await expect(failing).rejects.toThrow('planned');
      expect(await store.activityDays('main', -Infinity, Infinity)).toEqual([]);
      const start = Date.UTC(2026, 10, 19, 18, 15);
      expect(await store.activityDays('other', -Infinity, Infinity)).toEqual([
        { start, kind: 'named', activity: 'Quest', events: 1, points: 5 },
      ]);
    });

    it('are bounded where a game makes up thousands: the largest, what has none, and the rest together', async () => {
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

    it('add up whatever the points are, as far as whole numbers are exact', async () => {
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
