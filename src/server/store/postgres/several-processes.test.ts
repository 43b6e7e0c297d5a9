import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { seeded } from '../../../../tests/seeded.ts';
import type { PointsStore } from '../points-store.ts';
import { allTime, always, board, daily, DAY, event, NOON, silently, standingsOf, reviseOne } from '../store-under-test.suite.ts';
import type { Change } from '../stored-values.ts';
import { postgresPlace } from './postgres-place.suite.ts';
import { openPostgresStore } from './postgres-store.ts';

let place: ReturnType<typeof postgresPlace>;
let stores: PointsStore[];

beforeEach(async () => {
  place = postgresPlace();
  stores = [await place.open(), await place.open(), await place.open()];
  await stores[0]!.changeBoard('main', () => board);
  await caughtUp();
});

afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  place.remove();
});

const add = (store: PointsStore, ...events: readonly ReturnType<typeof event>[]) => store.append('main', events, always, silently);

async function caughtUp(): Promise<void> {
  await Promise.all(stores.map((store) => store.catchUp()));
}

describe('three processes on one database', () => {
  it('record events sent to all of them at once, and each retry once', async () => {
    const random = seeded();
    const sent = Array.from({ length: 600 }, () => `event ${Math.floor(random() * 200)}`);
    const each = (id: string) => event(id, `player ${id.length}${id.at(-1)}`, Number(id.slice(6)));
    const outcomes = await Promise.all(
      sent.map(async (id, i) => {
        const [recorded] = await add(stores[i % 3]!, each(id));
        return { id, outcome: recorded!.outcome };
      }),
    );
    await caughtUp();
    const once = outcomes.filter(({ outcome }) => outcome === 'recorded').map(({ id }) => id);
    expect(once.toSorted()).toEqual([...new Set(sent)].toSorted());
    expect(outcomes.every(({ outcome }) => outcome !== 'refused')).toBe(true);

    const [one, two, three] = await Promise.all(
      stores.map(async (store) => [await standingsOf(store, allTime), await store.positions()] as const),
    );
    expect(two).toEqual(one);
    expect(three).toEqual(one);
    const sum = [...new Set(sent)].reduce((total, id) => total + each(id).points, 0);
    expect(one![0].reduce((total, { points }) => total + points, 0)).toBe(sum);
    expect((await stores[1]!.verify()).differences).toEqual([]);
  });

  it('agree on the author of each event, though all of them encounter new authors at once', async () => {
    const authors = Array.from({ length: 6 }, (_, i) => ({ by: `key:${i}` }));
    const posted = stores.flatMap((store, process) =>
      authors.map((author, i) => add(store, event(`${process} ${i}`, 'ann', 1, { author }))),
    );
    await Promise.all(posted);
    await caughtUp();
    for (const [i, author] of authors.entries()) {
      const { events } = await stores[i % 3]!.eventsPostedBy('main', author, { limit: 9, look: 9 });
      expect(events.map(({ id }) => id).toSorted()).toEqual([`0 ${i}`, `1 ${i}`, `2 ${i}`]);
    }
    expect((await stores[0]!.verify()).differences).toEqual([]);
  });

  it('agree on the size of a period after several events of one player and a voided event', async () => {
    const [one, two] = [stores[0]!, stores[1]!];
    const sizes = () => Promise.all(stores.map((store) => store.periodSizes('main', 'daily', -Infinity, Infinity)));
    const size = (standings: number) => stores.map(() => [{ start: daily.start, standings }]);
    await add(one, event('1', 'ann', 5), event('2', 'ann', 6), event('3', 'bob', 7));
    await caughtUp();
    expect(await sizes()).toEqual(size(2));
    await reviseOne(two, 'main', '3', { does: 'void', reason: 'A bot', at: NOON });
    await caughtUp();
    expect(await sizes()).toEqual(size(1));
  });

  it('have the totals of a reopened period, including a process that starts later', async () => {
    const [one] = stores;
    await add(one!, event('1', 'ann', 5));
    await one!.seal(daily);
    await one!.closePeriod(daily, [1], { at: NOON + DAY, unshown: 0 });
    // Closing it writes all its totals: none of a closed period.
    await (await place.open()).close();
    await one!.reopen(daily, { at: NOON + DAY, reason: 'A test' });
    stores.push(await place.open());
    expect(await standingsOf(stores.at(-1)!, daily)).toEqual(await standingsOf(one!, daily));
    expect(await standingsOf(one!, daily)).toMatchObject([{ points: 5 }]);
  });

  it('retry whenever another process commits in between', async () => {
    const [alone, other] = [stores[0]!, stores[1]!];
    for (let round = 0; round < 5; round += 1) {
      // From the third undisturbed commit on, a process commits in one statement; then another process interferes.
      for (const turn of [1, 2, 3]) await add(alone, event(`${round} alone ${turn}`, 'ann', 1));
      await add(other, event(`${round} other`, 'ann', 10));
      const decided: number[] = [];
      await alone.append('main', [event(`${round} late`, 'ann', 100)], always, (effects) => {
        decided.push(...effects.map(({ changes }) => (changes[0]!.state === 'counted' ? changes[0]!.after.points : NaN)));
        return effects.map(() => 'kept');
      });
      // It may have been decided once needlessly; the stored decision includes the commit in between.
      expect(decided.at(-1)).toBe(113 * (round + 1));
    }
    await caughtUp();
    for (const store of stores) expect(await store.scoreOf(allTime, 1)).toMatchObject({ points: 5 * 113 });
    expect((await other.verify()).differences).toEqual([]);
  });

  it('publish the same changes in the same order, whichever process made them', async () => {
    const published = stores.map((store) => {
      const changes: Change[] = [];
      store.follow((change) => changes.push(change));
      return changes;
    });
    await add(stores[0]!, event('1', 'ann', 5));
    await stores[1]!.changeDocument('site', () => 'text');
    await reviseOne(stores[2]!, 'main', '1', { does: 'void', reason: 'A bot', at: NOON }, () => false);
    await add(stores[1]!, event('2', 'Bob', 7, { displayName: 'Bobby' }));
    await caughtUp();
    expect(published[0]!.map(({ kind }) => kind)).toEqual(['recorded', 'document', 'revised', 'recorded']);
    expect(published[1]).toEqual(published[0]);
    expect(published[2]).toEqual(published[0]);
    expect(await stores[2]!.playerNamed('bob')).toMatchObject({ number: 2, displayName: 'Bobby' });
  });

  it('follow each other without any call', async () => {
    const received = new Promise<Change>((resolve) => stores[2]!.follow(resolve));
    await add(stores[0]!, event('1', 'ann', 5));
    expect(await received).toMatchObject({ kind: 'recorded', board: 'main' });
  });

  it('lose no concurrent change of a document', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        stores[i % 3]!.changeDocument('list', (kept = '[]') => JSON.stringify([...(JSON.parse(kept) as number[]), i])),
      ),
    );
    await caughtUp();
    const lists = await Promise.all(stores.map((store) => store.document('list')));
    expect((JSON.parse(lists[0]!) as number[]).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(new Set(lists).size).toBe(1);
  });

  it('never see the events of a merge count for both players, however many there are', async () => {
    const ids = Array.from({ length: 5001 }, (_, i) => String(i));
    await add(stores[0]!, event('bob', 'bob', 1), ...ids.map((id) => event(id, 'ann', 1)));
    await caughtUp();
    const revising = ids.map((id) => ({ board: 'main', id, does: 'void', instead: { copy: ` ${id}`, player: 1 } }) as const);
    const merged = stores[0]!.revise(revising, { reason: 'The same person', at: NOON }, () => false);
    const sums = new Set<number>();
    for (let players = 2; players > 1; await nextTurn()) {
      const standings = await standingsOf(stores[1]!, allTime);
      sums.add(standings.reduce((total, { points }) => total + points, 0));
      players = standings.length;
    }
    expect([...sums]).toEqual([5002]);
    expect(await merged).toMatchObject({ outcome: 'revised' });
  });

  it('count copies posted by an earlier version for a merge like any other event', async () => {
    await add(stores[0]!, { ...event('1', 'ann', 5), digest: 'merged' });
    await caughtUp();
    for (const store of stores) expect(await store.scoreOf(allTime, 1)).toMatchObject({ points: 5 });
  });

  it('close a period only once; an event that reaches another process does not count for it', async () => {
    await add(stores[0]!, event('1', 'ann', 5), event('2', 'bob', 7));
    await stores[1]!.seal(daily);
    const [recorded, ...closed] = await Promise.all([
      add(stores[2]!, event('3', 'ann', 100)),
      ...stores.map(async (store) => {
        await store.catchUp();
        return store.closePeriod(daily, [2, 1], { at: NOON + DAY, unshown: 0 });
      }),
    ]);
    expect(recorded[0]!.outcome).toBe('recorded');
    expect(closed.filter(Boolean)).toHaveLength(1);
    await caughtUp();
    for (const store of stores) {
      expect((await store.finalStandings(daily, 1, 2))?.standings.map(({ score }) => score.points)).toEqual([7, 5]);
      expect(await store.scoreOf(allTime, 1)).toMatchObject({ points: 105 });
    }
    await stores[0]!.reopen(daily, { at: NOON + DAY, reason: 'Too early' });
    await add(stores[1]!, event('4', 'bob', 1));
    await caughtUp();
    for (const store of stores) expect(await store.scoreOf(daily, 2)).toMatchObject({ points: 8 });
    expect((await stores[2]!.verify()).differences).toEqual([]);
  });

  it('can be joined by a new process with the same state', async () => {
    await add(stores[0]!, event('1', 'ann', 5), event('2', 'bob', 7));
    await stores[1]!.maintain();
    await add(stores[1]!, event('3', 'ann', 3));
    const newcomer = await place.open();
    stores.push(newcomer);
    expect(await standingsOf(newcomer, daily)).toEqual(await standingsOf(stores[1]!, daily));
    expect(await newcomer.positions()).toEqual(await stores[1]!.positions());
  });

  it('detect a database that went back, even if others have continued from there, and stop following', async () => {
    const lost: unknown[] = [];
    const follower = await openPostgresStore(await place.address(), { onLost: (error) => lost.push(error) });
    stores.push(follower);
    await add(stores[0]!, event('1', 'ann', 5), event('2', 'ann', 7));
    await follower.catchUp();
    await Promise.all(stores.slice(0, 3).map((store) => store.close()));
    await place.tamper(`
      ALTER TABLE events DISABLE TRIGGER USER;
      UPDATE events SET id = 'another' WHERE id = '2';
      INSERT INTO changes VALUES (4, 'document', '{"name":"site","text":"other"}');
      UPDATE laurels SET position = 4`);
    await expect(follower.catchUp()).rejects.toThrow('Restart the server');
    await expect(add(follower, event('3', 'ann', 1))).rejects.toThrow('Restart the server');
    expect(lost).toHaveLength(1);
    expect(await follower.document('site')).toBeUndefined();
  });

  it('write nothing from memory to a database that went back', async () => {
    const follower = await place.open();
    await add(stores[0]!, event('1', 'ann', 5), event('2', 'ann', 7));
    await follower.catchUp();
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await place.tamper(`
      ALTER TABLE events DISABLE TRIGGER USER;
      DELETE FROM events WHERE id = '2';
      ALTER TABLE events ENABLE TRIGGER USER;
      UPDATE activity_days SET events = 1, points = 5;
      DELETE FROM totals;
      UPDATE folded SET through = 0;
      UPDATE laurels SET position = 2;
      UPDATE boards SET position = 2`);
    const restarted = await openPostgresStore(await place.address());
    stores.push(restarted);
    await add(restarted, event('3', 'ann', 1));
    await follower.close();
    const next = await place.open();
    stores.push(next);
    expect(await next.scoreOf(allTime, 1)).toMatchObject({ points: 6 });
    expect((await next.verify()).differences).toEqual([]);
  });

  it('detect a database that went back even if the last entry they know is not an event', async () => {
    const lost: unknown[] = [];
    const follower = await openPostgresStore(await place.address(), { onLost: (error) => lost.push(error) });
    stores.push(follower);
    await add(stores[0]!, event('1', 'ann', 5));
    await stores[0]!.changeDocument('site', () => 'text');
    await follower.catchUp();
    await Promise.all(stores.slice(0, 3).map((store) => store.close()));
    await place.tamper(`
      ALTER TABLE changes DISABLE TRIGGER USER;
      UPDATE changes SET detail = '{"name":"site","text":"other"}' WHERE position = 3;
      INSERT INTO changes VALUES (4, 'document', '{"name":"site","text":"another"}');
      UPDATE laurels SET position = 4`);
    await expect(follower.catchUp()).rejects.toThrow('Restart the server');
    expect(lost).toHaveLength(1);
    expect(await follower.document('site')).toBe('text');
  });
});
