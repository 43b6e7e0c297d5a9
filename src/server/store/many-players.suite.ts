import { beforeEach, describe, expect, it } from 'vitest';

import { daily, DAY, event, finalRankOf, NOON, type StorePlace, useStore } from './store-under-test.suite.ts';

/** Contract tests: periods so large that they are closed and reopened in steps. */
export function describeManyPlayers(makePlace: () => StorePlace): void {
  const { effectsOf, record, reopen, store, totals } = useStore(makePlace);
  const closing = { at: NOON + DAY, unshown: 0 };
  const isWhole = async () => expect((await store.verify()).differences).toEqual([]);

  describe('a period of many players', () => {
    const PLAYERS = 2500;
    /** In reverse order of arrival. */
    const order = Array.from({ length: PLAYERS }, (_, i) => PLAYERS - i);

    beforeEach(async () => {
      await record(...order.map((_, i) => event(`first of ${i + 1}`, `player ${i + 1}`, i + 1)));
      await store.seal(daily);
    });

    const late = async (id: string) => (await effectsOf(event(id, 'player 7', 10_000)))[0]?.changes.map(({ state }) => state);
    const whenLate = ['closed', 'counted', 'counted', 'counted'];

    it('closes while other commits continue, without being changed by them', async () => {
      const states: unknown[] = [];
      let calls = 0;
      const closed = store.closePeriod(daily, order, closing, () => {
        calls += 1;
        states.push(late(`late ${calls}`), store.finalStandings(daily, 1, 1), finalRankOf(store, daily, PLAYERS));
        return false;
      });
      expect(await store.closePeriod(daily, order, closing)).toBe(false);
      await expect(store.reopen(daily, { at: NOON, reason: '' })).rejects.toThrow(RangeError);
      await isWhole();
      expect(await closed).toBe(true);
      expect(calls).toBeGreaterThan(1);
      // The last check runs inside the closing commit: a reader may already see the period closed by then.
      const seen = (await Promise.all(states)).slice(0, -2);
      expect(seen).toEqual(
        Array.from({ length: calls }, () => [whenLate, undefined, undefined])
          .flat()
          .slice(0, -2),
      );
      expect((await store.finalStandings(daily, 1, PLAYERS))?.standings.map(({ player }) => player.number)).toEqual(order);
      expect(await finalRankOf(store, daily, 7)).toBe(PLAYERS - 6);
      await isWhole();
      await store.maintain();
      await isWhole();
      expect(await store.closePeriod(daily, order, closing)).toBe(false);
    });

    it('can be closed again after an interruption and a restart, and accepts no event in between', async () => {
      let calls = 0;
      expect(await store.closePeriod(daily, order, closing, () => (calls += 1) === 2)).toBe(false);
      await reopen();
      await isWhole();
      expect(await store.finalStandings(daily, 1, 1)).toBeUndefined();
      expect(await finalRankOf(store, daily, PLAYERS)).toBeUndefined();
      expect(await store.endedPeriods(NOON + DAY)).toMatchObject([daily]);
      expect(await late('late')).toEqual(whenLate);
      expect(Object.keys(await totals(daily))).toHaveLength(PLAYERS);

      expect(await store.closePeriod(daily, order, closing)).toBe(true);
      expect(await finalRankOf(store, daily, 7)).toBe(PLAYERS - 6);
      await store.maintain(() => true);
      await reopen();
      await isWhole();
      await store.maintain();
      await isWhole();
    });

    it('reopens while other commits continue: closed with all ranks until then, open with all standings afterwards', async () => {
      expect(await store.closePeriod(daily, order, closing)).toBe(true);
      await store.maintain();
      const reached = { isOpen: false };
      const opening = store.reopen(daily, { at: NOON + DAY, reason: 'Too early' }).then(() => (reached.isOpen = true));
      await expect(store.reopen(daily, { at: NOON + DAY, reason: 'Too early' })).rejects.toThrow(RangeError);
      const whenAsked: unknown[] = [];
      for (let calls = 0; !reached.isOpen; calls += 1) {
        const ranks = store.finalStandings(daily, 1, PLAYERS).then((finals) => finals?.standings.length ?? PLAYERS);
        const [states, ranked] = await Promise.all([late(`late ${calls}`), ranks, isWhole(), store.maintain()]);
        whenAsked.push(states![0]);
        expect(ranked).toBe(PLAYERS);
        expect(Object.keys(await totals(daily))).toHaveLength(PLAYERS);
      }
      await opening;
      // Once it counts an event, it counts all later ones.
      const counted = whenAsked.filter((state) => state === 'counted');
      expect(whenAsked.slice(whenAsked.length - counted.length)).toEqual(counted);
      const points = 7 + 10_000 * counted.length;
      expect(await store.totalsSince('main', 'daily', 7, -Infinity)).toEqual([{ start: daily.start, points }]);
      await record(event('after', 'player 7', 10_000));
      expect(await store.totalsSince('main', 'daily', 7, -Infinity)).toEqual([{ start: daily.start, points: points + 10_000 }]);
      expect(await finalRankOf(store, daily, 7)).toBeUndefined();
      await reopen();
      await isWhole();
      await store.maintain();
      await isWhole();
      await store.seal(daily);
      expect(await store.closePeriod(daily, [7, ...order.filter((player) => player !== 7)], closing)).toBe(true);
      expect(await finalRankOf(store, daily, 7)).toBe(1);
      await isWhole();
    });

    it('can be reopened after an interrupted closing', async () => {
      let calls = 0;
      expect(await store.closePeriod(daily, order, closing, () => (calls += 1) === 2)).toBe(false);
      await store.reopen(daily, { at: NOON + DAY, reason: 'Not yet' });
      await isWhole();
      expect(await late('late')).toEqual(['counted', 'counted', 'counted', 'counted']);
      expect(await totals(daily)).toMatchObject({ 7: 10_007 });
      await store.seal(daily);
      expect(await store.closePeriod(daily, [7, ...order.filter((player) => player !== 7)], closing)).toBe(true);
      await isWhole();
    });

    it('stays sealed if the order of its players is wrong', async () => {
      for (const wrong of [order.with(2400, PLAYERS), order.with(2400, 1_000_000)]) {
        await expect(store.closePeriod(daily, wrong, closing)).rejects.toThrow(RangeError);
        await isWhole();
      }
      expect(await store.finalStandings(daily, 1, 1)).toBeUndefined();
      expect(await late('late')).toEqual(whenLate);
      expect(await store.closePeriod(daily, order, closing)).toBe(true);
      await isWhole();
    });
  });
}
