import { describe, expect, it } from 'vitest';

import type { PointsStore } from './points-store.ts';
import { AUDIT, type RecordsToKeep, type StoredRecord } from './records.ts';
import {
  always,
  board,
  DAY,
  daily,
  event,
  NOON,
  silently,
  type StorePlace,
  unlessClosed,
  useStore,
  reviseOne,
} from './store-under-test.suite.ts';

/** Stores one record, regardless of the rest of the commit. */
function keeping(id: string, more: Partial<StoredRecord> = {}): RecordsToKeep<unknown> {
  return { change: () => [{ kind: 'note', id, at: NOON, state: 'new', text: '{}', ...more }] };
}

/** Every way to change something; each stores the given records along with it. */
const WAYS: readonly (readonly [name: string, change: (store: PointsStore, records: RecordsToKeep<unknown>) => Promise<unknown>])[] = [
  ['a board that is made', (store, records) => store.changeBoard('other', () => ({ ...board, name: 'other' }), records)],
  [
    'a document beside a board',
    (store, records) => store.changeBoard('main', (kept) => kept!, records, [{ document: 'site', change: () => 'text' }]),
  ],
  ['a board that is removed', (store, records) => store.removeBoard('empty', undefined, records)],
  ['a document', (store, records) => store.changeDocument('site', () => 'text', records)],
  ['records alone', (store, records) => store.changeRecords(records)],
  ['an event', (store, records) => store.append('main', [event('new', 'ann', 5)], always, silently, records)],
  [
    'many events',
    (store, records) => {
      const many = Array.from({ length: 700 }, (_, i) => event(`many ${i}`, `player ${i % 10}`, 1));
      return store.append('main', many, always, silently, records);
    },
  ],
  ['an event that is sent again', (store, records) => store.append('main', [event('1', 'ann', 5)], always, silently, records)],
  [
    'an event that is voided',
    (store, records) => reviseOne(store, 'main', '1', { does: 'void', at: NOON, reason: 'A bot' }, unlessClosed, records),
  ],
  ['a seal', (store, records) => store.seal(daily, undefined, records)],
  [
    'a closing',
    async (store, records) => {
      await store.seal(daily);
      return store.closePeriod(daily, [1], { at: NOON + DAY, unshown: 0 }, undefined, records);
    },
  ],
  [
    'a reopening',
    async (store, records) => {
      await store.seal(daily);
      return store.reopen(daily, { at: NOON + DAY, reason: 'The clock' }, undefined, records);
    },
  ],
];

