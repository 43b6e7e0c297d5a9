import { expect, test } from 'vitest';

import { attention, passkeysByOthers } from './attention.ts';

const QUIET = {
  at: '2026-11-20T12:00:00Z',
  keys: [],
  disk: { freeBytes: 1, totalBytes: 2, databaseBytes: 1 },
  canStore: true,
  troubles: [],
  backups: { schedule: { everySeconds: 60, keep: 3 }, newestAt: '2026-11-20T11:00:00Z', trouble: null },
  held: 0,
  payoutsDue: 0,
  reviews: [],
  webhooks: [{ name: 'shop', state: 'on', reason: null, waiting: 3, failed: 0 }],
  imports: [],
} as never;

test('a quiet server with a backup needs no attention', () => {
  expect(attention(QUIET)).toEqual([]);
});

const wordsOf = (change: object) => attention({ ...(QUIET as object), ...change } as never).map(({ words }) => words);

test('a server without any backup needs attention, unless the data is in PostgreSQL', () => {
  const none = { schedule: null, newestAt: null, trouble: 'No folder for backups is set.' };
  expect(wordsOf({ backups: none })).toEqual(['There is no backup. No folder for backups is set.']);
  expect(wordsOf({ backups: { ...none, schedule: { everySeconds: 60, keep: 3 }, trouble: null } })).toEqual([
    'There is no backup yet. Create one.',
  ]);
  expect(wordsOf({ backups: none, disk: null })).toEqual([]);
});

test('an owner key that posts points needs attention for a day, and a write key does not', () => {
  const key = { id: 'a', name: 'first', role: 'owner', lastUsedAt: null, lastEventAt: '2026-11-20T11:59:00Z' };
  expect(wordsOf({ keys: [key] })).toEqual(['Key first posts points with the owner role. Create a key with the write role for your game.']);
  for (const quiet of [{ role: 'write' }, { lastEventAt: null }, { lastEventAt: '2026-11-19T11:59:00Z' }])
    expect(wordsOf({ keys: [{ ...key, ...quiet }] })).toEqual([]);
});

test('problems come before items waiting for review', () => {
  const webhooks = [
    { name: 'shop', state: 'on', reason: null, waiting: 0, failed: 1 },
    { name: 'gone', state: 'off', reason: 'It answered 410.', waiting: 0, failed: 0 },
    { name: 'quiet', state: 'off', reason: null, waiting: 0, failed: 0 },
  ];
  const busy = { ...(QUIET as object), canStore: false, held: 1, payoutsDue: 2, webhooks } as never;
  expect(attention(busy).map(({ words }) => words)).toEqual([
    'New points are being rejected: the database can’t store them.',
    '1 held event to review',
    '2 prizes due',
    '1 delivery to webhook shop failed',
    'Webhook gone is off: It answered 410.',
  ]);
});

test('results under review link to the first board under review', () => {
  const reviews = ['cup', 'main'].map((board) => ({ board, kind: 'weekly' }));
  expect(attention({ ...(QUIET as object), reviews } as never)).toEqual([
    { words: '2 results under review', path: '/periods?board=cup&kind=weekly' },
  ]);
});

test('a problem that the server reports twice is shown once', () => {
  const backups = { schedule: { everySeconds: 60, keep: 3 }, newestAt: null, trouble: 'The disk is full.' };
  expect(attention({ ...(QUIET as object), backups, troubles: ['The disk is full.'] } as never)).toEqual([{ words: 'The disk is full.' }]);
});

test("a passkey added through somebody else's invitation is reported for a month", () => {
  const passkey = { id: 'a', name: 'Passkey 2', addedAt: '2026-11-01T00:00:00Z', usedAt: null, invitedBy: null };
  const foreign = { ...passkey, invitedBy: { kind: 'person' as const, name: 'Mallory', id: 'x' } };
  const told = (day: string) => passkeysByOthers([passkey, foreign], Date.parse(day));
  expect(told('2026-11-20T00:00:00Z')).toEqual([
    { words: expect.stringContaining('An invitation from Mallory') as string, path: '/people' },
  ]);
  expect(told('2026-12-20T00:00:00Z')).toEqual([]);
});
