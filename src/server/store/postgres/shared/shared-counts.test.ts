import { afterEach, expect, test, vi } from 'vitest';

import { postgresPlace } from '../postgres-place.suite.ts';
import { openPostgresStore, type PostgresStore } from '../postgres-store.ts';

const place = postgresPlace();
const open: PostgresStore[] = [];

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

/** Another process with the same database. */
async function process(said = '') {
  const store = await openPostgresStore(await place.address());
  open.push(store);
  return { store, counts: await store.shareCounts(() => said) };
}

const ofAda = (taken: number, seconds = 60) => ({ policy: 'writes', caller: 'ada', seconds, taken });

test('counts of several processes add up in one window per caller', async () => {
  const [one, other] = [await process(), await process()];
  const [first] = await one.counts.add([ofAda(3)]);
  expect(first).toMatchObject({ taken: 3 });
  expect(first!.leftMs).toBeGreaterThan(50_000);
  const heard = await other.counts.add([{ ...ofAda(1), caller: 'bob' }, ofAda(4), { ...ofAda(2), policy: 'reads' }, ofAda(1)]);
  expect(heard.map(({ taken }) => taken)).toEqual([1, 8, 2, 8]);
  expect(heard[1]!.window).toBe(first!.window);
});

test('a window restarts at zero after it has ended', async () => {
  const { counts } = await process();
  const [first] = await counts.add([{ ...ofAda(5, 1), caller: 'eve' }]);
  await vi.waitUntil(async () => (await counts.add([{ ...ofAda(0, 1), caller: 'eve' }]))[0]!.window > first!.window, 300_000);
  const [next] = await counts.add([{ ...ofAda(2, 60), caller: 'eve' }]);
  expect(next!.taken).toBe(2);
});

test('processes that add many callers at once in any order do not deadlock', async () => {
  const all = [await process(), await process(), await process()];
  const callers = Array.from({ length: 200 }, (_, i) => ({ ...ofAda(1), caller: `caller ${i}` }));
  await Promise.all(
    all.flatMap(({ counts }, i) => Array.from({ length: 10 }, () => counts.add(i % 2 === 0 ? callers : callers.toReversed()))),
  );
  const heard = await all[0]!.counts.add(callers);
  expect(new Set(heard.map(({ taken }) => taken))).toEqual(new Set([31]));
});

test('a process knows how many processes there are, and a closed one is soon removed', async () => {
  const before = await process();
  const after = await process();
  expect(after.counts.processes()).toBe(2);
  await vi.waitUntil(() => before.counts.processes() === 2, 300_000);
  await open.pop()!.close();
  await vi.waitUntil(() => before.counts.processes() === 1, 300_000);
});

test('every process reports its status until it closes', async () => {
  const one = await process('one');
  await process('other');
  const everybody = async () => (await one.counts.everybody()).map(({ said, isThis }) => `${said} ${isThis}`).toSorted();
  expect(await everybody()).toEqual(['one true', 'other false']);
  expect((await one.counts.everybody()).every(({ silentMs }) => silentMs >= 0 && silentMs < 10_000)).toBe(true);
  await open.pop()!.close();
  expect(await everybody()).toEqual(['one true']);
});

test('the last use of a key is the latest across all processes', async () => {
  const [one, other] = [await process(), await process()];
  await one.store.keyUses.write(
    new Map([
      ['a', 5],
      ['b', 7],
    ]),
  );
  await other.store.keyUses.write(
    new Map([
      ['b', 6],
      ['c', 9],
    ]),
  );
  expect(await one.store.keyUses.read()).toEqual(
    new Map([
      ['a', 5],
      ['b', 7],
      ['c', 9],
    ]),
  );
  await one.store.keyUses.write(new Map());
});
