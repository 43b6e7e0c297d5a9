import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { beforeEach, describe, expect, it } from 'vitest';

import type { Change } from '../../stored-values.ts';
import { always, board, daily, event, silently, useStore, saveBoard, saveDocument, reviseOne } from '../../store-under-test.suite.ts';
import { type LedgerWrite, packed } from './ledger-write.ts';
import { sqlitePlace } from '../sqlite-place.suite.ts';
import { WritingThread } from './writing-thread.ts';

const { store, place, record, reopen, totals } = useStore(() => sqlitePlace({ onThread: true, eventsPerPart: 6 }));

/** Enough to be written on the thread, in four parts. */
const MANY = 20;
const newcomers = Array.from({ length: MANY }, (_, i) => event(`more ${i}`, `newcomer ${i}`, 1, { activity: 'new' }));
const events = (name: string) => Array.from({ length: MANY }, (_, i) => event(`${name} ${i}`, `player ${i}`, 1 + i));

beforeEach(async () => {
  await record(...events('first'));
});

describe('a commit on the thread', () => {
  it.each(['events', 'players', 'activity_days'])(
    'that fails at %s leaves no trace, and the next one works as if it had not happened',
    async (table) => {
      const changes: Change[] = [];
      store.follow((change) => void changes.push(change));
      const before = await totals(daily);
      place().tamper(`CREATE TRIGGER in_the_way BEFORE INSERT ON ${table} BEGIN SELECT RAISE (ABORT, 'planted'); END`);
      await expect(store.append('main', newcomers, always, silently)).rejects.toMatchObject({ name: 'StorageFailure', trouble: 'failed' });
      expect(await totals(daily)).toEqual(before);
      expect(await store.playerNamed('newcomer 1')).toBeUndefined();
      expect(changes).toEqual([]);
      place().tamper('DROP TRIGGER in_the_way');
      await record(...newcomers);
      expect((await store.playerNamed('newcomer 1'))?.number).toBe(MANY + 2);
      await reopen();
      expect((await store.verify()).differences).toEqual([]);
    },
  );

  it('gives retries among new events their original answers', async () => {
    const [again] = await store.append('main', [event('first 3', 'player 3', 4), ...events('more')], always, silently);
    expect(again).toMatchObject({ outcome: 'repeated' });
    const [other] = await store.append('main', [event('first 3', 'player 3', 5), ...events('still more')], always, silently);
    expect(other).toEqual({ outcome: 'refused', reason: 'known id, another body' });
    expect(await totals(daily)).toMatchObject({ 4: 12 });
  });

  it('is not written to a file that was moved away, and reads are unaffected', async () => {
    const before = await totals(daily);
    renameSync(place().file, `${place().file}.away`);
    await expect(store.append('main', events('more'), always, silently)).rejects.toMatchObject({ trouble: 'missing' });
    expect(await totals(daily)).toEqual(before);
    renameSync(`${place().file}.away`, place().file);
    await record(...events('more'));
  });
});

