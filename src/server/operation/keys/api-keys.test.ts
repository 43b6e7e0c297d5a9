import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ApiKeys } from './api-keys.ts';
import { MIN_KEY_LENGTH } from './key-list.ts';
import { keysFile } from './keys-file.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'laurels-keys-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'keys.json');

/** The state of a key. */
const stateOf = (keys: ApiKeys, key: string, now = NOW) => keys.check(key, now).state;

test('a key is returned once, is long and random, and only its hash is stored, in a private file', async () => {
  const keys = new ApiKeys(keysFile(folder));
  const key = await keys.add('game', 'write', NOW);
  expect(key).toMatch(/^lk_[A-Za-z0-9_-]{43}$/);
  expect(await keys.add('other', 'write', NOW)).not.toBe(key);
  expect(readFileSync(file(), 'utf8')).not.toContain(key.slice(3));
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(keys.check(key, NOW)).toMatchObject({ state: 'in use', key: { name: 'game', role: 'write', expires: null, bounds: {} } });
  expect(stateOf(keys, `${key}x`)).toBe('unknown');
  expect(stateOf(keys, '')).toBe('unknown');
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('the web sites of public keys are those of active keys', async () => {
  const keys = new ApiKeys(keysFile(folder));
  const bounds = (origin: string) => ({ bounds: { origins: [origin] } });
  await keys.add('build-1', 'play', NOW, bounds('https://one.example'));
  await keys.add('build-2', 'play', NOW, { ...bounds('https://two.example'), expires: NOW + 1000 });
  await keys.add('build-3', 'play', NOW, bounds('https://three.example'));
  expect(keys.origins(true, NOW)).toEqual(['https://one.example', 'https://two.example', 'https://three.example']);
  expect(keys.origins(false, NOW + 1000)).toEqual(['https://one.example', 'https://three.example']);
  await keys.revoke('build-1', NOW);
  expect(keys.origins(true, NOW + 1000)).toEqual(['https://three.example']);
});

test('keys added or revoked by another process take effect at once', async () => {
  const server = new ApiKeys(keysFile(folder));
  const commandLine = new ApiKeys(keysFile(folder));
  const key = await commandLine.add('game', 'read', NOW);
  expect(server.check(key, NOW)).toMatchObject({ key: { role: 'read' } });
  await commandLine.revoke('game', NOW + 1);
  expect(stateOf(server, key)).toBe('revoked');
  expect(server.list()).toMatchObject([
    { name: 'game', role: 'read', created: '2026-11-21T12:00:00.000Z', revoked: '2026-11-21T12:00:00.001Z' },
  ]);
  expect(JSON.stringify(server.list())).not.toContain(createHash('sha256').update(key).digest('hex'));
});

test('a key is active until it expires, to the millisecond, and then its name is free again', async () => {
  const keys = new ApiKeys(keysFile(folder));
  const key = await keys.add('event', 'write', NOW, { expires: NOW + 1000 });
  expect([999, 1000, 1001].map((later) => stateOf(keys, key, NOW + later))).toEqual(['in use', 'expired', 'expired']);
  await expect(keys.add('event', 'write', NOW + 999)).rejects.toThrow('already');
  const next = await keys.add('event', 'write', NOW + 1000);
  expect(stateOf(keys, next, NOW + 1000)).toBe('in use');
  const [first, second] = keys.list();
  expect(first!.id).not.toBe(second!.id);
  expect(keys.check(key, NOW)).toMatchObject({ key: { id: first!.id, expires: '2026-11-21T12:00:01.000Z' } });
});

test('the bounds of a key are stored', async () => {
  const bounds = { boards: ['main', 'cup'], maxPoints: 500, noNegative: true, noRename: true } as const;
  const key = await new ApiKeys(keysFile(folder)).add('shop', 'write', NOW, { bounds: { ...bounds, boards: [...bounds.boards] } });
  expect(new ApiKeys(keysFile(folder)).check(key, NOW)).toMatchObject({ key: { bounds } });
});

test.each([3, 5])(
  'a file of version %i is rejected and left unchanged, with the advice to use the version that wrote it',
  async (version) => {
    await new ApiKeys(keysFile(folder)).add('game', 'write', NOW);
    const text = readFileSync(file(), 'utf8').replace('"version": 4', `"version": ${version}`);
    writeFileSync(file(), text);
    expect(() => new ApiKeys(keysFile(folder))).toThrow(
      new RegExp(
        `keys\\.json has version ${version}, and this program reads only version 4\\. .* Use the version of Laurels that wrote it`,
      ),
    );
    expect(readFileSync(file(), 'utf8')).toBe(text);
  },
);

test('a name is free again once its key is revoked, and the old key stays revoked', async () => {
  const keys = new ApiKeys(keysFile(folder));
  const old = await keys.add('game', 'write', NOW);
  await expect(keys.add('game', 'write', NOW)).rejects.toThrow('A key named "game" already exists.');
  await keys.revoke('game', NOW);
  const next = await keys.add('game', 'write', NOW);
  expect([stateOf(keys, old), stateOf(keys, next)]).toEqual(['revoked', 'in use']);
  await expect(keys.revoke('gone', NOW)).rejects.toThrow('There is no active key named "gone".');
});

test('a key can be chosen, if it is long enough', async () => {
  const keys = new ApiKeys(keysFile(folder));
  const own = 'x'.repeat(MIN_KEY_LENGTH);
  await expect(keys.add('own', 'owner', NOW, { key: own.slice(1) })).rejects.toThrow(`at least ${MIN_KEY_LENGTH} characters`);
  await expect(keys.add('own key', 'owner', NOW, { key: own })).rejects.toThrow('"own key" is not a valid key name');
  expect(stateOf(keys, own)).toBe('unknown');
  expect(await keys.add('own', 'owner', NOW, { key: own })).toBe(own);
  expect(stateOf(keys, own)).toBe('in use');
});

test.each(['', '{', '{"version":4}', '{"version":4,"keys":[{"name":"x"}]}', '[]'])(
  'a damaged file (%j) is rejected and left unchanged',
  (text) => {
    writeFileSync(file(), text);
    expect(() => new ApiKeys(keysFile(folder))).toThrow(/keys\.json is damaged\. It was not changed/);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  },
);

test('while a file is damaged, the last good list stays in use, each damage is logged once, and nothing is written', async () => {
  const logged: string[] = [];
  const keys = new ApiKeys(keysFile(folder), { log: (text) => logged.push(text) });
  const key = await keys.add('game', 'write', NOW);
  for (const text of ['garbage', '{"version":4,"keys":[{}]}']) {
    writeFileSync(file(), text);
    expect([stateOf(keys, key), stateOf(keys, key), stateOf(keys, `${key}x`)]).toEqual(['in use', 'in use', 'unknown']);
    await expect(keys.add('next', 'write', NOW)).rejects.toThrow('is damaged');
    expect(keys.list()).toMatchObject([{ name: 'game' }]);
    expect(keys.damage()).toMatch(/keys\.json is damaged/);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  }
  expect(logged).toHaveLength(2);
  expect(logged[0]).toMatch(/keys\.json is damaged\..* the last good list of keys stays in use\.$/);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test.each([
  ['is gone', async () => rmSync(file())],
  ['has no keys', async () => writeFileSync(file(), '{"version":4,"keys":[]}')],
  ['has other keys', async () => rmSync(file()) ?? new ApiKeys(keysFile(folder)).add('other', 'owner', NOW)],
])('a file that %s has lost keys: the last good list stays in use, which is logged once, until the file is restored', async (_, lose) => {
  const logged: string[] = [];
  const keys = new ApiKeys(keysFile(folder), { log: (text) => logged.push(text) });
  const key = await keys.add('game', 'write', NOW);
  const whole = readFileSync(file());
  await lose();
  expect([stateOf(keys, key), stateOf(keys, key)]).toEqual(['in use', 'in use']);
  expect(keys.damage()).toContain('is missing or has lost keys');
  await expect(keys.add('next', 'write', NOW)).rejects.toThrow('Restore it from a backup');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/keys\.json is missing or has lost keys.* the last good list of keys stays in use\.$/);
  writeFileSync(file(), whole);
  await new ApiKeys(keysFile(folder)).revoke('game', NOW);
  expect(stateOf(keys, key)).toBe('revoked');
  expect(keys.list()).toHaveLength(1);
});

test('a second writer at the same time is rejected, so that no key is lost', async () => {
  writeFileSync(`${file()}.new`, '');
  await expect(new ApiKeys(keysFile(folder)).add('game', 'write', NOW)).rejects.toThrow(
    /Another program is changing the keys.*delete .*keys\.json\.new/,
  );
});

test('an unfinished change does not block others', async () => {
  writeFileSync(`${file()}.new`, '');
  utimesSync(`${file()}.new`, new Date(0), new Date(0));
  const keys = new ApiKeys(keysFile(folder));
  const key = await keys.add('game', 'write', NOW);
  expect(stateOf(keys, key)).toBe('in use');
});
