import { describe, expect, it } from 'vitest';

import type { RecordsToKeep } from './records.ts';
import type { Holding, Recorded } from './stored-values.ts';
import { always, board, DAY, daily, event, NOON, silently, type StorePlace, useStore } from './store-under-test.suite.ts';

/** Holds events of more than ten points. */
const big: Holding = ({ points }) => (points > 10 ? { rule: 'big', reason: `${points} are many` } : undefined);

const HELD = { outcome: 'held', hold: { rule: 'big', reason: '11 are many' } };

/** Contract tests: held events. */
export function describeHolding(makePlace: () => StorePlace): void {
  const { record, reopen, store, totals } = useStore(makePlace);
  const append = (events: Parameters<typeof store.append>[1], holds = big, records?: RecordsToKeep<readonly Recorded[]>) =>
    store.append('main', events, always, silently, records, () => holds);

  describe('a held event', () => {
    it('leaves no trace (points, player or id), and the events around it count', async () => {
      const found = await append([event('1', 'ann', 5), event('2', 'bob', 11), event('3', 'ann', 2)]);
      expect(found.map(({ outcome }) => outcome)).toEqual(['recorded', 'held', 'recorded']);
      expect(found[1]).toEqual(HELD);
      await reopen();
      expect(await totals(daily)).toEqual({ 1: 7 });
      expect(await store.playerNamed('bob')).toBeUndefined();
      expect(await record(event('2', 'bob', 11))).toMatchObject([{ outcome: 'recorded' }]);
      expect((await store.verify()).differences).toEqual([]);
    });

    it('does not rename its player, not even within the same commit', async () => {
      const told: string[] = [];
      await store.append(
        'main',
        [event('1', 'ann', 5), event('2', 'ann', 11, { displayName: 'Cheat' }), event('3', 'ann', 2)],
        always,
        (effects) => effects.map(({ player }) => String(told.push(player.displayName))),
        undefined,
        () => big,
      );
      expect(new Set(told)).toEqual(new Set(['ann']));
      expect(await store.playerNamed('ann')).toMatchObject({ displayName: 'ann' });
    });

    it('moves no position and is not published, but its record is stored', async () => {
      await record(event('1', 'ann', 5));
      const before = await store.positions();
      const published: unknown[] = [];
      store.follow((change) => published.push(change));
      const received: (readonly Recorded[])[] = [];
      const note = { kind: 'note', id: 'a', at: NOON, state: 'new', text: '{}' };
      const records = {
        change(_: unknown, done: readonly Recorded[]) {
          received.push(done);
          return [note];
        },
      };
      await append([event('2', 'ann', 11)], big, records);
      expect(received.at(-1)).toEqual([HELD]);
      expect(await store.record('note', 'a')).toMatchObject(note);
      expect(await store.positions()).toEqual(before);
      expect(published).toEqual([]);
    });

    it('is not held if the ledger has it already or if it is refused', async () => {
      await record(event('1', 'ann', 11));
      expect(await append([event('1', 'ann', 11)])).toMatchObject([{ outcome: 'repeated' }]);
      const sent = [event('1', 'ann', 11), event('1', 'ann', 12), event('2', 'ann', 13, { displayName: 'Anna', keepsNames: true })];
      const found = await append(sent);
      expect(found.map((one) => (one.outcome === 'refused' ? one.reason : one.outcome))).toEqual([
        'repeated',
        'known id, another body',
        'another name',
      ]);
    });

    it('is decided in order, with its player’s number, and again whenever processing restarts', async () => {
      await record(event('1', 'ann', 1));
      let decided: unknown[] = [];
      await store.append(
        'main',
        [event('1', 'ann', 1), event('2', 'bob', 2), event('3', 'ANN', 3), event('4', 'Bob', 4)],
        always,
        silently,
        undefined,
        () => {
          decided = [];
          return ({ id }, player) => {
            decided.push([id, player]);
            return undefined;
          };
        },
      );
      // Retries are usually not recognised on the first pass.
      expect(decided.slice(-3)).toEqual([
        ['2', undefined],
        ['3', 1],
        ['4', 2],
      ]);
    });

    it('works among hundreds of others, also when all of them are sent again', async () => {
      const many = Array.from({ length: 600 }, (_, i) => event(`e${i}`, `player ${i % 7}`, i % 3 === 0 ? 11 : 1));
      const outcomes = async () => (await append(many)).map(({ outcome }) => outcome);
      expect(await outcomes()).toEqual(many.map(({ points }) => (points === 11 ? 'held' : 'recorded')));
      expect(await outcomes()).toEqual(many.map(({ points }) => (points === 11 ? 'held' : 'repeated')));
      expect((await store.verify()).differences).toEqual([]);
    });

    it('rejects the commit if the decision throws', async () => {
      const throwing = () => {
        throw new Error('Nobody knows');
      };
      await expect(append([event('1', 'ann', 1), event('2', 'bob', 2)], throwing)).rejects.toThrow('Nobody knows');
      await expect(store.append('main', [event('1', 'ann', 1)], always, silently, undefined, throwing)).rejects.toThrow('Nobody knows');
      expect(await store.playerCount()).toBe(0);
      await store.changeBoard('other', () => ({ ...board, name: 'other' }));
      expect(await store.firstPeriod('main', 'daily')).toBeUndefined();
      expect(await append([event('1', 'ann', 1, { at: NOON - DAY })])).toMatchObject([{ outcome: 'recorded' }]);
    });
  });
}