describe('the parts of a commit', () => {
  /** Whether a commit is under way. */
  function isLocked(): boolean {
    const other = new DatabaseSync(place().file, { timeout: 0 });
    try {
      other.exec('BEGIN IMMEDIATE');
      return false;
    } catch {
      return true;
    } finally {
      other.close();
    }
  }

  function expectLocked(): void {
    for (const until = performance.now() + 60_000; !isLocked();)
      if (performance.now() > until) throw new Error('The first part is not being written');
  }

  it('are written while the next ones are decided, and rolled back if that throws', async () => {
    const [before, changes]: [unknown, Change[]] = [await totals(daily), []];
    store.follow((change) => void changes.push(change));
    const throwing = store.append('main', newcomers, always, (effects, _, given) => {
      if (given === 0) return silently(effects);
      expectLocked();
      throw new Error('planned');
    });
    await expect(throwing).rejects.toThrow('planned');
    expect(isLocked()).toBe(false);
    expect([await totals(daily), await store.playerNamed('newcomer 0'), changes]).toEqual([before, undefined, []]);
    await record(...newcomers);
    await reopen();
    expect(await store.verify()).toMatchObject({ events: 2 * MANY, differences: [] });
  });

  it.each([
    ['the last', (known: ReturnType<typeof event>) => [...newcomers, known]],
    ['the first and the last', (known: ReturnType<typeof event>) => [event('first 5', 'player 5', 6), ...newcomers, known]],
  ])('leave no trace if %s has a known event, and are processed again once', async (_, withKnown) => {
    const sent = withKnown(event('first 4', 'player 4', 5));
    const given: number[] = [];
    const recorded = await store.append('main', sent, always, (effects, position, before) => {
      given.push(before);
      return silently(effects);
    });
    expect(given.filter((before) => before === 0)).toHaveLength(2);
    expect(recorded.map(({ outcome }) => outcome)).toEqual(sent.map(({ id }) => (id.startsWith('first') ? 'repeated' : 'recorded')));
    expect((await store.playerNamed('newcomer 0'))?.number).toBe(MANY + 1);
    expect(await totals(daily)).toMatchObject({ 5: 5, 6: 6, [MANY + 1]: 1, [MANY + MANY]: 1 });
    await reopen();
    expect(await store.verify()).toMatchObject({ events: 2 * MANY, differences: [] });
  });

  it('leave no trace if the last one fails', async () => {
    const before = await totals(daily);
    place().tamper(`CREATE TRIGGER in_the_way BEFORE INSERT ON events WHEN NEW.id = 'more 19' BEGIN SELECT RAISE (ABORT, 'planted'); END`);
    await expect(store.append('main', newcomers, always, silently)).rejects.toMatchObject({ trouble: 'failed' });
    expect(await totals(daily)).toEqual(before);
    place().tamper('DROP TRIGGER in_the_way');
    expect(await store.verify()).toMatchObject({ events: MANY, differences: [] });
    await record(...newcomers);
    expect(await store.verify()).toMatchObject({ events: 2 * MANY, differences: [] });
  });

  it('leave no trace if the thread ends between two of them, and it accepts no more', async () => {
    const thread = await WritingThread.start(place().file);
    const none = { playersAdded: [], playersRenamed: [], periods: [], activities: [], totals: [], records: [] };
    const row = (seq: number) => [seq, 1, `more ${seq}`, 1, 1, 0, '', 0, '', 0, '', null, null] as const;
    function* parts(last: Partial<LedgerWrite>): Iterable<LedgerWrite> {
      yield { ...none, events: packed([row(MANY + 1)]) };
      yield { ...none, events: packed([row(MANY + 2)]), ...last };
    }
    const ended = { outcome: 'failed', isLast: true };
    expect(await thread.write(parts({ records: [undefined as never] }))).toMatchObject(ended);
    expect(await thread.write(parts({}))).toMatchObject(ended);
    await record(...newcomers);
    expect(await store.verify()).toMatchObject({ events: 2 * MANY, differences: [] });
  });
});

describe('while events arrive', () => {
  it('the log is emptied repeatedly', async () => {
    for (let i = 0; i < 40; i += 1) {
      const wide = Array.from({ length: 1000 }, (_, n) => event(`${i} ${n}`, `player ${n % 300}`, 1, { activity: 'x'.repeat(2000) }));
      await record(...wide);
    }
    // Some 160 MB were written. The log is emptied at 32 MB, and grows in the meantime.
    expect(place().logBytes()).toBeLessThan(100 * 1024 * 1024);
    expect((await store.verify()).differences).toEqual([]);
  });

  it('documents, boards and voidings wait their turn, in order', async () => {
    const writes = Array.from({ length: 10 }, async (_, i) => {
      await Promise.all([
        record(...events(`a ${i}`)),
        saveDocument(store, 'site', `text ${i}`),
        saveBoard(store, { ...board, title: `Title ${i}` }),
        reviseOne(store, 'main', `first ${i}`, { does: 'void', at: 1, reason: 'a mistake' }, () => false),
        record(event(`b ${i}`, 'ann', 1)),
      ]);
    });
    await Promise.all(writes);
    expect(await store.document('site')).toBe('text 9');
    expect((await store.verify()).differences).toEqual([]);
  });
});
