import { isDeepStrictEqual } from 'node:util';

import { describe, expect, it } from 'vitest';

import { SCORING_RULES } from '../../domain/scoring.ts';
import type { Unit } from '../../domain/units/unit.ts';
import { type BoardSettings, CalendarInUse } from './stored-values.ts';
import {
  allTime,
  always,
  board,
  event,
  NOON,
  silently,
  type StorePlace,
  unlessClosed,
  useStore,
  saveBoard,
  saveDocument,
  reviseOne,
} from './store-under-test.suite.ts';

/** Contract tests: operator settings. */
export function describeDocuments(makePlace: () => StorePlace): void {
  const { record, reopen, store, totals } = useStore(makePlace);

  describe('boards', () => {
    it('are returned as saved, in order of creation', async () => {
      const second: BoardSettings = {
        ...board,
        name: 'a',
        scoring: 'best',
        direction: 'low',
        calendar: { timeZone: 'Asia/Kathmandu', weekStart: 7 },
      };
      await saveBoard(store, second);
      await saveBoard(store, { ...board, title: 'New title' });
      await reopen();
      expect(await store.boards()).toEqual([{ ...board, title: 'New title' }, second]);
    });

    it.each<Unit>(['time', 'distance', 'laps', { one: 'coin', other: 'coins' }])('can count %o, and something else later', async (unit) => {
      await saveBoard(store, { ...board, name: 'other', unit });
      await saveBoard(store, { ...board, unit });
      await reopen();
      expect(await store.boards()).toEqual([
        { ...board, unit },
        { ...board, name: 'other', unit },
      ]);
    });

    it('keep all data while archived', async () => {
      await record(event('1', 'ann', 5));
      await saveBoard(store, { ...board, state: 'archived' });
      await reopen();
      expect(await store.boards()).toEqual([{ ...board, state: 'archived' }]);
      expect(await totals(allTime)).toEqual({ 1: 5 });
      expect((await store.verify()).differences).toEqual([]);
    });

    it('can be removed while they have no events, and their name reused', async () => {
      for (const name of ['a', 'b']) await saveBoard(store, { ...board, name });
      expect(await store.removeBoard('a')).toBe(true);
      await expect(store.removeBoard('a')).rejects.toThrow(RangeError);
      await expect(store.append('a', [event('1', 'ann', 5)], always, silently)).rejects.toThrow('a');
      const again: BoardSettings = { ...board, name: 'a', direction: 'low', calendar: { timeZone: 'Asia/Kathmandu', weekStart: 7 } };
      await saveBoard(store, again);
      await store.append('a', [event('1', 'ann', 7)], always, silently);
      await reopen();
      expect(await store.boards()).toEqual([board, { ...board, name: 'b' }, again]);
      expect(await totals({ ...allTime, board: 'a' })).toEqual({ 1: 7 });
      expect(await store.verify()).toEqual({ events: 1, standings: 4, differences: [] });
    });

    it('are unchanged if a change or a check inside the commit throws or changes nothing', async () => {
      const refused = new Error('Not now');
      const fails = () => {
        throw refused;
      };
      const position = async () => (await store.positions()).get('main');
      const before = await position();
      await expect(store.changeBoard('main', fails)).rejects.toBe(refused);
      await expect(store.changeBoard('new', fails)).rejects.toBe(refused);
      for (const name of ['main', 'none']) await expect(store.removeBoard(name, fails)).rejects.toBe(refused);
      await store.changeBoard('main', (kept) => ({ ...kept!, title: board.title }));
      expect(await store.boards()).toEqual([board]);
      expect(await position()).toBe(before);
    });

    it('keep their name', async () => {
      for (const name of ['main', 'new'])
        await expect(store.changeBoard(name, () => ({ ...board, name: 'other' }))).rejects.toThrow(RangeError);
      expect(await store.boards()).toEqual([board]);
    });

    it('are changed one at a time, each change based on the previous result', async () => {
      const kept: unknown[] = [];
      const titles = ['One', 'Two', 'Three'];
      const changes = titles.map((title) =>
        store.changeBoard('other', (known) => {
          kept.push(known?.title);
          return { ...board, name: 'other', title };
        }),
      );
      await Promise.all(changes);
      expect(kept).toEqual([undefined, 'One', 'Two']);
    });

    it('change atomically with a document', async () => {
      const beside = { document: 'who', change: (kept: string | undefined) => `${kept ?? 'nobody'}, ann` };
      const published: unknown[] = [];
      const stop = store.follow((change) => published.push(change));
      await store.changeBoard('other', () => ({ ...board, name: 'other' }), undefined, [beside]);
      await store.changeBoard('other', (kept) => kept!, undefined, [beside]);
      const position = async () => (await store.positions()).get('other');
      const before = await position();
      const refused = new Error('Not now');
      const throws = (): never => {
        throw refused;
      };
      const unchanged = { document: 'who', change: (kept: string | undefined) => kept };
      await expect(store.changeBoard('other', throws, undefined, [beside])).rejects.toBe(refused);
      await expect(store.changeBoard('third', () => ({ ...board, name: 'third' }), { change: throws }, [beside])).rejects.toBe(refused);
      await store.changeBoard('other', (kept) => kept!, { change: throws }, [unchanged]);
      await store.changeBoard('other', (kept) => kept!, { change: throws }, [{ ...unchanged, document: 'none' }]);
      stop();
      expect(published).toMatchObject([
        { kind: 'document', name: 'who', text: 'nobody, ann' },
        { kind: 'board', board: 'other', settings: { ...board, name: 'other' } },
        { kind: 'document', name: 'who', text: 'nobody, ann, ann' },
      ]);
      expect(await position()).toBe(before);
      await reopen();
      expect(await store.boards()).toEqual([board, { ...board, name: 'other' }]);
      expect(await store.document('who')).toBe('nobody, ann, ann');
      expect(await store.document('none')).toBeUndefined();
      expect((await store.verify()).differences).toEqual([]);
    });

    it('cannot be removed once they have events, even if all are voided', async () => {
      await record(event('1', 'ann', 5));
      await reviseOne(store, 'main', '1', { does: 'void', reason: 'A bot', at: NOON }, unlessClosed);
      expect(await store.removeBoard('main')).toBe(false);
      expect(await store.boards()).toEqual([board]);
    });

    it.each(SCORING_RULES)('can score by %s', async (scoring) => {
      const other: BoardSettings = { ...board, name: 'other', scoring };
      await saveBoard(store, other);
      expect(await store.boards()).toEqual([board, other]);
    });

    it.each<Partial<BoardSettings>>([{ scoring: 'best' }, { direction: 'low' }])('cannot change how they count: %o', async (change) => {
      await expect(saveBoard(store, { ...board, ...change })).rejects.toThrow('cannot change');
      expect(await store.boards()).toEqual([board]);
    });

    it.each<BoardSettings['calendar']>([
      { timeZone: 'Asia/Kathmandu', weekStart: 1 },
      { timeZone: 'UTC', weekStart: 7 },
    ])('can change calendar until they have an event: %o', async (calendar) => {
      const moved = { ...board, calendar };
      await saveBoard(store, moved);
      // Concurrently, in either order: the event counts by the calendar at its commit.
      await Promise.all([record(event('1', 'ann', 5)), saveBoard(store, board).catch(() => undefined)]);
      const [kept] = await store.boards();
      const other = isDeepStrictEqual(kept, board) ? moved : board;
      await expect(saveBoard(store, other)).rejects.toThrow(CalendarInUse);
      await reviseOne(store, 'main', '1', { does: 'void', reason: 'A bot', at: NOON }, unlessClosed);
      await reopen();
      await expect(saveBoard(store, other)).rejects.toThrow(CalendarInUse);
      await record(event('2', 'ann', 7));
      expect(await store.boards()).toEqual([kept]);
      expect(await store.verify()).toMatchObject({ events: 2, differences: [] });
    });

    it('reject an unknown time zone', async () => {
      await expect(saveBoard(store, { ...board, name: 'b', calendar: { timeZone: 'Mars/Base', weekStart: 1 } })).rejects.toThrow(
        RangeError,
      );
      expect(await store.boards()).toEqual([board]);
    });

    it('do not share events or standings', async () => {
      await saveBoard(store, { ...board, name: 'other' });
      await record(event('1', 'ann', 5));
      const [recorded] = await store.append('other', [event('1', 'ann', 7)], always, silently);
      expect(recorded?.outcome).toBe('recorded');
      expect(await totals({ ...allTime, board: 'other' })).toEqual({ 1: 7 });
      expect(await totals(allTime)).toEqual({ 1: 5 });
    });

    it('are named in the error if they do not exist', async () => {
      await expect(store.append('none', [], always, silently)).rejects.toThrow(RangeError);
      await expect(store.append('none', [event('1', 'ann', 5)], always, silently)).rejects.toThrow('none');
    });
  });

  describe('documents', () => {
    it('are returned as last saved, even after a restart', async () => {
      expect(await store.document('site')).toBeUndefined();
      await saveDocument(store, 'site', 'first');
      await saveDocument(store, 'site', '{"name":"Ünï 🎮"}');
      await saveDocument(store, '', 'nameless');
      await reopen();
      expect(await store.document('site')).toBe('{"name":"Ünï 🎮"}');
      expect(await store.document('')).toBe('nameless');
      expect(await store.document('sit')).toBeUndefined();
    });

    it('are changed one at a time, so that no update is lost', async () => {
      const adding = (word: string) => store.changeDocument('site', (kept = '') => `${kept}${word} `);
      await Promise.all(['one', 'two', 'three'].map(adding));
      expect(await store.document('site')).toBe('one two three ');
    });

    it('are changed only after followers have received everything earlier', async () => {
      const received: string[] = [];
      store.follow((change) => received.push(change.kind));
      const [recorded] = [record(event('1', 'ann', 5))];
      await store.changeDocument('site', () => `after ${received.join(', ')}`);
      await recorded;
      expect(await store.document('site')).toBe('after recorded');
      expect(received).toEqual(['recorded', 'document']);
    });

    it('are unchanged if the change throws or returns the current text', async () => {
      await saveDocument(store, 'site', 'first');
      const received: unknown[] = [];
      store.follow((change) => received.push(change));
      const before = await store.positions();
      const refused = new Error('Not now');
      const fails = store.changeDocument('site', () => {
        throw refused;
      });
      await expect(fails).rejects.toBe(refused);
      await store.changeDocument('site', (kept) => kept!);
      expect([await store.document('site'), received]).toEqual(['first', []]);
      expect(await store.positions()).toEqual(before);
    });
  });

  describe('health', () => {
    it('succeeds while nothing is wrong', async () => {
      await expect(store.health()).resolves.toBeUndefined();
      await record(event('1', 'ann', 5));
      await reopen();
      await expect(store.health()).resolves.toBeUndefined();
      expect(await store.verify()).toEqual({ events: 1, standings: 4, differences: [] });
    });

    it('fails for a closed store', async () => {
      await store.close();
      await expect(store.health()).rejects.toThrow(Error);
      await reopen();
    });
  });
}
