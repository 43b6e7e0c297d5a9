import { describe, expect, it } from 'vitest';

import type { PeriodSpan } from '../../domain/calendar.ts';
import { allTime, always, daily, DAY, event, NOON, silently, type StorePlace, useStore, reviseOne } from './store-under-test.suite.ts';
import type { NewEvent, Recorded } from './stored-values.ts';

/** Contract tests: recording events and their totals. */
export function describeLedger(makePlace: () => StorePlace): void {
  const { closeWith, effectsOf, record, reopen, store, totals } = useStore(makePlace);

  describe('one id', () => {
    it('events of one player in very many periods link to each other in each period, within one commit', async () => {
      const days = Array.from({ length: 30 }, (_, i) => NOON - i * DAY);
      const events = [...days, ...days].map((at, i) => event(`many ${i}`, 'ann', 1 + (i % 30), { at }));
      await record(...events);
      for (const [i, at] of days.entries())
        expect(await store.scoreOf({ ...daily, start: at - DAY / 2 }, 1)).toMatchObject({ points: 2 + 2 * i });
      expect((await store.verify()).differences).toEqual([]);
    });

    it('counts once, within a commit, in the next commit and after a restart, and gets the same answer each time', async () => {
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

    it('gets the same answer even if it would be refused as new', async () => {
      const [first] = await record(event('1', 'ann', 5));
      const answered = [{ outcome: 'repeated', answer: first?.outcome === 'recorded' ? first.answer : undefined }];
      const refuse = () => {
        throw new Error('planned');
      };
      expect(await store.append('main', [event('1', 'ann', 5)], always, refuse)).toEqual(answered);
      const change = (_: unknown, [one]: readonly Recorded[]) => (one?.outcome === 'recorded' ? refuse() : []);
      const records = { of: [{ kind: 'note', id: 'a' }], change };
      expect(await store.append('main', [event('1', 'ann', 5)], always, silently, records)).toEqual(answered);
    });

    it('is refused with another body, without affecting the rest of the commit', async () => {
      const recorded = await record(event('1', 'ann', 5), event('1', 'new', 6, { displayName: 'New' }), event('2', 'ann', 1));
      expect(recorded.map(({ outcome }) => outcome)).toEqual(['recorded', 'refused', 'recorded']);
      expect(recorded[1]).toEqual({ outcome: 'refused', reason: 'known id, another body' });
      expect(await store.playerNamed('new')).toBeUndefined();
      expect(await totals(allTime)).toEqual({ 1: 6 });
    });

    it('that was refused can be sent again in the same commit, and is recorded if possible', async () => {
      const most = Number.MAX_SAFE_INTEGER;
      const again = event('2', 'ann', 1);
      const recorded = await record(event('1', 'ann', most), again, event('3', 'ann', -1), again);
      expect(recorded.map(({ outcome }) => outcome)).toEqual(['recorded', 'refused', 'recorded', 'recorded']);
      expect(await totals(allTime)).toEqual({ 1: most });
    });
  });

  describe('a batch', () => {
    it('lets each event see the totals after the previous ones, and decides all answers in one call', async () => {
      const calls: unknown[] = [];
      const events = [event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 2), event('1', 'ann', 5)];
      const recorded = await store.append('main', events, always, (effects, position) => {
        calls.push(position);
        return effects.map(({ event: { id }, player, changes }) => {
          const last = changes.at(-1)!;
          return `${id}: ${player.number} from ${last.state === 'counted' ? `${last.before?.points} to ${last.after.points}` : ''}`;
        });
      });
      expect(recorded).toEqual([
        { outcome: 'recorded', answer: '1: 1 from undefined to 5' },
        { outcome: 'recorded', answer: '2: 2 from undefined to 7' },
        { outcome: 'recorded', answer: '3: 1 from 5 to 7' },
        { outcome: 'repeated', answer: '1: 1 from undefined to 5' },
      ]);
      expect(calls.length).toBeGreaterThan(0);
      expect(await totals(daily)).toEqual({ 1: 7, 2: 7 });
    });

    it('of very many events is decided in order, in consecutive stretches', async () => {
      const ids = Array.from({ length: 600 }, (_, i) => `many ${i}`);
      const decided: string[] = [];
      const recorded = await store.append(
        'main',
        ids.map((id, i) => event(id, `player ${i % 7}`, 1)),
        always,
        (effects, _, given) => {
          expect(given).toBe(decided.length);
          decided.push(...effects.map(({ event: { id } }) => id));
          return effects.map(({ event: { id } }) => `answer to ${id}`);
        },
      );
      expect(decided).toEqual(ids);
      expect(recorded).toEqual(ids.map((id) => ({ outcome: 'recorded', answer: `answer to ${id}` })));
      expect((await store.eventsOf('main', 7, { limit: 2 })).map(({ id }) => id)).toEqual(['many 594', 'many 587']);
      expect(await store.verify()).toMatchObject({ events: 600, differences: [] });
    });

    it('reports the effect of each event on each of its periods, in the order of the kinds', async () => {
      await record(event('1', 'ann', 5));
      const [effect] = await effectsOf(event('2', 'ANN', 3, { at: NOON + 1, displayName: 'Ann A.' }));
      expect(effect).toMatchObject({
        event: { id: '2' },
        player: { number: 1, username: 'ann', displayName: 'Ann A.' },
        changes: ['daily', 'weekly', 'monthly', 'all-time'].map((kind) => ({
          state: 'counted',
          period: { board: 'main', kind },
          before: { points: 5, reachedAt: NOON, movedAt: NOON },
          after: { points: 8, reachedAt: NOON + 1, movedAt: NOON + 1 },
        })),
      });
      expect(effect?.changes[0]?.period).toEqual(daily);
    });

    it('without events is a no-op', async () => {
      expect(await record()).toEqual([]);
      expect(await store.verify()).toEqual({ events: 0, standings: 0, differences: [] });
    });

    it('with an invalid time is rejected as a whole', async () => {
      for (const at of [Number.NaN, Infinity, 9e15])
        await expect(record(event('1', 'ann', 5), event('2', 'bob', 5, { at }))).rejects.toThrow(RangeError);
      expect(await totals(allTime)).toEqual({});
      expect(await store.playerCount()).toBe(0);
    });
  });

  describe('a period', () => {
    it('counts what its rule accepts, by its span and by when the event was received', async () => {
      const calls: PeriodSpan[] = [];
      const untilItsEnd = (span: PeriodSpan, { receivedAt }: NewEvent) => {
        calls.push(span);
        return receivedAt < span.end;
      };
      const late = event('1', 'ann', 5, { receivedAt: daily.start + DAY });
      await store.append('main', [late, event('2', 'ann', 2, { receivedAt: daily.start + DAY - 1 })], untilItsEnd, silently);
      expect(calls).toContainEqual({ kind: 'daily', start: daily.start, end: daily.start + DAY });
      expect(await totals(daily)).toEqual({ 1: 2 });
      expect(await totals(allTime)).toEqual({ 1: 7 });
      const [newest, first] = await store.eventsOf('main', 1, { limit: 2 });
      expect(first?.counted).toEqual(['weekly', 'monthly', 'all-time']);
      expect(newest?.counted).toEqual(['daily', 'weekly', 'monthly', 'all-time']);
      expect(await store.verify()).toMatchObject({ differences: [] });
    });

    it('counts nothing once sealed, whatever its rule', async () => {
      await record(event('1', 'ann', 5));
      await store.seal(daily);
      const [late] = await effectsOf(event('2', 'ann', 3), event('3', 'bob', 3));
      expect(late?.changes).toMatchObject([{ state: 'closed', period: daily }, { after: { points: 8 } }, {}, {}]);
      expect(await totals(daily)).toEqual({ 1: 5 });
    });
  });

  describe('totals', () => {
    it('are exact up to the largest safe integer; an event beyond it is refused without a trace', async () => {
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

    it('of a negative zero are zero, before and after a restart', async () => {
      const [effect] = await effectsOf(event('1', 'ann', -0));
      expect(effect?.changes).toMatchObject([{}, {}, {}, { after: { points: 0 } }]);
      expect(await totals(allTime)).toEqual({ 1: 0 });
      await reopen();
      expect(await totals(allTime)).toEqual({ 1: 0 });
    });

    it('keep nothing of a commit whose `decide` throws, in the database or in memory', async () => {
      await record(event('1', 'ann', 5));
      const failing = store.append('main', [event('2', 'ann', 1, { displayName: 'Later' }), event('3', 'bob', 1)], always, () => {
        throw new Error('planned');
      });
      await expect(failing).rejects.toThrow('planned');
      expect(await totals(allTime)).toEqual({ 1: 5 });
      expect(await store.players([1])).toEqual([{ number: 1, username: 'ann', displayName: 'ann', avatar: '🎮' }]);
      expect(await store.activityDays('main', -Infinity, Infinity)).toMatchObject([{ events: 1, points: 5 }]);
      const [effect] = await effectsOf(event('4', 'ann', 1));
      expect(effect?.changes).toMatchObject([1, 2, 3, 4].map(() => ({ before: { points: 5 }, after: { points: 6 } })));
      expect((await store.eventsOf('main', 1, { limit: 5 })).map(({ id }) => id)).toEqual(['4', '1']);
      expect(await store.verify()).toEqual({ events: 2, standings: 4, differences: [] });
    });

    it('are found by player, period and kind, closed or not', async () => {
      await record(event('1', 'ann', 5), event('2', 'ann', 7, { at: NOON - DAY }), event('3', 'bob', 1));
      const before = { ...daily, start: daily.start - DAY };
      await closeWith(before, [1]);
      expect(await store.scoreOf(before, 1)).toEqual({ points: 7, reachedAt: NOON - DAY, movedAt: NOON - DAY });
      expect(await store.scoreOf(before, 2)).toBeUndefined();
      expect(await store.scoreOf({ ...daily, start: NOON }, 1)).toBeUndefined();
      expect(await store.totalsSince('main', 'daily', 1, -Infinity)).toEqual([
        { start: before.start, points: 7 },
        { start: daily.start, points: 5 },
      ]);
      expect(await store.totalsSince('main', 'daily', 1, before.start + 1)).toEqual([{ start: daily.start, points: 5 }]);
      expect(await store.firstPeriod('main', 'daily')).toBe(before.start);
    });
  });

  it('returns when its newest event that is not voided was received', async () => {
    expect(await store.newestReceivedAt()).toBeUndefined();
    await record(event('1', 'ann', 5, { receivedAt: NOON + 5 }), event('2', 'ann', 5, { receivedAt: NOON + 7 }));
    expect(await store.newestReceivedAt()).toBe(NOON + 7);
    await reopen();
    expect(await store.newestReceivedAt()).toBe(NOON + 7);
    const revise = (id: string, does: 'void' | 'restore') =>
      reviseOne(store, 'main', id, { does, at: NOON + 8, reason: 'a clock' }, () => false);
    await revise('2', 'void');
    expect(await store.newestReceivedAt()).toBe(NOON + 5);
    await revise('2', 'restore');
    expect(await store.newestReceivedAt()).toBe(NOON + 7);
    await revise('1', 'void');
    await revise('2', 'void');
    expect(await store.newestReceivedAt()).toBeUndefined();
  });
}
