import { beforeEach, describe, expect, it } from 'vitest';

import type { PeriodKey } from './stored-values.ts';
import {
  allTime,
  daily,
  DAY,
  event,
  finalRankOf,
  NOON,
  type StorePlace,
  unlessClosed,
  useStore,
  reviseOne,
} from './store-under-test.suite.ts';

/** Contract tests: closing periods. */
export function describeArchive(makePlace: () => StorePlace): void {
  const { closeWith, effectsOf, record, reopen, store, totals } = useStore(makePlace);
  const closing = { at: NOON + DAY, unshown: 0 };
  const isWhole = async () => expect((await store.verify()).differences).toEqual([]);

  describe('periods', () => {
    beforeEach(async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7));
    });

    it('end at their end and not before, shortest first', async () => {
      expect(await store.endedPeriods(daily.start + DAY - 1)).toEqual([]);
      expect(await store.endedPeriods(daily.start + DAY)).toEqual([{ ...daily, end: daily.start + DAY, reopenedAt: undefined }]);
      expect((await store.endedPeriods(Infinity)).map(({ kind }) => kind)).toEqual(['daily', 'weekly', 'monthly']);
    });

    it('keep their archive once closed, while longer periods count late events', async () => {
      await closeWith(daily, [2, 1]);
      const archived = await store.finalStandings(daily, 1, 10);
      expect(archived).toMatchObject({
        total: 2,
        unshown: 0,
        standings: [
          { rank: 1, player: { number: 2 }, score: { points: 7 } },
          { rank: 2, player: { number: 1 }, score: { points: 5 } },
        ],
      });

      const [late] = await effectsOf(event('3', 'ann', 100));
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

    it('return slices of the final ranks, the rank of one player, and hidden players', async () => {
      await store.seal(daily);
      expect(await store.finalStandings(daily, 1, 10)).toBeUndefined();
      expect(await finalRankOf(store, daily, 1)).toBeUndefined();
      await store.closePeriod(daily, [1, 2], { at: NOON + DAY, unshown: 1 });
      const stretch = await store.finalStandings(daily, 2, 1);
      expect(stretch).toMatchObject({ total: 2, unshown: 1, standings: [{ rank: 2, player: { number: 2 } }] });
      expect(stretch?.standings).toHaveLength(1);
      expect((await store.finalStandings(daily, 3, 1))?.standings).toEqual([]);
      expect(await finalRankOf(store, daily, 1)).toBe(1);
      expect(await finalRankOf(store, daily, 3)).toBeUndefined();
      await isWhole();
    });

    it('return the places of a player, newest first', async () => {
      await record(
        event('3', 'ann', 1, { at: NOON - DAY }),
        event('4', 'bob', 9, { at: NOON - 2 * DAY }),
        event('5', 'ann', 1, { at: NOON - 2 * DAY }),
      );
      const [before, oldest] = [daily.start - DAY, daily.start - 2 * DAY];
      await closeWith({ ...daily, start: oldest }, [2, 1]);
      await closeWith({ ...daily, start: before }, [1]);
      await closeWith(daily, [2, 1]);
      const places = [
        { start: daily.start, rank: 2, total: 2, points: 5 },
        { start: before, rank: 1, total: 1, points: 1 },
        { start: oldest, rank: 2, total: 2, points: 1 },
      ];
      expect(await store.finalPlaces('main', 'daily', 1)).toEqual(places);
      expect(await store.finalPlaces('main', 'weekly', 1)).toEqual([]);
      expect(await store.finalPlaces('main', 'daily', 3)).toEqual([]);
    });

    it('return results, newest first', async () => {
      await record(
        event('3', 'cleo', 1),
        event('4', 'ann', 4, { at: NOON - DAY }),
        event('5', 'bob', 9, { at: NOON - 2 * DAY }),
        event('6', 'ann', 1, { at: NOON - 2 * DAY }),
      );
      const [before, oldest] = [daily.start - DAY, daily.start - 2 * DAY];
      await closeWith({ ...daily, start: oldest }, [2, 1]);
      await closeWith({ ...daily, start: before }, [1]);
      const found = async (from: number, end: number, most: number, places: number) =>
        (await store.results('main', 'daily', { from, before: end, most }, places)).map(({ start, total, places: first }) => [
          start,
          total,
          first.map(({ rank, player, score }) => `${rank} ${player.username} ${score.points}`).join(', '),
        ]);
      // A period that is not closed has no result.
      expect(await found(-Infinity, Infinity, 9, 3)).toEqual([
        [before, 1, '1 ann 4'],
        [oldest, 2, '1 bob 9, 2 ann 1'],
      ]);
      await closeWith(daily, [2, 1, 3]);
      expect(await found(-Infinity, Infinity, 2, 2)).toEqual([
        [daily.start, 3, '1 bob 7, 2 ann 5'],
        [before, 1, '1 ann 4'],
      ]);
      expect(await found(before, daily.start, 9, 1)).toEqual([[before, 1, '1 ann 4']]);
      expect(await found(before + 1, daily.start + 1, 9, 0)).toEqual([[daily.start, 3, '']]);
      expect(await store.results('main', 'weekly', { from: -Infinity, before: Infinity, most: 9 }, 3)).toEqual([]);
      await store.reopen(daily, { at: NOON + 2 * DAY, reason: 'The clock was wrong' });
      expect(await found(-Infinity, Infinity, 1, 1)).toEqual([[before, 1, '1 ann 4']]);
    });

    it.each<[string, PeriodKey]>([
      ['it never ends', allTime],
      ['there is no such board', { ...daily, board: 'none' }],
    ])('refuse sealing if %s', async (_, period) => {
      await expect(store.seal(period)).rejects.toThrow(RangeError);
      await isWhole();
    });

    it.each<[string, PeriodKey]>([
      ['nothing starts then', { ...daily, start: NOON }],
      ['nobody stands in it', { ...daily, start: daily.start - DAY }],
    ])('are not sealed if %s', async (_, period) => {
      expect(await store.seal(period)).toBe(false);
      await isWhole();
    });

    it('are not sealed if every event was voided', async () => {
      for (const id of ['1', '2']) await reviseOne(store, 'main', id, { does: 'void', reason: 'A bot', at: NOON }, unlessClosed);
      expect(await store.seal(daily)).toBe(false);
      await isWhole();
    });

    it('are sealed once the caller considers them final', async () => {
      const calls: unknown[] = [];
      const saying = (isFinal: boolean) => (period: unknown, reopenedAt: number | undefined) => {
        calls.push(period, reopenedAt);
        return isFinal;
      };
      const span = { kind: 'daily', start: daily.start, end: daily.start + DAY };
      expect(await store.seal(daily, saying(false))).toBe(false);
      expect((await effectsOf(event('3', 'ann', 1)))[0]?.changes[0]).toMatchObject({ state: 'counted' });
      await closeWith(daily, [2, 1]);
      expect(await store.seal(daily, saying(true))).toBe(false);
      await store.reopen(daily, { at: NOON + 2 * DAY, reason: 'The clock was wrong' });
      expect(await store.seal(daily, saying(true))).toBe(true);
      expect(calls).toEqual([span, undefined, span, NOON + 2 * DAY]);
      expect((await effectsOf(event('4', 'ann', 1)))[0]?.changes[0]).toMatchObject({ state: 'closed' });
    });

    it.each<[string, PeriodKey, number[]]>([
      ['a player is missing', daily, [2]],
      ['a player is named twice', daily, [2, 2]],
      ['nobody has the number', daily, [2, 3]],
      ['a player is too many', daily, [2, 1, 3]],
      ['there is no such board', { ...daily, board: 'none' }, [2, 1]],
    ])('refuse closing if %s', async (_, period, order) => {
      await store.seal(daily);
      await expect(store.closePeriod(period, order, closing)).rejects.toThrow(RangeError);
      expect(await store.finalStandings(daily, 1, 10)).toBeUndefined();
      expect(await totals(daily)).toEqual({ 1: 5, 2: 7 });
      expect(await store.closePeriod(daily, [2, 1], closing)).toBe(true);
      await isWhole();
    });

    it.each([3, -1, 0.5])('refuse closing with %d of two players hidden', async (unshown) => {
      await store.seal(daily);
      await expect(store.closePeriod(daily, [2, 1], { ...closing, unshown })).rejects.toThrow(RangeError);
      expect(await store.finalStandings(daily, 1, 10)).toBeUndefined();
      expect(await store.closePeriod(daily, [2, 1], { ...closing, unshown: 2 })).toBe(true);
      await isWhole();
    });

    it.each<[string, PeriodKey]>([
      ['are not sealed', { ...daily, kind: 'weekly', start: Date.UTC(2026, 10, 16) }],
      ['never end', allTime],
      ['have nothing', { ...daily, start: NOON }],
    ])('are not closed if they %s', async (_, period) => {
      await store.seal(daily);
      expect(await store.closePeriod(period, [2, 1], closing)).toBe(false);
      expect(await store.finalStandings(period, 1, 10)).toBeUndefined();
      await isWhole();
    });

    it('are not closed if the caller stops by the last commit', async () => {
      await store.seal(daily);
      let calls = 0;
      const whole = () => {
        calls += 1;
        return false;
      };
      expect(await store.closePeriod(daily, [2, 1], closing, whole)).toBe(true);
      await store.reopen(daily, { at: NOON + 2 * DAY, reason: 'The clock was wrong' });
      await store.seal(daily);
      let left = calls - 1;
      expect(await store.closePeriod(daily, [2, 1], closing, () => (left -= 1) < 0)).toBe(false);
      expect(await store.finalStandings(daily, 1, 10)).toBeUndefined();
      expect(await store.closePeriod(daily, [2, 1], closing)).toBe(true);
    });

    it('accept nothing once sealed, are shown as open, and stay sealed after a restart', async () => {
      await store.seal(daily);
      await store.seal(daily);
      await reopen();
      expect((await effectsOf(event('3', 'ann', 1)))[0]?.changes[0]).toEqual({ state: 'closed', period: daily });
      expect(await store.finalStandings(daily, 1, 1)).toBeUndefined();
      expect(await store.latestClosed('main', 'daily')).toBeUndefined();
      expect(await store.endedPeriods(daily.start + DAY)).toMatchObject([daily]);
      expect(await totals(daily)).toEqual({ 1: 5, 2: 7 });
      expect(await store.closePeriod(daily, [2, 1], closing)).toBe(true);
      await isWhole();
    });

    it('have sizes and neighbours, open and closed, oldest first', async () => {
      await record(event('3', 'ann', 1, { at: NOON - 2 * DAY }), event('4', 'bob', 1, { at: NOON - 40 * DAY }));
      await closeWith({ ...daily, start: daily.start - 2 * DAY }, [1]);
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

    it('close only once', async () => {
      await closeWith(daily, [2, 1]);
      expect(await store.closePeriod(daily, [1, 2], closing)).toBe(false);
      expect(await store.seal(daily)).toBe(false);
      expect(await finalRankOf(store, daily, 2)).toBe(1);
      expect(await store.latestClosed('main', 'daily')).toBe(daily.start);
      expect(await store.latestClosed('main', 'weekly')).toBeUndefined();
    });
  });

  describe('a reopened period', () => {
    const reopening = { at: NOON + 2 * DAY, reason: 'The clock was wrong' };
    const before = { ...daily, start: daily.start - DAY };

    beforeEach(async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 1, { at: NOON - DAY }));
      await closeWith(before, [1]);
      await closeWith(daily, [2, 1]);
    });

    it('has the standings it closed with, accepts events again, and can be closed again', async () => {
      await record(event('4', 'ann', 50));
      await store.maintain();
      await store.reopen(daily, reopening);
      await reopen();
      expect(await store.finalStandings(daily, 1, 1)).toBeUndefined();
      expect(await finalRankOf(store, daily, 2)).toBeUndefined();
      expect(await store.finalPlaces('main', 'daily', 2)).toEqual([]);
      expect(await store.latestClosed('main', 'daily')).toBe(before.start);
      expect(await totals(daily)).toEqual({ 1: 5, 2: 7 });
      expect(await store.endedPeriods(daily.start + DAY)).toEqual([{ ...daily, end: daily.start + DAY, reopenedAt: reopening.at }]);
      await isWhole();
      await record(event('5', 'ann', 3), event('6', 'cleo', 1));
      expect(await totals(daily)).toEqual({ 1: 8, 2: 7, 3: 1 });
      await closeWith(daily, [1, 2, 3]);
      expect((await store.finalStandings(daily, 1, 9))?.standings.map(({ score }) => score.points)).toEqual([8, 7, 1]);
      await isWhole();
    });

    it('must be the latest closed one of its kind, then the one before it', async () => {
      await expect(store.reopen(before, reopening)).rejects.toThrow(RangeError);
      await store.reopen(daily, reopening);
      await expect(store.reopen(daily, reopening)).rejects.toThrow(RangeError);
      await store.reopen(before, reopening);
      expect(await totals(before)).toEqual({ 1: 1 });
      await isWhole();
    });

    it.each<[string, PeriodKey]>([
      ['was never closed', { ...daily, kind: 'weekly', start: Date.UTC(2026, 10, 16) }],
      ['never ends', allTime],
      ['nobody stands in', { ...daily, start: daily.start + DAY }],
      ['is of no board', { ...daily, board: 'none' }],
    ])('cannot be one that %s', async (_, period) => {
      await expect(store.reopen(period, reopening)).rejects.toThrow(RangeError);
      expect(await finalRankOf(store, daily, 2)).toBe(1);
      await isWhole();
    });

    it('stays closed if a check inside the commit throws', async () => {
      const refused = new Error('Not now');
      const reopens = store.reopen(daily, reopening, () => {
        throw refused;
      });
      await expect(reopens).rejects.toBe(refused);
      expect(await finalRankOf(store, daily, 2)).toBe(1);
      await store.maintain();
      await isWhole();
      await store.reopen(daily, reopening);
      expect(await totals(daily)).toEqual({ 1: 5, 2: 7 });
    });

    it('can be one that was only sealed', async () => {
      const week: PeriodKey = { ...daily, kind: 'weekly', start: Date.UTC(2026, 10, 16) };
      await store.seal(week);
      await store.reopen(week, reopening);
      await record(event('4', 'ann', 1));
      expect(await totals(week)).toEqual({ 1: 7, 2: 7 });
      expect(await store.endedPeriods(week.start + 7 * DAY)).toMatchObject([{ ...week, reopenedAt: undefined }]);
      await isWhole();
    });
  });
}
