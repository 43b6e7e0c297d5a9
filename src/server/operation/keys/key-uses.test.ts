import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { keyUsesFile } from './key-uses-file.ts';
import { KeyUses } from './key-uses.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');

let folder: string;
let logged: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-uses-'));
  logged = [];
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const open = () => new KeyUses(keyUsesFile(folder), (text) => logged.push(text));
const written = async () =>
  Object.fromEntries(Array.from(await keyUsesFile(folder).read(), ([id, at]) => [id, new Date(at).toISOString()]));

test('the first use is written at once, later ones a minute after the last write', async () => {
  const uses = open();
  uses.note('a', NOON);
  expect(readdirSync(folder)).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(await written()).toEqual({ a: '2026-11-21T12:00:00.000Z' });
  for (let i = 1; i <= 59; i += 1) {
    uses.note('b', NOON + i * 1000);
    vi.advanceTimersByTime(1000);
  }
  expect(await written()).toEqual({ a: '2026-11-21T12:00:00.000Z' });
  vi.advanceTimersByTime(1000);
  expect(await written()).toEqual({ a: '2026-11-21T12:00:00.000Z', b: '2026-11-21T12:00:59.000Z' });
  expect(vi.getTimerCount()).toBe(0);
  expect(readdirSync(folder)).toEqual(['key-uses.json']);
  expect(statSync(join(folder, 'key-uses.json')).mode & 0o777).toBe(0o600);
});

test('unwritten uses are written on close, and read at the next start', async () => {
  const first = open();
  first.note('a', NOON);
  await first.close();
  expect(vi.getTimerCount()).toBe(0);
  const second = open();
  second.note('b', NOON + 1);
  await second.close();
  expect(Object.keys(await written())).toEqual(['a', 'b']);
  await second.close();
  expect(logged).toEqual([]);
});

test.each(['', '{', '{"version":2,"used":{}}', '{"version":1,"used":{"a":"yesterday"}}'])('ignores an invalid file: %j', async (text) => {
  writeFileSync(join(folder, 'key-uses.json'), text);
  expect(await written()).toEqual({});
  const uses = open();
  uses.note('a', NOON);
  await uses.close();
  expect(Object.keys(await written())).toEqual(['a']);
});

test('a failed write is logged, and has no other effect', async () => {
  const uses = new KeyUses(keyUsesFile(join(folder, 'gone')), (text) => logged.push(text));
  uses.note('a', NOON);
  await uses.close();
  expect(logged).toEqual([expect.stringMatching(/^Could not save when keys were last used: .*ENOENT.*key-uses\.json/)]);
});

test('uses that could not be written are written on close', async () => {
  const gone = join(folder, 'gone');
  const uses = new KeyUses(keyUsesFile(gone), (text) => logged.push(text));
  uses.note('a', NOON);
  vi.advanceTimersByTime(0);
  await vi.waitFor(() => expect(logged).toHaveLength(1), 300_000);
  mkdirSync(gone);
  await uses.close();
  expect(await keyUsesFile(gone).read()).toEqual(new Map([['a', NOON]]));
});

test('a use during a failed write is kept', async () => {
  const uses = new KeyUses(keyUsesFile(join(folder, 'gone')), (text) => logged.push(text));
  uses.note('a', NOON);
  uses.note('b', NOON);
  vi.advanceTimersByTime(0);
  uses.note('a', NOON + 1000);
  await uses.close();
  expect(Object.fromEntries(await uses.known())).toEqual({ a: NOON + 1000, b: NOON });
});
