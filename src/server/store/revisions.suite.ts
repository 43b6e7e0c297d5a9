import { describe, expect, it } from 'vitest';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import {
  allTime,
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

const VOID = { does: 'void', reason: 'A bot', at: NOON + 1 } as const;
const RESTORE = { does: 'restore', reason: 'No bot', at: NOON + 2 } as const;

/** Contract tests: voiding and restoring events. */
export function describeRevisions(makePlace: () => StorePlace): void {
  const { closeWith, record, reopen, store, totals } = useStore(makePlace);
  const revise = (id: string, revision: typeof VOID | typeof RESTORE, isFinal: Parameters<typeof reviseOne>[4] = unlessClosed) =>
    reviseOne(store, 'main', id, revision, isFinal);
  const states = async (revising: ReturnType<typeof revise>) => {
    const revised = await revising;
    return revised.outcome === 'revised' ? revised.periods.map(({ state }) => state) : revised.reason;
  };
  const isWhole = async () => expect((await store.verify()).differences).toEqual([]);

  describe('a voided event', () => {
    it('stays in the ledger with the reason, and counts nowhere', async () => {
      await record(event('1', 'ann', 5, { activity: 'Quest' }), event('2', 'ann', 7, { at: NOON + 9 }));
      expect(await revise('2', VOID)).toMatchObject({
        outcome: 'revised',
        player: { number: 1, username: 'ann' },
        event: { id: '2', points: 7, counted: [], voided: { at: NOON + 1, reason: 'A bot' } },
        periods: PERIOD_KINDS.map((kind) => ({ period: { board: 'main', kind }, state: 'changed' })),
      });
      await reopen();
      for (const period of [daily, allTime]) expect(await store.scoreOf(period, 1)).toEqual({ points: 5, reachedAt: NOON, movedAt: NOON });
      expect(await store.eventsOf('main', 1, { limit: 1 })).toMatchObject([
        { id: '2', counted: [], voided: { at: NOON + 1, reason: 'A bot' } },
      ]);
      expect(await store.activityDays('main', -Infinity, Infinity)).toEqual([
        { start: daily.start, kind: 'named', activity: 'Quest', events: 1, points: 5 },
      ]);
      expect(await store.verify()).toEqual({ events: 2, standings: 4, differences: [] });
    });

    it('can change a document in the same commit, atomically', async () => {
      await record(event('1', 'ann', 5));
      const throws = () => {
        throw new Error('No');
      };
      const beside = (revising: 'void' | 'restore' | undefined, records = { change: (): [] => [] }) =>
        store.revise(
          revising === undefined ? [] : [{ board: 'main', id: '1', does: revising }],
          { reason: 'A bot', at: NOON },
          unlessClosed,
          records,
          undefined,
          { document: 'who', change: (kept) => `${kept ?? 'nobody'}, ${revising}` },
        );
      await expect(beside('void', { change: throws })).rejects.toThrow('No');
      expect([await store.document('who'), await totals(daily)]).toEqual([undefined, { 1: 5 }]);
      await beside('void');
      await beside(undefined);
      await reopen();
      expect([await store.document('who'), await totals(daily)]).toEqual(['nobody, void, undefined', {}]);
      await isWhole();
    });

    it('counts again when restored, as if it had never been voided', async () => {
      await record(event('1', 'ann', 5), event('2', 'ann', 7, { at: NOON + 9 }));
      const before = await store.scoreOf(daily, 1);
      const days = await store.activityDays('main', -Infinity, Infinity);
      await revise('1', VOID);
      expect(await totals(daily)).toEqual({ 1: 7 });
      expect(await states(revise('1', RESTORE))).toEqual(['changed', 'changed', 'changed', 'changed']);
      await reopen();
      expect(await store.scoreOf(daily, 1)).toEqual(before);
      expect(await store.activityDays('main', -Infinity, Infinity)).toEqual(days);
      expect((await store.eventsOf('main', 1, { limit: 2 })).map(({ counted, voided }) => [counted.length, voided])).toEqual([
        [4, undefined],
        [4, undefined],
      ]);
      await isWhole();
    });

    it('removes its player from a period in which they have no other event, and adds them back when restored', async () => {
      await record(event('1', 'ann', 5, { at: NOON - DAY }), event('2', 'bob', 7));
      await revise('2', VOID);
      await reopen();
      expect(await totals(daily)).toEqual({});
      expect(await totals(allTime)).toEqual({ 1: 5 });
      expect(await store.scoreOf(allTime, 2)).toBeUndefined();
      expect(await store.periodSizes('main', 'daily', -Infinity, Infinity)).toEqual([{ start: daily.start - DAY, standings: 1 }]);
      expect(await store.endedPeriods(daily.start + DAY)).toMatchObject([{ start: daily.start - DAY }]);
      expect((await store.eventsOf('main', 2, { limit: 5 })).map(({ id }) => id)).toEqual(['2']);
      await isWhole();
      await record(event('3', 'bob', 1));
      expect((await store.eventsOf('main', 2, { limit: 5 })).map(({ id }) => id)).toEqual(['3', '2']);
      await revise('2', RESTORE);
      expect(await totals(daily)).toEqual({ 2: 8 });
      await isWhole();
    });

    it('leaves each period with the events of that period’s own time', async () => {
      await record(
        event('1', 'ann', 1, { at: NOON - DAY }),
        event('2', 'ann', 2),
        event('3', 'ann', 4),
        event('4', 'ann', 8, { at: NOON + DAY }),
      );
      for (const [revision, points] of [
        [VOID, 4],
        [RESTORE, 6],
      ] as const) {
        await revise('2', revision);
        expect(await totals(daily)).toEqual({ 1: points });
        expect(await totals(allTime)).toEqual({ 1: points + 9 });
        await isWhole();
      }
    });

    it.each([
      ['best', 90, 70],
      ['latest', 70, 90],
    ] as const)('restores the previous total on a board that keeps the %s', async (scoring, first, second) => {
      await saveBoard(store, { ...board, name: 'other', scoring });
      const events = [event('1', 'ann', first), event('2', 'ann', second, { at: NOON + 5 })];
      await store.append('other', events, always, silently);
      const wrong = scoring === 'best' ? '1' : '2';
      await reviseOne(store, 'other', wrong, VOID, unlessClosed);
      const at = scoring === 'best' ? NOON + 5 : NOON;
      expect(await store.scoreOf({ ...daily, board: 'other' }, 1)).toEqual({ points: 70, reachedAt: at, movedAt: at });
      await isWhole();
    });

    it('is no longer among the events of a period', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 6));
      await store.maintain();
      await revise('2', VOID);
      const points: number[] = [];
      for await (const played of store.countedEvents(daily, 0)) points.push(...Array.from(played.points));
      expect(points).toEqual([5, 6]);
    });

    it('keeps its id: a retry gets the same answer and does not count', async () => {
      const [first] = await record(event('1', 'ann', 5));
      await revise('1', VOID);
      expect(await record(event('1', 'ann', 5))).toMatchObject([
        { outcome: 'repeated', answer: first?.outcome === 'recorded' && first.answer },
      ]);
      expect(await totals(allTime)).toEqual({});
    });
  });

  describe('a final period', () => {
    it('keeps a voided event, whether sealed or closed, and reports that', async () => {
      await record(event('1', 'ann', 5), event('2', 'ann', 7));
      await store.seal(daily);
      expect(await states(revise('1', VOID))).toEqual(['final', 'changed', 'changed', 'changed']);
      await store.closePeriod(daily, [1], { at: NOON + DAY, unshown: 0 });
      expect(await states(revise('2', VOID))).toEqual(['final', 'changed', 'changed', 'changed']);
      expect((await store.finalStandings(daily, 1, 1))?.standings).toMatchObject([{ score: { points: 12 } }]);
      expect(await totals(allTime)).toEqual({});
      expect((await store.eventsOf('main', 1, { limit: 2 })).map(({ counted }) => counted)).toEqual([['daily'], ['daily']]);
      await isWhole();
      expect(await states(revise('2', RESTORE))).toEqual(['final', 'changed', 'changed', 'changed']);
      expect(await totals(allTime)).toEqual({ 1: 7 });
      await isWhole();
    });

    it('stays without an event voided earlier, even if it is restored; after reopening, it can get it back', async () => {
      await record(event('1', 'ann', 5), event('2', 'ann', 7));
      await revise('2', VOID);
      await closeWith(daily, [1]);
      expect(await states(revise('2', RESTORE))).toEqual(['final', 'changed', 'changed', 'changed']);
      expect(await totals(daily)).toEqual({ 1: 5 });
      expect(await totals(allTime)).toEqual({ 1: 12 });
      await store.reopen(daily, { at: NOON + DAY, reason: 'Too early' });
      expect(await states(revise('2', VOID))).toEqual(['same', 'changed', 'changed', 'changed']);
      expect(await states(revise('2', RESTORE))).toEqual(['changed', 'changed', 'changed', 'changed']);
      expect(await totals(daily)).toEqual({ 1: 12 });
      await isWhole();
    });

    it('can drop an event voided in the meantime, once, after reopening', async () => {
      await record(event('1', 'ann', 5, { activity: 'Quest' }), event('2', 'ann', 7, { activity: 'Quest' }));
      await closeWith(daily, [1]);
      await revise('2', VOID);
      const days = await store.activityDays('main', -Infinity, Infinity);
      expect(await states(revise('2', VOID))).toBe('voided already');
      await store.reopen(daily, { at: NOON + DAY, reason: 'Too early' });
      const again = { ...VOID, reason: 'Still a bot', at: NOON + 5 };
      expect(await states(reviseOne(store, 'main', '2', again, unlessClosed))).toEqual(['changed', 'same', 'same', 'same']);
      expect(await totals(daily)).toEqual({ 1: 5 });
      expect(await totals(allTime)).toEqual({ 1: 5 });
      expect(await store.eventsOf('main', 1, { limit: 1 })).toMatchObject([{ counted: [], voided: { reason: 'Still a bot' } }]);
      expect(await store.activityDays('main', -Infinity, Infinity)).toEqual(days);
      expect(await states(revise('2', VOID))).toBe('voided already');
      await reopen();
      await isWhole();
    });

    it('can get back an event restored in the meantime, once, after reopening', async () => {
      await record(event('1', 'ann', 5), event('2', 'ann', 7, { activity: 'Quest' }));
      await revise('2', VOID);
      await closeWith(daily, [1]);
      await revise('2', RESTORE);
      const days = await store.activityDays('main', -Infinity, Infinity);
      expect(await states(revise('2', RESTORE))).toBe('not voided');
      await store.reopen(daily, { at: NOON + DAY, reason: 'Too early' });
      expect(await states(revise('2', RESTORE))).toEqual(['changed', 'same', 'same', 'same']);
      expect(await totals(daily)).toEqual({ 1: 12 });
      expect(await totals(allTime)).toEqual({ 1: 12 });
      expect(await store.activityDays('main', -Infinity, Infinity)).toEqual(days);
      expect(await states(revise('2', RESTORE))).toBe('not voided');
      await reopen();
      await isWhole();
    });

    it('is also one that the caller considers final, given each open period and when it was last reopened', async () => {
      await record(event('1', 'ann', 5));
      await closeWith(daily, [1]);
      await store.reopen(daily, { at: NOON + DAY, reason: 'Too early' });
      await store.seal({ ...daily, kind: 'weekly', start: Date.UTC(2026, 10, 16) });
      const calls: unknown[] = [];
      const isFinal = (period: unknown, reopenedAt: unknown) => calls.push([period, reopenedAt]) === 1;
      expect(await states(revise('1', VOID, isFinal))).toEqual(['final', 'final', 'changed', 'changed']);
      expect(calls).toEqual([
        [{ kind: 'daily', start: daily.start, end: daily.start + DAY }, NOON + DAY],
        [{ kind: 'monthly', start: Date.UTC(2026, 10), end: Date.UTC(2026, 11) }, undefined],
        [{ kind: 'all-time', start: -Infinity, end: Infinity }, undefined],
      ]);
      expect(await totals(daily)).toEqual({ 1: 5 });
      expect(await totals(allTime)).toEqual({});
      await isWhole();
    });

    it('gets nothing back if it is empty and not closed', async () => {
      await record(event('1', 'ann', 5));
      await revise('1', VOID);
      const isOver = ({ end }: { readonly end: number }) => end <= daily.start + DAY;
      expect(await states(revise('1', RESTORE, isOver))).toEqual(['final', 'changed', 'changed', 'changed']);
      expect(await totals(daily)).toEqual({});
      expect(await store.endedPeriods(daily.start + DAY)).toEqual([]);
      await isWhole();
    });

    it('does not include an event that was too late for it', async () => {
      await record(event('1', 'ann', 5));
      await closeWith(daily, [1]);
      await record(event('2', 'ann', 7));
      expect(await states(revise('2', VOID))).toEqual(['late', 'changed', 'changed', 'changed']);
      expect(await states(revise('2', RESTORE))).toEqual(['late', 'changed', 'changed', 'changed']);
      expect(await totals(daily)).toEqual({ 1: 5 });
      await isWhole();
    });
  });

  describe('many events, in one commit', () => {
    const about = { reason: 'A bot', at: NOON + 1 };
    const isFinal = () => false;

    it('are voided across all boards or not at all, each with its outcome; one that cannot be voided is unchanged', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 9));
      await saveBoard(store, { ...board, name: 'other' });
      await store.append('other', [event('4', 'bob', 3)], always, silently);
      await revise('2', VOID);
      const published: string[] = [];
      store.follow((change) => published.push(change.kind === 'revised' ? `revised ${change.board}` : change.kind));
      const ids = [
        ['main', '1'],
        ['main', '2'],
        ['main', 'none'],
        ['other', '4'],
        ['main', '3'],
      ] as const;
      const revised = await store.revise(
        ids.map(([name, id]) => ({ board: name, id, does: 'void' })),
        about,
        isFinal,
        { change: (_, { outcome }) => [{ kind: 'note', id: 'a', at: NOON, state: '', text: outcome }] },
      );
      expect(revised).toMatchObject({
        outcome: 'revised',
        events: [
          { event: { id: '1' } },
          { reason: 'voided already' },
          { reason: 'unknown event' },
          { event: { id: '4' } },
          { event: { id: '3' } },
        ],
      });
      expect(published).toEqual(['revised main', 'revised other']);
      expect((await store.record('note', 'a'))?.text).toBe('revised');
      await reopen();
      expect([await totals(daily), await totals({ ...daily, board: 'other' })]).toEqual([{}, {}]);
      expect(await store.activityDays('main', -Infinity, Infinity)).toEqual([]);
      await isWhole();
    });

    it('can count for another player in the periods that they leave, and later for the first player again', async () => {
      await record(event('1', 'ann', 5, { activity: 'Quest' }), event('2', 'bob', 7, { at: NOON + 9 }));
      await closeWith(daily, [2, 1]);
      await record(event('3', 'ann', 4, { at: NOON + 5 }));
      const days = await store.activityDays('main', -Infinity, Infinity);
      const copying = ['1', '3'].map((id) => ({ board: 'main', id, does: 'void', instead: { copy: ` ${id}`, player: 2 } }) as const);
      expect(await store.revise(copying, about, isFinal)).toMatchObject({ outcome: 'revised' });
      await reopen();
      expect([await totals(daily), await totals(allTime)]).toEqual([{ 1: 5, 2: 7 }, { 2: 16 }]);
      expect(await store.eventsOf('main', 2, { limit: 9 })).toMatchObject([
        { id: ' 3', points: 4, at: NOON + 5, counted: ['weekly', 'monthly', 'all-time'] },
        { id: ' 1', points: 5, at: NOON, activity: 'Quest', counted: ['weekly', 'monthly', 'all-time'] },
        { id: '2' },
      ]);
      expect(await store.activityDays('main', -Infinity, Infinity)).toEqual(days);
      await isWhole();
      await record(event('4', 'bob', 1));
      const back = ['1', '3'].map((id) => ({ board: 'main', id: ` ${id}`, does: 'void', instead: { restored: id } }) as const);
      await store.revise(back, about, isFinal);
      expect([await totals(daily), await totals(allTime)]).toEqual([
        { 1: 5, 2: 7 },
        { 1: 9, 2: 8 },
      ]);
      expect(await store.activityDays('main', -Infinity, Infinity)).toMatchObject([
        { activity: 'Quest', events: 1 },
        { events: 3, points: 12 },
      ]);
      await reopen();
      await isWhole();
    });

    it('can count for another player on several boards at once', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7));
      await saveBoard(store, { ...board, name: 'other' });
      await store.append('other', [event('1', 'ann', 3), event('2', 'bob', 4)], always, silently);
      const copying = ['main', 'other'].map((name) => {
        return { board: name, id: '1', does: 'void', instead: { copy: ' 1', player: 2 } } as const;
      });
      await store.revise(copying, about, isFinal);
      await record(event('3', 'bob', 1));
      for (const again of [async () => {}, reopen]) {
        await again();
        expect([await totals(allTime), await totals({ ...allTime, board: 'other' })]).toEqual([{ 2: 13 }, { 2: 7 }]);
      }
      await isWhole();
    });

    it('count for the first player again only in periods where their copy counted until then', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7));
      await store.revise([{ board: 'main', id: '1', does: 'void', instead: { copy: ' 1', player: 2 } }], about, isFinal);
      await revise(' 1', VOID, isFinal);
      await revise(' 1', RESTORE, ({ kind }) => kind === 'daily');
      expect([await totals(daily), await totals(allTime)]).toEqual([{ 2: 7 }, { 2: 12 }]);
      await store.revise([{ board: 'main', id: ' 1', does: 'void', instead: { restored: '1' } }], about, isFinal);
      expect([await totals(daily), await totals(allTime)]).toEqual([{ 2: 7 }, { 1: 5, 2: 7 }]);
      await reopen();
      await isWhole();
    });

    it('report if there is nothing to restore in their place', async () => {
      await record(event('1', 'ann', 5), event('2', 'ann', 7));
      await revise('1', VOID);
      const restoring = ['1', 'gone'].map((restored) => ({ board: 'main', id: '2', does: 'void', instead: { restored } }) as const);
      for (const one of restoring) {
        const { restored } = one.instead;
        const outcome = restored === '1' ? 'revised' : 'refused';
        expect(await store.revise([one], about, isFinal)).toMatchObject({ events: [{ outcome: 'revised', restored: outcome }] });
        await revise('2', RESTORE);
      }
    });

    it('are all refused if one total would be inexact', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', Number.MAX_SAFE_INTEGER));
      await saveBoard(store, { ...board, name: 'other' });
      await store.append('other', [event('3', 'bob', 3)], always, silently);
      const revised = await store.revise(
        [
          { board: 'other', id: '3', does: 'void' },
          { board: 'main', id: '2', does: 'void' },
          { board: 'main', id: '1', does: 'void', instead: { copy: ' 1', player: 2 } },
          { board: 'main', id: '2', does: 'restore' },
        ],
        about,
        isFinal,
        { change: (_, { outcome }) => [{ kind: 'note', id: 'a', at: NOON, state: '', text: outcome }] },
      );
      expect(revised).toEqual({ outcome: 'refused', reason: 'total out of range' });
      expect(await totals(allTime)).toEqual({ 1: 5, 2: Number.MAX_SAFE_INTEGER });
      expect(await totals({ ...allTime, board: 'other' })).toEqual({ 2: 3 });
      expect((await store.record('note', 'a'))?.text).toBe('refused');
      await isWhole();
    });
  });

  describe('is refused without changes:', () => {
    it('an unknown event, one already voided, and one not voided', async () => {
      await record(event('1', 'ann', 5));
      expect(await states(revise('2', VOID))).toBe('unknown event');
      expect(await states(revise('1', RESTORE))).toBe('not voided');
      await revise('1', VOID);
      expect(await states(revise('1', { ...VOID }))).toBe('voided already');
      expect(await store.eventsOf('main', 1, { limit: 1 })).toMatchObject([{ voided: { reason: 'A bot' } }]);
      await expect(reviseOne(store, 'none', '1', VOID, unlessClosed)).rejects.toThrow('none');
      await isWhole();
    });

    it('an inexact total', async () => {
      const most = Number.MAX_SAFE_INTEGER;
      await record(event('1', 'ann', most), event('2', 'ann', -5), event('3', 'ann', 5));
      expect(await states(revise('2', VOID))).toBe('total out of range');
      await reopen();
      expect(await totals(allTime)).toEqual({ 1: most });
      expect(await store.eventsOf('main', 1, { limit: 3 })).toMatchObject([1, 2, 3].map(() => ({ voided: undefined })));
      await isWhole();
    });
  });
}
