import { beforeEach, describe, expect, it } from 'vitest';

import type { PeriodKey } from './stored-values.ts';
import { allTime, daily, DAY, event, NOON, type StorePlace, useStore } from './store-under-test.suite.ts';

/** What every store must do with periods that end. */
export function describeArchive(makePlace: () => StorePlace): void {
  const { record, reopen, store, totals } = useStore(makePlace);

  describe('periods', () => {
    beforeEach(async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7));
    });

    it('end at their end and not before, the shortest first', async () => {
      expect(await store.endedPeriods(daily.start + DAY - 1)).toEqual([]);
      expect(await store.endedPeriods(daily.start + DAY)).toEqual([{ ...daily, end: daily.start + DAY }]);
      expect((await store.endedPeriods(Infinity)).map(({ kind }) => kind)).toEqual(['daily', 'weekly', 'monthly']);
    });

    it('that are closed stay as they were archived, while the longer ones count late events', async () => {
      await store.closePeriod(daily, [2, 1], NOON + DAY);
      const archived = await store.finalStandings(daily, 1, 10);
      expect(archived).toMatchObject({
        total: 2,
        standings: [
          { rank: 1, player: { number: 2 } },
          { rank: 2, player: { number: 1 } },
        ],
      });

      const [late] = await record(event('3', 'ann', 100));
      expect(late).toMatchObject({
        changes: [{ state: 'closed', period: daily }, { after: { points: 105 } }, { after: { points: 105 } }, { after: { points: 105 } }],
      });
      await reopen();
      await record(event('4', 'new', 1));
      expect(await store.finalStandings(daily, 1, 10)).toEqual(archived);
      expect(await totals(daily)).toEqual({ 1: 5, 2: 7 });
      expect(await store.endedPeriods(daily.start + DAY)).toEqual([]);
      expect(await store.verify()).toEqual({ events: 4, standings: 2 + 3 * 3, differences: [] });
    });

    it('give stretches of their final ranks, and the rank of one player', async () => {
      expect(await store.finalStandings(daily, 1, 10)).toBeUndefined();
      expect(await store.finalRank(daily, 1)).toBeUndefined();
      await store.closePeriod(daily, [2, 1], NOON + DAY);
      expect((await store.finalStandings(daily, 2, 1))?.standings.map(({ rank, player }) => [rank, player.number])).toEqual([[2, 1]]);
      expect((await store.finalStandings(daily, 3, 1))?.standings).toEqual([]);
      expect(await store.finalRank(daily, 1)).toBe(2);
      expect(await store.finalRank(daily, 3)).toBeUndefined();
    });

    it('close with nobody in them', async () => {
      const empty = { ...daily, start: daily.start - DAY };
      await store.closePeriod(empty, [], NOON);
      expect(await store.finalStandings(empty, 1, 10)).toEqual({ total: 0, standings: [] });
      const [late] = await record(event('3', 'ann', 1, { at: NOON - DAY }));
      expect(late).toMatchObject({ changes: [{ state: 'closed' }, { state: 'counted' }, { state: 'counted' }, { state: 'counted' }] });
    });

    it.each<[string, PeriodKey, number[]]>([
      ['a player is missing', daily, [2]],
      ['a player is named twice', daily, [2, 2]],
      ['nobody has the number', daily, [2, 1, 3]],
      ['the period never ends', allTime, [2, 1]],
      ['nothing starts then', { ...daily, start: NOON }, [2, 1]],
      ['there is no such board', { ...daily, board: 'none' }, [2, 1]],
    ])('stay open where %s', async (_, period, order) => {
      await expect(store.closePeriod(period, order, NOON + DAY)).rejects.toThrow(RangeError);
      expect(await store.finalStandings(daily, 1, 10)).toBeUndefined();
      expect(await totals(daily)).toEqual({ 1: 5, 2: 7 });
      expect(await store.verify()).toMatchObject({ differences: [] });
    });

    it('have sizes, open and closed, oldest first', async () => {
      await record(event('3', 'ann', 1, { at: NOON - 2 * DAY }), event('4', 'bob', 1, { at: NOON - 40 * DAY }));
      await store.closePeriod({ ...daily, start: daily.start - DAY }, [], NOON);
      await store.closePeriod({ ...daily, start: daily.start - 2 * DAY }, [1], NOON);
      const sizes = (from: number, to: number) => store.periodSizes('main', 'daily', from, to);
      const [oldest, middle, newest] = [
        { start: daily.start - 40 * DAY, standings: 1 },
        { start: daily.start - 2 * DAY, standings: 1 },
        { start: daily.start, standings: 2 },
      ];
      expect(await sizes(-Infinity, Infinity)).toEqual([oldest, middle, newest]);
      expect(await sizes(daily.start - 2 * DAY, daily.start)).toEqual([middle]);
      expect(await sizes(daily.start - 2 * DAY + 1, daily.start + 1)).toEqual([newest]);
      expect(await store.periodSizes('main', 'all-time', -Infinity, Infinity)).toEqual([{ start: -Infinity, standings: 2 }]);
      const beside = (start: number) => store.periodsBeside({ board: 'main', kind: 'daily', start });
      expect(await beside(middle.start)).toEqual({ before: oldest.start, after: newest.start });
      expect(await beside(middle.start + DAY)).toEqual({ before: middle.start, after: newest.start });
      expect(await beside(oldest.start)).toEqual({ before: undefined, after: middle.start });
      expect(await store.periodsBeside({ board: 'main', kind: 'all-time', start: -Infinity })).toEqual({
        before: undefined,
        after: undefined,
      });
    });

    it('close once', async () => {
      await store.closePeriod(daily, [2, 1], NOON + DAY);
      await expect(store.closePeriod(daily, [1, 2], NOON + DAY)).rejects.toThrow('closed already');
      expect(await store.finalRank(daily, 2)).toBe(1);
    });
  });

  describe('a period of many players', () => {
    const PLAYERS = 2500;
    /** The last who came is first. */
    const order = Array.from({ length: PLAYERS }, (_, i) => PLAYERS - i);

    beforeEach(async () => {
      await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
    });

    const late = (id: string) => record(event(id, 'player 7', 10_000));
    const isWhole = async () => expect((await store.verify()).differences).toEqual([]);

    it('closes while other commits go on, and none of them changes it', async () => {
      const states: unknown[] = [];
      let asked = 0;
      const closing = store.closePeriod(daily, order, NOON + DAY, () => {
        asked += 1;
        states.push(late(`late ${asked}`), store.finalStandings(daily, 1, 1), store.finalRank(daily, PLAYERS));
        return false;
      });
      await expect(store.closePeriod(daily, order, NOON + DAY)).rejects.toThrow('being closed');
      await isWhole();
      expect(await closing).toBe(true);
      const told = [
        { outcome: 'recorded', changes: [{ state: 'closed' }, { state: 'counted' }, { state: 'counted' }, { state: 'counted' }] },
      ];
      expect(await Promise.all(states)).toMatchObject([told, undefined, undefined, told, undefined, undefined, told, undefined, undefined]);
      expect((await store.finalStandings(daily, 1, PLAYERS))?.standings.map(({ player }) => player.number)).toEqual(order);
      expect(await store.finalRank(daily, 7)).toBe(PLAYERS - 6);
      await isWhole();
      await store.clearClosed();
      await isWhole();
      await expect(store.closePeriod(daily, order, NOON + DAY)).rejects.toThrow('closed already');
    });

    it('that was cut closes again after a restart, and takes no event in between', async () => {
      let asked = 0;
      expect(await store.closePeriod(daily, order, NOON + DAY, () => (asked += 1) === 3)).toBe(false);
      await reopen();
      await isWhole();
      expect(await store.finalStandings(daily, 1, 1)).toBeUndefined();
      expect(await store.finalRank(daily, PLAYERS)).toBeUndefined();
      expect(await store.endedPeriods(NOON + DAY)).toMatchObject([daily]);
      expect(await late('late')).toMatchObject([{ changes: [{ state: 'closed' }, {}, {}, {}] }]);
      expect(Object.keys(await totals(daily))).toHaveLength(PLAYERS);

      expect(await store.closePeriod(daily, order, NOON + DAY)).toBe(true);
      expect(await store.finalRank(daily, 7)).toBe(PLAYERS - 6);
      await store.clearClosed(() => true);
      await reopen();
      await isWhole();
      await store.clearClosed();
      await isWhole();
    });

    it('stays open where its order is wrong, and takes events again', async () => {
      for (const wrong of [order.with(2400, PLAYERS), order.with(2400, 1_000_000)]) {
        await expect(store.closePeriod(daily, wrong, NOON + DAY)).rejects.toThrow(RangeError);
        await isWhole();
      }
      expect(await late('late')).toMatchObject([{ changes: [{ state: 'counted' }, {}, {}, {}] }]);
      expect(await store.closePeriod(daily, [7, ...order.filter((player) => player !== 7)], NOON + DAY)).toBe(true);
      await isWhole();
    });
  });
}
