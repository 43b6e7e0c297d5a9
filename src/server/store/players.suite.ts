import { describe, expect, it } from 'vitest';

import { textMatcher } from '../../domain/search/text-match.ts';
import { allTime, always, board, DAY, event, NOON, silently, type StorePlace, useStore, saveBoard } from './store-under-test.suite.ts';

/** Contract tests: players. */
export function describePlayers(makePlace: () => StorePlace): void {
  const { record, reopen, store, totals } = useStore(makePlace);

  describe('players', () => {
    it('are identified regardless of the case and form of the name, and keep the first spelling', async () => {
      await record(event('1', 'Çelik', 1), event('2', 'ÇELIK', 1), event('3', 'c\u0327elik', 1), event('5', 'ｃ\u0327elik', 1));
      await reopen();
      await record(event('4', 'çelik', 1));
      expect(await store.playerNamed('ÇELIK'.normalize('NFD'))).toEqual({
        number: 1,
        username: 'Çelik',
        displayName: 'Çelik',
        avatar: '🎮',
      });
      expect(await totals(allTime)).toEqual({ 1: 4, 2: 1 });
    });

    it('take the display name and avatar of their latest event that has one', async () => {
      await record(event('1', 'ann', 1, { displayName: 'Ann A.' }), event('2', 'ann', 1, { avatar: '🦊' }));
      await reopen();
      expect(await store.players([1])).toEqual([{ number: 1, username: 'ann', displayName: 'Ann A.', avatar: '🦊' }]);
      await expect(store.players([1, 2])).rejects.toThrow('2');
    });

    it('keep their names if an event must not change them; it counts if it has none or the same', async () => {
      const named = { displayName: 'Ann A.', avatar: '🦊', keepsNames: true };
      expect(await record(event('1', 'ann', 1, named), event('2', 'ANN', 1, { displayName: 'Other', keepsNames: true }))).toMatchObject([
        { outcome: 'recorded' },
        { outcome: 'refused', reason: 'another name' },
      ]);
      await reopen();
      expect(
        await record(
          event('3', 'ann', 1, { avatar: '🐙', keepsNames: true }),
          event('4', 'ann', 1, named),
          event('5', 'ann', 1, { keepsNames: true }),
        ),
      ).toMatchObject([{ reason: 'another name' }, { outcome: 'recorded' }, { outcome: 'recorded' }]);
      expect(await store.players([1])).toEqual([{ number: 1, username: 'ann', displayName: 'Ann A.', avatar: '🦊' }]);
      expect(await totals(allTime)).toEqual({ 1: 3 });
    });

    it('are shared by all boards: a rename on one applies to the others', async () => {
      await saveBoard(store, { ...board, name: 'other' });
      await record(event('1', 'ann', 1, { displayName: 'Ann A.', avatar: '🦊' }));
      await store.append('other', [event('1', 'ann', 1, { displayName: 'Ann B.' })], always, silently);
      expect(await record(event('2', 'ann', 1, { displayName: 'Ann B.', keepsNames: true }))).toMatchObject([{ outcome: 'recorded' }]);
      await record(event('3', 'ann', 1, { avatar: '🐙' }));
      expect(await store.players([1])).toEqual([{ number: 1, username: 'ann', displayName: 'Ann B.', avatar: '🐙' }]);
      expect((await store.verify()).differences).toEqual([]);
    });

    it('are found by the rule of the search box', async () => {
      const names = [
        ['ann', 'Captain'],
        ['ÖZGÜR', 'Ace'],
        ['.*', '100 %'],
        ['Straße', 'ΣΊΣΥΦΟΣ'],
        ['e\u0301mile', 'x'],
      ] as const;
      await record(...names.map(([username, displayName], i) => event(String(i), username, 1, { displayName })));
      for (const text of ['', 'a', 'AN', 'özgür', '.*', '%', '_', 'ß', 'ς', 'σ', 'Σ', 'É', 'nn\nca', 'ee']) {
        const matches = textMatcher(text);
        const expected = names.flatMap((pair, i) => (pair.some(matches) ? [i + 1] : []));
        expect([text, await store.playersMatching(text, 10)]).toEqual([text, expected]);
      }
      expect(await store.playersMatching('', 2)).toEqual([1, 2]);
    });
  });

  describe('players’ arrival', () => {
    const late = NOON + DAY;

    it('is known for every moment, even after the clock was set back', async () => {
      expect(await store.playersKnownBefore(late)).toBe(0);
      expect(await store.playerCount()).toBe(0);
      const came = (id: string, username: string, receivedAt: number) => event(id, username, 5, { receivedAt });
      await record(came('1', 'ann', late), came('2', 'bob', late));
      await record(came('3', 'ann', NOON), came('4', 'cleo', NOON));
      await reopen();
      await record(came('5', 'dora', NOON + 1));
      await record(came('6', 'eve', late + 2));
      expect(await store.playersKnownBefore(late)).toBe(0);
      expect(await store.playersKnownBefore(late + 1)).toBe(4);
      expect(await store.playersKnownBefore(late + 3)).toBe(5);
      expect(await store.playerCount()).toBe(5);
      expect(await store.playersKnownSince([5, 1, 3])).toEqual([late + 2, late, late]);
      await expect(store.playersKnownSince([6])).rejects.toThrow('6');
      expect((await store.verify()).differences).toEqual([]);
    });
  });
}
