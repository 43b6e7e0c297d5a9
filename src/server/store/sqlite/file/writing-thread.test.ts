import { renameSync } from 'node:fs';

import { beforeEach, describe, expect, it } from 'vitest';

import type { Change } from '../../stored-values.ts';
import { always, board, daily, event, silently, useStore } from '../../store-under-test.suite.ts';
import { sqlitePlace } from '../sqlite-place.suite.ts';

const { store, place, record, reopen, totals } = useStore(() => sqlitePlace({ onThread: true }));

/** As many as are written on the thread. */
const MANY = 20;
const events = (name: string) => Array.from({ length: MANY }, (_, i) => event(`${name} ${i}`, `player ${i}`, 1 + i));

beforeEach(async () => {
  await record(...events('first'));
});

describe('a commit on the thread', () => {
  it.each(['events', 'players', 'activity_days'])(
    'that fails at %s leaves nothing, and the next one is made as if it had not been',
    async (table) => {
      const changes: Change[] = [];
      store.follow((change) => void changes.push(change));
      const before = await totals(daily);
      const more = Array.from({ length: MANY }, (_, i) => event(`more ${i}`, `newcomer ${i}`, 1, { activity: 'new' }));
      place().tamper(`CREATE TRIGGER in_the_way BEFORE INSERT ON ${table} BEGIN SELECT RAISE (ABORT, 'planted'); END`);
      await expect(store.append('main', more, always, silently)).rejects.toMatchObject({ name: 'StorageFailure', trouble: 'failed' });
      expect(await totals(daily)).toEqual(before);
      expect(await store.playerNamed('newcomer 1')).toBeUndefined();
      expect(changes).toEqual([]);
      place().tamper('DROP TRIGGER in_the_way');
      await record(...more);
      expect((await store.playerNamed('newcomer 1'))?.number).toBe(MANY + 2);
      await reopen();
      expect((await store.verify()).differences).toEqual([]);
    },
  );

  it('that has repetitions among new events answers these as the first time', async () => {
    const [again] = await store.append('main', [event('first 3', 'player 3', 4), ...events('more')], always, silently);
    expect(again).toMatchObject({ outcome: 'repeated' });
    const [other] = await store.append('main', [event('first 3', 'player 3', 5), ...events('still more')], always, silently);
    expect(other).toEqual({ outcome: 'refused', reason: 'known id, another body' });
    expect(await totals(daily)).toMatchObject({ 4: 12 });
  });

  it('is not made in a file that was moved away, and what is read stays as it was', async () => {
    const before = await totals(daily);
    renameSync(place().file, `${place().file}.away`);
    await expect(store.append('main', events('more'), always, silently)).rejects.toMatchObject({ trouble: 'missing' });
    expect(await totals(daily)).toEqual(before);
    renameSync(`${place().file}.away`, place().file);
    await record(...events('more'));
  });
});

describe('while events come in', () => {
  it('the log is emptied again and again', async () => {
    for (let i = 0; i < 40; i += 1) {
      const wide = Array.from({ length: 1000 }, (_, n) => event(`${i} ${n}`, `player ${n % 300}`, 1, { activity: 'x'.repeat(2000) }));
      await record(...wide);
    }
    // Some 160 MB were written. A log is emptied at 32, and grows meanwhile.
    expect(place().logBytes()).toBeLessThan(100 * 1024 * 1024);
    expect((await store.verify()).differences).toEqual([]);
  });

  it('documents, boards and voidings wait for their turn, and follow each other', async () => {
    const writes = Array.from({ length: 10 }, async (_, i) => {
      await Promise.all([
        record(...events(`a ${i}`)),
        store.saveDocument('site', `text ${i}`),
        store.saveBoard({ ...board, title: `Title ${i}` }),
        store.revise('main', `first ${i}`, { does: 'void', at: 1, reason: 'a mistake' }, () => false),
        record(event(`b ${i}`, 'ann', 1)),
      ]);
    });
    await Promise.all(writes);
    expect(await store.document('site')).toBe('text 9');
    expect((await store.verify()).differences).toEqual([]);
  });
});
