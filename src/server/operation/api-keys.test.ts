import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ApiKeys, MIN_KEY_LENGTH } from './api-keys.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'laurels-keys-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'keys.json');

test('a key is told once, is long and random, and only its hash is kept, for its owner alone', () => {
  const keys = new ApiKeys(folder);
  const key = keys.add('game', 'write', NOW);
  expect(key).toMatch(/^lk_[A-Za-z0-9_-]{43}$/);
  expect(keys.add('other', 'write', NOW)).not.toBe(key);
  expect(readFileSync(file(), 'utf8')).not.toContain(key.slice(3));
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(keys.check(key)).toMatchObject({ name: 'game', scope: 'write' });
  expect(keys.check(`${key}x`)).toBeUndefined();
  expect(keys.check('')).toBeUndefined();
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('what another process adds or revokes holds at once', () => {
  const server = new ApiKeys(folder);
  const commandLine = new ApiKeys(folder);
  const key = commandLine.add('game', 'read', NOW);
  expect(server.check(key)).toMatchObject({ scope: 'read' });
  commandLine.revoke('game', NOW + 1);
  expect(server.check(key)).toBeUndefined();
  expect(server.stateOf(key)).toBe('revoked');
  expect(server.list()).toEqual([
    { name: 'game', scope: 'read', created: '2026-11-21T12:00:00.000Z', revoked: '2026-11-21T12:00:00.001Z' },
  ]);
});

test('a name is free again once its key is revoked, and the old key stays out', () => {
  const keys = new ApiKeys(folder);
  const old = keys.add('game', 'write', NOW);
  expect(() => keys.add('game', 'write', NOW)).toThrow('There is already a key called "game".');
  keys.revoke('game', NOW);
  const next = keys.add('game', 'write', NOW);
  expect([keys.check(old), keys.check(next)?.name]).toEqual([undefined, 'game']);
  expect(() => keys.revoke('gone', NOW)).toThrow('There is no active key called "gone".');
});

test('an operator may choose a key, if it is long', () => {
  const keys = new ApiKeys(folder);
  const own = 'x'.repeat(MIN_KEY_LENGTH);
  expect(() => keys.add('own', 'admin', NOW, own.slice(1))).toThrow(`at least ${MIN_KEY_LENGTH} characters`);
  expect(() => keys.add('own key', 'admin', NOW, own)).toThrow("A key's name must be");
  expect(keys.stateOf(own)).toBe('unknown');
  expect(keys.add('own', 'admin', NOW, own)).toBe(own);
  expect(keys.stateOf(own)).toBe('in use');
});

test.each(['', '{', '{"version":2,"keys":[]}', '{"version":1,"keys":[{"name":"x"}]}', '[]'])(
  'a damaged file (%j) is refused and left as it is',
  (text) => {
    writeFileSync(file(), text);
    expect(() => new ApiKeys(folder)).toThrow(/keys\.json is damaged\. It was not changed/);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  },
);

test('a file that is damaged while it is in use is refused too, and not overwritten', () => {
  const keys = new ApiKeys(folder);
  const key = keys.add('game', 'write', NOW);
  writeFileSync(file(), 'garbage');
  expect(() => keys.check(key)).toThrow('is damaged');
  expect(() => keys.add('next', 'write', NOW)).toThrow('is damaged');
  expect(readFileSync(file(), 'utf8')).toBe('garbage');
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('two writers at once do not lose a key', () => {
  writeFileSync(`${file()}.new`, '');
  expect(() => new ApiKeys(folder).add('game', 'write', NOW)).toThrow(/Another program is changing the keys.*delete .*keys\.json\.new/);
});
