import { expect, test } from 'vitest';

import { openMemoryStore } from '../../../../tests/oracle/memory-store.ts';
import { waitingStore } from '../../store/waiting-store.suite.ts';
import { ApiKeys } from './api-keys.ts';
import { firstKeyOf } from './first-key.ts';
import { keysDocument } from './keys-document.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

/** The keys as seen by several processes that share a store. */
async function processes(count: number, log: (text: string) => void = () => {}) {
  const store = waitingStore(await openMemoryStore());
  const keys = [];
  for (let i = 0; i < count; i += 1) keys.push(new ApiKeys(await keysDocument(store), { log }));
  return { store, keys };
}

test('keys added or revoked by one process take effect in another, and only hashes are stored', async () => {
  const { store, keys } = await processes(2);
  const [one, other] = keys as [ApiKeys, ApiKeys];
  const key = await one.add('game', 'write', NOW);
  expect(other.check(key, NOW)).toMatchObject({ state: 'in use', key: { name: 'game' } });
  expect(await store.document('keys')).not.toContain(key.slice(3));
  await expect(other.add('game', 'write', NOW)).rejects.toThrow('A key named "game" already exists.');
  await other.revoke('game', NOW);
  expect(one.check(key, NOW).state).toBe('revoked');
  expect(new ApiKeys(await keysDocument(store)).list()).toEqual(one.list());
});

test('if several processes start at once, one creates the first key', async () => {
  const { keys } = await processes(3);
  const made = await Promise.all(keys.map((each) => firstKeyOf(each, undefined, NOW, () => {})));
  expect(made.filter((key) => key !== undefined)).toHaveLength(1);
  expect(keys[0]!.list()).toHaveLength(1);
});

test('the key from the environment is created once, and replaces the previous one', async () => {
  const { keys } = await processes(3);
  const [before, now] = ['a-key-of-twenty-two-or-more', 'another-key-of-twenty-two-or-more'] as const;
  await Promise.all(keys.map((each) => firstKeyOf(each, before, NOW, () => {})));
  expect(keys[0]!.list()).toHaveLength(1);
  await Promise.all(keys.map((each) => firstKeyOf(each, now, NOW, () => {})));
  for (const each of keys) expect([each.check(before, NOW).state, each.check(now, NOW).state]).toEqual(['revoked', 'in use']);
});

test('with a damaged document, known keys stay in use, but a start is rejected', async () => {
  const logged: string[] = [];
  const { store, keys } = await processes(1, (text) => logged.push(text));
  const key = await keys[0]!.add('game', 'write', NOW);
  await store.changeDocument('keys', () => '{}');
  expect(keys[0]!.check(key, NOW).state).toBe('in use');
  expect(logged).toEqual([expect.stringContaining('The list of keys in the database is damaged.')]);
  await expect(keys[0]!.add('next', 'write', NOW)).rejects.toThrow('is damaged');
  expect(await store.document('keys')).toBe('{}');
  const keeper = await keysDocument(store);
  expect(() => new ApiKeys(keeper)).toThrow('is damaged');
});