/** Contract tests: records. */
export function describeRecords(makePlace: () => StorePlace): void {
  const { record, reopen, store } = useStore(makePlace);
  const ids = async (stretch: Parameters<PointsStore['records']>[1] = { limit: 100 }) =>
    (await store.records('note', stretch)).map(({ id }) => id);
  const everything = async () =>
    JSON.stringify([
      await store.boards(),
      await store.document('site'),
      await store.eventsOf('main', 1, { limit: 1000 }),
      await store.endedPeriods(NOON + 2 * DAY),
      await store.latestClosed('main', 'daily'),
      [...(await store.positions())],
      await ids(),
    ]);
  const begin = async () => {
    await record(event('1', 'ann', 5));
    await store.changeBoard('empty', () => ({ ...board, name: 'empty' }));
  };

  describe('records', () => {
    it('are returned as stored, newest first, even after a restart', async () => {
      for (const id of ['a', 'b', 'c']) await store.changeRecords(keeping(id, { text: `{"name":"Ünï 🎮 ${id}"}`, at: NOON + 7 }));
      await store.changeRecords(keeping('a', { kind: 'other' }));
      await reopen();
      expect(await ids()).toEqual(['c', 'b', 'a']);
      expect(await store.record('note', 'b')).toEqual({
        kind: 'note',
        id: 'b',
        number: expect.any(Number) as number,
        at: NOON + 7,
        state: 'new',
        text: '{"name":"Ünï 🎮 b"}',
      });
      expect(await store.record('note', 'd')).toBeUndefined();
      expect(await store.record('none', 'a')).toBeUndefined();
      expect((await store.verify()).differences).toEqual([]);
    });

    it('are filtered by state, in pages, and counted', async () => {
      for (const [i, state] of ['due', 'paid', 'due', 'due'].entries()) await store.changeRecords(keeping(String(i), { state }));
      expect(await ids({ state: 'due', limit: 2 })).toEqual(['3', '2']);
      const { number } = (await store.record('note', '2'))!;
      expect(await ids({ state: 'due', before: number, limit: 2 })).toEqual(['0']);
      expect(await ids({ before: number, limit: 1 })).toEqual(['1']);
      expect(await store.recordCounts('note')).toEqual(
        new Map([
          ['due', 3],
          ['paid', 1],
        ]),
      );
      expect(await store.recordCounts('none')).toEqual(new Map());
    });

    it('can be changed in place, several at once', async () => {
      for (const id of ['a', 'b']) await store.changeRecords(keeping(id));
      const before = (await store.record('note', 'a'))!;
      const of = ['b', 'none', 'a'].map((id) => ({ kind: 'note', id }));
      await store.changeRecords({
        of,
        change(kept) {
          expect(kept.map((one) => one?.id)).toEqual(['b', undefined, 'a']);
          return [
            { ...kept[2]!, state: 'old', at: NOON + 1, text: '[1]' },
            { kind: 'note', id: 'b', text: undefined },
            ...keeping('c').change([], 0),
          ];
        },
      });
      expect(await ids()).toEqual(['c', 'a']);
      expect(await store.record('note', 'a')).toEqual({ ...before, state: 'old', at: NOON + 1, text: '[1]' });
    });

    it('are changed one at a time, so that three prizes are claimed exactly three times', async () => {
      const claim = (id: string) => {
        let isMine = false;
        const claimed = store.changeRecords({
          of: [{ kind: 'prizes', id: 'left' }],
          change([kept]) {
            const left = Number(kept?.text ?? 3);
            isMine = left > 0;
            if (!isMine) return [];
            return [{ kind: 'prizes', id: 'left', at: NOON, state: '', text: String(left - 1) }, ...keeping(id).change([], 0)];
          },
        });
        return claimed.then(() => isMine);
      };
      const claims = await Promise.all(Array.from({ length: 40 }, (_, i) => claim(String(i))));
      expect(claims.filter(Boolean).length).toBe(3);
      expect((await ids()).length).toBe(3);
    });

    it('keep the last change if one commit changes them twice', async () => {
      await store.changeRecords({ change: () => [...keeping('a').change([], 0), ...keeping('a', { state: 'last' }).change([], 0)] });
      expect(await store.recordCounts('note')).toEqual(new Map([['last', 1]]));
    });

    it('move no board by themselves, and are not published if none is stored; a board that they name moves and is published', async () => {
      const published: unknown[] = [];
      store.follow((change) => published.push(change));
      const before = await store.positions();
      await store.changeRecords({ change: () => [] });
      expect(published).toEqual([]);
      await store.changeRecords(keeping('a'));
      expect(await store.positions()).toEqual(before);
      await store.changeRecords(keeping('b'), 'main');
      const { position } = published.at(-1) as { readonly position: number };
      expect(published).toEqual([
        { kind: 'records', board: undefined, records: ['note'], position: position - 1 },
        { kind: 'records', board: 'main', records: ['note'], position },
      ]);
      expect((await store.positions()).get('main')).toBe(position);
      await expect(store.changeRecords(keeping('c'), 'none')).rejects.toThrow(RangeError);
      await reopen();
      expect((await store.positions()).get('main')).toBeGreaterThanOrEqual(position);
    });

    it.each(WAYS)('are stored with %s', async (_, change) => {
      await begin();
      await change(store, keeping('a'));
      await reopen();
      expect(await ids()).toEqual(['a']);
      expect((await store.verify()).differences).toEqual([]);
    });

    it.each(WAYS)('leave nothing of %s if they are refused', async (name, change) => {
      await begin();
      if (name === 'a closing' || name === 'a reopening') await store.seal(daily);
      const before = await everything();
      const refused = new Error('Not now');
      const fails = () => {
        throw refused;
      };
      await expect(change(store, { change: fails })).rejects.toBe(refused);
      expect(await everything()).toBe(before);
      await reopen();
      expect(await ids()).toEqual([]);
      await change(store, keeping('a'));
      expect(await ids()).toEqual(['a']);
    });

    it('receive the outcome of the commit', async () => {
      await begin();
      const done: unknown[] = [];
      const noting = { change: (_: unknown, what: unknown) => (done.push(what), []) };
      await store.changeDocument('site', () => 'first', noting);
      await store.changeDocument('site', () => 'second', noting);
      await store.changeDocument('site', () => 'second', noting);
      await store.changeBoard('empty', (kept) => ({ ...kept!, title: 'New' }), noting);
      const events = [event('2', 'bob', 1), event('2', 'bob', 2), event('3', 'bob', 0)];
      await store.append('main', events, always, (effects) => effects.map(() => 'yes'), noting);
      const revised = await reviseOne(store, 'main', '2', { does: 'void', at: NOON, reason: 'A bot' }, unlessClosed, noting);
      await reviseOne(store, 'main', '2', { does: 'void', at: NOON, reason: 'A bot' }, unlessClosed, noting);
      await store.seal(daily, undefined, noting);
      await store.seal(daily, undefined, noting);
      const empty = { ...board, name: 'empty' };
      expect(done).toEqual([
        { before: undefined, after: 'first' },
        { before: 'first', after: 'second' },
        { before: empty, after: { ...empty, title: 'New' }, beside: [] },
        [
          { outcome: 'recorded', answer: 'yes' },
          { outcome: 'refused', reason: 'known id, another body' },
          { outcome: 'recorded', answer: 'yes' },
        ],
        revised,
        undefined,
      ]);
    });
  });

  describe('the audit log', () => {
    it('is immutable: entries can be neither replaced under the same id nor deleted', async () => {
      const entry = (text: string) => keeping('1', { kind: AUDIT, text });
      await store.changeRecords(entry('"first"'));
      await expect(store.changeRecords(entry('"second"'))).rejects.toThrow('append-only');
      await expect(store.changeDocument('site', () => 'text', entry('"third"'))).rejects.toThrow('append-only');
      await expect(store.changeRecords({ change: () => [{ kind: AUDIT, id: '1', text: undefined }] })).rejects.toThrow('append-only');
      await reopen();
      expect((await store.record(AUDIT, '1'))?.text).toBe('"first"');
      expect(await store.document('site')).toBeUndefined();
      await store.changeRecords(keeping('2', { kind: AUDIT }));
    });
  });
}
