import { expect, test } from 'vitest';

import type { ApiListedKey } from '../../../contract/api-key.ts';
import { boundsWords, keyState, soughtKeys } from './key-list.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const KEY: ApiListedKey = {
  id: '1',
  name: 'match-server',
  role: 'write',
  created: '2026-11-01T12:00:00.000Z',
  expires: null,
  revoked: null,
  bounds: {},
  madeBy: { kind: 'person', name: 'Olga', id: 'o1' },
  revokedBy: null,
  lastUsedAt: null,
  lastEventAt: null,
};

const OLD: ApiListedKey = { ...KEY, id: '2', name: 'old', created: '2026-10-01T12:00:00.000Z' };
const EXPIRED: ApiListedKey = { ...KEY, id: '3', name: 'season', expires: '2026-11-20T12:00:00.000Z' };
const REVOKED: ApiListedKey = { ...KEY, id: '4', name: 'lost', revoked: '2026-11-19T12:00:00.000Z', madeBy: null };

test('a key expires at its expiry time, and a revoked key counts as revoked', () => {
  expect([KEY, EXPIRED, REVOKED].map((key) => keyState(key, NOW))).toEqual(['active', 'expired', 'revoked']);
  expect(keyState(EXPIRED, NOW - 1)).toBe('active');
});

test('active keys come first, newest first', () => {
  const all = [REVOKED, OLD, EXPIRED, KEY];
  const names = (sought: { readonly text: string; readonly state: string }) => soughtKeys(all, sought, NOW).map(({ name }) => name);
  expect(names({ text: '', state: '' })).toEqual(['match-server', 'old', 'season', 'lost']);
  expect(names({ text: 'OLGA', state: '' })).toEqual(['match-server', 'old', 'season']);
  expect(names({ text: '', state: 'revoked' })).toEqual(['lost']);
});

test('bounds are listed in words', () => {
  expect(boundsWords({ boards: ['main', 'other'], maxPoints: 5, noNegative: true, noRename: true }, String)).toEqual([
    'only main, other',
    'max 5 points per event',
    'no negative points',
    'can’t rename players',
  ]);
  expect(boundsWords({}, String)).toEqual([]);
});
