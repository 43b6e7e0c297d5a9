import { describe, expect, it } from 'vitest';

import { AUDIT } from './records.ts';
import type { Change } from './stored-values.ts';
import { allTime, always, event, NOON, silently, type StorePlace, useStore, reviseOne } from './store-under-test.suite.ts';

const OF_ANN = { number: 1, username: 'ann', displayName: 'Ann Lee', avatar: '🦊' };

/** Contract tests: renaming and erasing players. */
export function describePeople(makePlace: () => StorePlace): void {
  const { record, reopen, store, totals } = useStore(makePlace);

  const recordAnn = () =>
    record(event('match-ann-1', 'ann', 3, { displayName: 'Ann Lee', avatar: '🦊' }), event('2', 'bob', 5), event('match-ann-2', 'ann', 4));

  describe('a renamed player', () => {
    it('is found only by the new name, with all data', async () => {
      await recordAnn();
      await store.renamePlayer(1, (kept) => ({ ...kept, username: 'Anna', displayName: 'Anna' }));
      for (const look of [async () => {}, reopen]) {
        await look();
        expect(await store.playerNamed('ann')).toBeUndefined();
        expect(await store.playerNamed('ANNA')).toEqual({ ...OF_ANN, username: 'Anna', displayName: 'Anna' });
        expect(await store.playerNamed('bob')).toMatchObject({ number: 2 });
        expect(await store.playersMatching('ann', 9)).toEqual([1]);
        expect(await store.playersMatching('lee', 9)).toEqual([]);
        expect(await totals(allTime)).toEqual({ 1: 7, 2: 5 });
        expect((await store.verify()).differences).toEqual([]);
      }
    });

    it('frees the old name, and receives events sent under the new one', async () => {
      await recordAnn();
      await store.renamePlayer(1, (kept) => ({ ...kept, username: 'Anna' }));
      await record(event('3', 'ann', 1), event('4', 'anna', 1));
      await reopen();
      expect(await totals(allTime)).toEqual({ 1: 8, 2: 5, 3: 1 });
    });

    it('can change the spelling of their name, but cannot take another player’s name', async () => {
      await recordAnn();
      await store.renamePlayer(1, (kept) => ({ ...kept, username: 'ANN' }));
      await expect(store.renamePlayer(1, (kept) => ({ ...kept, username: 'BOB' }))).rejects.toThrow(RangeError);
      await expect(store.renamePlayer(9, (kept) => kept)).rejects.toThrow(RangeError);
      expect(await store.players([1, 2])).toMatchObject([{ username: 'ANN' }, { username: 'bob' }]);
    });

    it('is published as one change of all boards', async () => {
      await recordAnn();
      const published: Change[] = [];
      store.follow((change) => published.push(change));
      const before = (await store.positions()).get('main')!;
      await store.renamePlayer(1, (kept) => ({ ...kept, displayName: 'Ann L.' }));
      await store.renamePlayer(1, (kept) => kept);
      expect(published).toEqual([
        { kind: 'player', player: { ...OF_ANN, displayName: 'Ann L.' }, position: (await store.positions()).get('main') },
      ]);
      expect((await store.positions()).get('main')).toBeGreaterThan(before);
    });

    it('is renamed together with the records, or not at all', async () => {
      await recordAnn();
      const keep = {
        change: (_: unknown, { before, after }: { before: { username: string }; after: { username: string } }) => [
          { kind: 'note', id: 'n', at: NOON, state: '', text: `${before.username} ${after.username}` },
        ],
      };
      await store.renamePlayer(1, (kept) => ({ ...kept, username: 'anna' }), keep);
      expect(await store.record('note', 'n')).toMatchObject({ text: 'ann anna' });
      const refuse = {
        change: () => {
          throw new Error('Not now');
        },
      };
      await expect(store.renamePlayer(1, (kept) => ({ ...kept, username: 'x' }), refuse)).rejects.toThrow('Not now');
      expect(await store.playerNamed('anna')).toBeDefined();
    });
  });

  describe('an erased player', () => {
    it('keeps number, totals and what counts, but nothing that identifies them', async () => {
      await recordAnn();
      await reviseOne(store, 'main', 'match-ann-1', { does: 'void', reason: 'Ann cheated', at: NOON }, () => false);
      await store.erasePlayer(1, (text) => text);
      for (const look of [async () => {}, reopen]) {
        await look();
        expect(await store.players([1])).toEqual([{ number: 1, username: ' erased 1', displayName: 'Erased player', avatar: '🎮' }]);
        expect(await store.playerNamed('ann')).toBeUndefined();
        for (const text of ['ann', 'lee', 'erased', ''])
          expect(await store.playersMatching(text, 9)).toEqual(text === '' ? await store.playersMatching('', 9) : []);
        expect(await totals(allTime)).toEqual({ 1: 4, 2: 5 });
        const events = await store.eventsOf('main', 1, { limit: 9 });
        expect(events.map(({ id, points, voided }) => [id, points, voided?.reason])).toEqual([
          [' erased 1 2', 4, undefined],
          [' erased 1 1', 3, ''],
        ]);
        expect((await store.verify()).differences).toEqual([]);
      }
    });

    it('is a new player if points arrive under the name again, even with a known id', async () => {
      await recordAnn();
      await store.erasePlayer(1, (text) => text);
      await record(event('match-ann-2', 'ann', 4));
      await reopen();
      expect(await totals(allTime)).toEqual({ 1: 7, 2: 5, 3: 4 });
      expect((await store.verify()).differences).toEqual([]);
    });

    it('is removed from every record, including the audit log, which is otherwise append-only', async () => {
      await recordAnn();
      const entry = { kind: AUDIT, id: 'a', at: NOON, state: '', text: '{"player":"ann"}' };
      await store.changeRecords({ change: () => [entry, { ...entry, kind: 'note', id: 'b', text: 'nothing' }] });
      await store.erasePlayer(1, (text) => text.replaceAll('ann', 'X'), { change: () => [{ ...entry, id: 'erased', text: '{}' }] });
      await reopen();
      expect(await store.record(AUDIT, 'a')).toMatchObject({ text: '{"player":"X"}' });
      expect(await store.record('note', 'b')).toMatchObject({ text: 'nothing' });
      expect(await store.record(AUDIT, 'erased')).toMatchObject({ text: '{}' });
      expect((await store.verify()).differences).toEqual([]);
      await expect(store.changeRecords({ change: () => [{ ...entry, text: '{}' }] })).rejects.toThrow('append-only');
    });

    it('is removed from all records, including those left to the last commit', async () => {
      await recordAnn();
      const note = (id: string, state: string) => ({ kind: 'note', id, at: NOON, state, text: `${id} of ann` });
      await store.changeRecords({
        change: () => [note('1', 'late'), note('2', ''), { ...note('3', 'late'), kind: 'other' }, note('4', 'late')],
      });
      await store.erasePlayer(1, (text) => text.replaceAll('ann', 'X'), undefined, { kind: 'note', state: 'late' });
      await reopen();
      const kept = [...(await store.records('note', { limit: 9 })), ...(await store.records('other', { limit: 9 }))];
      expect(kept.map(({ text }) => text).toSorted()).toEqual(['1 of X', '2 of X', '3 of X', '4 of X']);
    });

    it('does not affect records that the last commit deletes or changes itself', async () => {
      await recordAnn();
      const note = (id: string) => ({ kind: 'note', id, at: NOON, state: 'late', text: `${id} of ann` });
      await store.changeRecords({ change: () => [note('1'), note('2'), note('3')] });
      const records = {
        change: () => [
          { kind: 'note', id: '1', text: undefined },
          { ...note('2'), text: 'new' },
        ],
      };
      await store.erasePlayer(1, (text) => text.replaceAll('ann', 'X'), records, { kind: 'note', state: 'late' });
      await reopen();
      expect((await store.records('note', { limit: 9 })).map(({ text }) => text)).toEqual(['3 of X', 'new']);
      expect((await store.verify()).differences).toEqual([]);
    });

    it('may never have had points: then only records change', async () => {
      await recordAnn();
      const published: Change[] = [];
      const entry = { kind: AUDIT, id: 'a', at: NOON, state: '', text: '{"player":"zoe"}' };
      await store.changeRecords({ change: () => [entry, { ...entry, kind: 'note', id: 'b', text: 'nothing' }] });
      const before = await store.positions();
      store.follow((change) => published.push(change));
      await store.erasePlayer(undefined, (text) => text.replaceAll('zoe', 'X'), {
        change: () => [{ kind: 'note', id: 'b', text: undefined }],
      });
      // A store may use any number of commits: those before the last one store no records.
      expect(published.filter((change) => change.kind !== 'records' || change.records.length > 0)).toMatchObject([
        { kind: 'records', board: undefined, records: ['note'] },
      ]);
      expect(await store.positions()).toEqual(before);
      await reopen();
      expect(await store.record(AUDIT, 'a')).toMatchObject({ text: '{"player":"X"}' });
      expect(await store.record('note', 'b')).toBeUndefined();
      // If no text can name them, only the requested records change.
      const left = await store.record(AUDIT, 'a');
      await store.changeRecords({ change: () => [{ ...entry, kind: 'note', id: 'c' }] });
      await store.erasePlayer(undefined, undefined, { change: () => [{ kind: 'note', id: 'c', text: undefined }] });
      expect([await store.record(AUDIT, 'a'), await store.record('note', 'c')]).toEqual([left, undefined]);
      expect(await totals(allTime)).toEqual({ 1: 7, 2: 5 });
      expect((await store.verify()).differences).toEqual([]);
    });

    it('is removed from the reasons for actions on other players', async () => {
      await recordAnn();
      await reviseOne(store, 'main', '2', { does: 'void', reason: 'Played by ann', at: NOON }, () => false);
      await reviseOne(store, 'main', '2', { does: 'restore', reason: 'ann says no', at: NOON }, () => false);
      await reviseOne(store, 'main', '2', { does: 'void', reason: 'by ann', at: NOON }, () => false);
      await store.erasePlayer(1, (text) => text.replaceAll('ann', 'X'));
      for (const look of [async () => {}, reopen]) {
        await look();
        const [event] = await store.eventsOf('main', 2, { limit: 9 });
        expect(event).toMatchObject({ id: '2', voided: { at: NOON, reason: 'by X' } });
        expect((await store.verify()).differences).toEqual([]);
      }
    });

    it('must have a known number', async () => {
      await recordAnn();
      await expect(store.erasePlayer(9, (text) => text)).rejects.toThrow(RangeError);
      await expect(store.append('main', [event('9', 'cy', 1)], always, silently)).resolves.toHaveLength(1);
    });
  });
}
