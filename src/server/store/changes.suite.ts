import { describe, expect, it } from 'vitest';

import type { Change } from './stored-values.ts';
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
  useStore,
  unlessClosed,
  standingsOf,
  saveBoard,
  saveDocument,
  reviseOne,
} from './store-under-test.suite.ts';

/** Contract tests: published changes. */
export function describeChanges(makePlace: () => StorePlace): void {
  const { closeWith, effectsOf, record, reopen, store } = useStore(makePlace);
  const position = async (name = 'main') => (await store.positions()).get(name)!;

  /** Collects the changes from now on. */
  function following(): Change[] {
    const published: Change[] = [];
    store.follow((change) => published.push(change));
    return published;
  }

  describe('changes', () => {
    it('are published before the call that made them resolves, with each total once, as of that change', async () => {
      const published = following();
      const before = await position();
      await record(event('1', 'ann', 5), event('2', 'ann', 7), event('3', 'bob', 1, { at: NOON - DAY }));
      expect(published).toHaveLength(1);
      const [change] = published;
      expect(change).toMatchObject({ kind: 'recorded', board: 'main', events: 3, earliest: NOON - DAY });
      expect(change!.position).toBeGreaterThan(before);
      expect(await position()).toBe(change!.position);
      const totals = change!.kind === 'recorded' ? change!.totals : [];
      expect(totals).toHaveLength(8);
      expect(totals).toContainEqual({ period: daily, player: 1, total: { points: 12, reachedAt: NOON, movedAt: NOON } });
      expect(totals).toContainEqual({ period: allTime, player: 2, total: { points: 1, reachedAt: NOON - DAY, movedAt: NOON - DAY } });
    });

    it('come in every kind', async () => {
      const published = following();
      await saveBoard(store, { ...board, title: 'New' });
      await saveDocument(store, 'site', 'text');
      await saveBoard(store, { ...board, name: 'other' });
      await store.removeBoard('other');
      await record(event('1', 'ann', 5));
      await reviseOne(store, 'main', '1', { does: 'void', reason: 'A bot', at: NOON }, unlessClosed);
      await reviseOne(store, 'main', '1', { does: 'restore', reason: 'No bot', at: NOON }, unlessClosed);
      await closeWith(daily, [1]);
      await store.reopen(daily, { at: NOON + DAY, reason: 'Too early' });
      expect(published).toMatchObject([
        { kind: 'board', board: 'main', settings: { ...board, title: 'New' } },
        { kind: 'document', name: 'site', text: 'text' },
        { kind: 'board', board: 'other', settings: { ...board, name: 'other' } },
        { kind: 'board', board: 'other', settings: undefined },
        { kind: 'recorded', board: 'main' },
        { kind: 'revised', board: 'main' },
        { kind: 'revised', board: 'main' },
        { kind: 'closed', board: 'main', period: daily },
        { kind: 'reopened', board: 'main', period: daily },
      ]);
      const revised = published.flatMap((change) => (change.kind === 'revised' ? [change.totals] : []));
      expect(revised[0]).toContainEqual({ period: daily, player: 1, total: undefined });
      expect(revised[1]).toContainEqual({ period: daily, player: 1, total: { points: 5, reachedAt: NOON, movedAt: NOON } });
      const positions = published.map((change) => change.position);
      expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
      expect(await position()).toBe(positions.at(-1));
      expect([...(await store.positions()).keys()]).toEqual(['main']);
    });

    it('are not published if nothing was recorded or the call was refused', async () => {
      await record(event('1', 'ann', 5));
      const published = following();
      const before = await position();
      await record();
      await record(event('1', 'ann', 5), event('1', 'ann', 6));
      await reviseOne(store, 'main', '2', { does: 'void', reason: 'A bot', at: NOON }, unlessClosed);
      await expect(saveBoard(store, { ...board, scoring: 'best' })).rejects.toThrow('cannot change');
      expect(await store.seal({ ...daily, start: NOON })).toBe(false);
      const failing = store.append('main', [event('2', 'ann', 5)], always, () => {
        throw new Error('planned');
      });
      await expect(failing).rejects.toThrow('planned');
      expect(published).toEqual([]);
      expect(await position()).toBe(before);
    });

    it('have all arrived once a follower has caught up', async () => {
      const published = following();
      await record(event('1', 'ann', 5));
      await store.catchUp();
      expect(published.map(({ kind }) => kind)).toEqual(['recorded']);
    });

    it('belong to one history, identified by letters and digits', async () => {
      const { history } = store;
      expect(history).toMatch(/^[a-z0-9]+$/i);
      await record(event('1', 'ann', 5));
      expect(store.history).toBe(history);
    });

    it('reach every follower until it unsubscribes', async () => {
      const [one, other] = [[], []] as [Change[], Change[]];
      const stop = store.follow((change) => one.push(change));
      store.follow((change) => other.push(change));
      await record(event('1', 'ann', 5));
      stop();
      await record(event('2', 'ann', 5));
      expect([one.length, other.length]).toEqual([1, 2]);
      expect(one[0]).toEqual(other[0]);
    });

    it('of a removed board apply to all boards, so that the highest position never decreases', async () => {
      await record(event('1', 'ann', 5));
      await saveBoard(store, { ...board, name: 'other' });
      const published = following();
      await store.removeBoard('other');
      expect(await store.positions()).toEqual(new Map([['main', published[0]!.position]]));
      await reopen();
      expect(await position()).toBeGreaterThanOrEqual(published[0]!.position);
    });

    it('of one board are invisible to the others, except documents, which affect all', async () => {
      await saveBoard(store, { ...board, name: 'other' });
      const [main, other] = [await position(), await position('other')];
      await record(event('1', 'ann', 5));
      expect(await position()).toBeGreaterThan(main);
      expect(await position('other')).toBe(other);
      const published = following();
      await saveDocument(store, 'site', 'text');
      expect(await store.positions()).toEqual(
        new Map([
          ['main', published[0]!.position],
          ['other', published[0]!.position],
        ]),
      );
    });

    it('have positions that never decrease, even after a restart', async () => {
      const changes: (() => Promise<unknown>)[] = [
        () => record(event('1', 'ann', 5)),
        () => saveDocument(store, 'site', 'text'),
        () => reviseOne(store, 'main', '1', { does: 'void', reason: 'A bot', at: NOON }, unlessClosed),
        () => record(event('2', 'ann', 5)),
        () => closeWith(daily, [1]),
        () => store.reopen(daily, { at: NOON + DAY, reason: 'Too early' }),
      ];
      for (const change of changes) {
        await change();
        const before = await position();
        await reopen();
        expect(await position()).toBeGreaterThanOrEqual(before);
      }
      const before = await position();
      const published = following();
      await record(event('3', 'ann', 5));
      expect(published[0]!.position).toBeGreaterThan(before);
    });
  });

  describe('concurrently', () => {
    it('appends to a board are published in the order of their events, each with the totals after it', async () => {
      const published = following();
      const decided: number[] = [];
      const appends = Array.from({ length: 40 }, (_, i) =>
        store.append('main', [event(String(i), 'ann', 1)], always, (effects, before) => {
          decided.push(before);
          return silently(effects);
        }),
      );
      expect((await Promise.all(appends)).flat().map(({ outcome }) => outcome)).toEqual(appends.map(() => 'recorded'));
      expect(published).toHaveLength(40);
      const totals = published.map((change) => (change.kind === 'recorded' ? change.totals[0]?.total?.points : undefined));
      expect(totals).toEqual(appends.map((_, i) => i + 1));
      const positions = published.map((change) => change.position);
      expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
      expect(decided.slice(-39)).toEqual(positions.slice(0, -1));
      const events = (await store.eventsOf('main', 1, { limit: 50 })).toReversed();
      expect(events.map(({ id }) => id)).toEqual(appends.map((_, i) => String(i)));
      expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b));
      expect((await store.verify()).differences).toEqual([]);
    });

    it('a change made by a follower is delivered after everyone has received the previous one', async () => {
      const received: string[] = [];
      let more: Promise<unknown> | undefined;
      store.follow(({ kind }) => {
        received.push(`one ${kind}`);
        more ??= saveDocument(store, 'site', 'text');
      });
      store.follow(({ kind }) => received.push(`other ${kind}`));
      await record(event('1', 'ann', 5));
      await more;
      expect(received).toEqual(['one recorded', 'other recorded', 'one document', 'other document']);
    });

    it('a follower added during delivery starts with the next change, and a removed one receives no more', async () => {
      const received: string[] = [];
      let stop = () => {};
      let joined = false;
      store.follow(({ kind }) => {
        stop();
        if (!joined) store.follow((change) => received.push(`joined ${change.kind}`));
        joined = true;
        received.push(`one ${kind}`);
      });
      stop = store.follow(({ kind }) => received.push(`stopped ${kind}`));
      await record(event('1', 'ann', 5));
      await saveDocument(store, 'site', 'text');
      expect(received).toEqual(['one recorded', 'one document', 'joined document']);
    });

    it('a read while events arrive reflects a single moment', async () => {
      await record(...Array.from({ length: 30 }, (_, i) => event(`first ${i}`, `player ${i}`, 1)));
      const reading = standingsOf(store, daily);
      const appending = Array.from({ length: 30 }, (_, i) =>
        record(event(`then ${i}`, `player ${29 - i}`, 1), event(`and ${i}`, 'late', 1)),
      );
      const points = await reading;
      await Promise.all(appending);
      const moments = Array.from({ length: 31 }, (_, i) => 30 + 2 * i);
      expect(moments).toContain(points.reduce((sum, one) => sum + one.points, 0));
      expect((await store.verify()).differences).toEqual([]);
    });

    it('an event after a seal does not count, though both were requested at once', async () => {
      await record(event('1', 'ann', 5));
      const [, effects] = await Promise.all([store.seal(daily), effectsOf(event('2', 'ann', 7))]);
      expect(effects[0]?.changes[0]).toEqual({ state: 'closed', period: daily });
      expect(await store.scoreOf(daily, 1)).toMatchObject({ points: 5 });
    });

    it('closing the store while events arrive loses no acknowledged event', async () => {
      const appends = Array.from({ length: 20 }, (_, i) => record(event(String(i), 'ann', 1)));
      const closing = store.close();
      const settled = await Promise.allSettled(appends);
      await closing;
      await reopen();
      const kept = new Set((await store.eventsOf('main', 1, { limit: 50 })).map(({ id }) => id));
      const answered = settled.flatMap(({ status }, i) => (status === 'fulfilled' ? [String(i)] : []));
      expect([...kept].toSorted()).toEqual(answered.toSorted());
      await expect(record(event('more', 'ann', 1))).resolves.toMatchObject([{ outcome: 'recorded' }]);
    });
  });
}
