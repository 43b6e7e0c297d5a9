import { describe, expect, it } from 'vitest';

import { board, daily, DAY, event, NOON, type StorePlace, useStore } from './store-under-test.suite.ts';

/** What every store must tell of what was recorded. */
export function describeEvents(makePlace: () => StorePlace): void {
  const { record, reopen, store } = useStore(makePlace);

  describe('the events of a player', () => {
    const idsOf = async (player: number, stretch: { before?: number; limit: number }, boardName = 'main') =>
      (await store.eventsOf(boardName, player, stretch)).map(({ id }) => id);

    it('come newest first by arrival, whatever their own time, page by page', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 6, { at: NOON - 3 * DAY, activity: 'Quest' }));
      await record(event('4', 'ann', 1));
      await reopen();
      await record(event('5', 'bob', 1), event('6', 'ann', 0), event('1', 'ann', 5));
      expect(await idsOf(1, { limit: 10 })).toEqual(['6', '4', '3', '1']);
      expect(await idsOf(1, { limit: 2 })).toEqual(['6', '4']);
      expect(await idsOf(1, { before: 4, limit: 2 })).toEqual(['3', '1']);
      expect(await idsOf(1, { before: 1, limit: 2 })).toEqual([]);
      expect(await idsOf(2, { limit: 10 })).toEqual(['5', '2']);
      expect(await store.eventsOf('main', 1, { before: 4, limit: 1 })).toEqual([
        {
          seq: 3,
          id: '3',
          points: 6,
          at: NOON - 3 * DAY,
          receivedAt: NOON,
          activity: 'Quest',
          counted: ['daily', 'weekly', 'monthly', 'all-time'],
        },
      ]);
    });

    it('are none before an event of somebody else, which would take a walk to find', async () => {
      await record(event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'ann', 6));
      expect(await idsOf(1, { before: 2, limit: 5 })).toEqual([]);
      expect(await idsOf(1, { before: 99, limit: 5 })).toEqual([]);
    });

    it('say what was closed when they arrived', async () => {
      await record(event('1', 'ann', 5));
      await store.closePeriod(daily, [1], NOON + DAY);
      await record(event('2', 'ann', 5));
      expect((await store.eventsOf('main', 1, { limit: 1 }))[0]?.counted).toEqual(['weekly', 'monthly', 'all-time']);
    });

    it('stay on their board', async () => {
      await store.saveBoard({ ...board, name: 'other' });
      await record(event('1', 'ann', 5));
      await store.record('other', [event('2', 'ann', 5)], NOON, () => '');
      await record(event('3', 'ann', 5));
      expect(await idsOf(1, { limit: 5 })).toEqual(['3', '1']);
      expect(await idsOf(1, { limit: 5 }, 'other')).toEqual(['2']);
      expect(await idsOf(1, { before: 2, limit: 5 })).toEqual([]);
      expect(await idsOf(9, { limit: 5 })).toEqual([]);
      await expect(store.eventsOf('none', 1, { limit: 5 })).rejects.toThrow('none');
    });

    it('are not half linked by a commit that failed', async () => {
      await record(event('1', 'ann', 5));
      let asked = 0;
      const failing = store.record('main', [event('2', 'ann', 1), event('3', 'ann', 1)], NOON, () => {
        asked += 1;
        if (asked === 2) throw new Error('planned');
        return '';
      });
      await expect(failing).rejects.toThrow('planned');
      await record(event('4', 'ann', 1));
      expect(await idsOf(1, { limit: 5 })).toEqual(['4', '1']);
      expect((await store.verify()).differences).toEqual([]);
    });
  });
}
