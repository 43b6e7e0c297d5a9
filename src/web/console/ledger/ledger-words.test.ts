import { expect, test } from 'vitest';

import type { ApiRevised } from '../../../contract/operation/ledger.ts';
import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { authorWords, revisedWords, stateOf } from './ledger-words.ts';

const VOIDED = { at: '2026-11-18T12:00:00Z', reason: 'Sent twice.' };

test.each([
  [{ voided: null, counted: [...PERIOD_KINDS] }, 'Counted'],
  [{ voided: null, counted: [] }, 'Too late to count'],
  [{ voided: null, counted: ['monthly' as const, 'all-time' as const] }, 'Counted for month, all time; the rest was final'],
  [{ voided: VOIDED, counted: [] }, 'Voided'],
  [{ voided: VOIDED, counted: ['daily' as const] }, 'Voided; still counted in the final day'],
])('an event with %j reads %j', (event, words) => expect(stateOf(event)).toBe(words));

test.each([
  [null, 'Unknown'],
  [{ kind: 'key' as const, id: 'a1', name: 'game', import: null }, 'game (key)'],
  [{ kind: 'key' as const, id: 'a1', name: null, import: 'f1' }, 'a1 (key), import'],
  [{ kind: 'person' as const, id: 'p1', name: 'Ada', import: null }, 'Ada'],
  [{ kind: 'command' as const, id: null, name: null, import: 'f1' }, 'Command line, import'],
])('an event by the author %j was posted by %j', (author, words) => expect(authorWords(author)).toBe(words));

function revised(does: ApiRevised['does'], daily: ApiRevised['periods'][number]['state']): ApiRevised {
  return {
    board: 'main',
    does,
    event: { id: 'match-1', points: 5, at: '2026-11-18T12:00:00Z', activity: '', voided: null },
    player: { username: 'ada', displayName: 'Ada', avatar: '🦊' },
    periods: [
      { kind: 'daily', from: '2026-11-18', state: daily },
      { kind: 'all-time', from: null, state: 'changed' },
    ],
  };
}

test('a voided event that leaves every period needs no further explanation', () => {
  expect(revisedWords(revised('void', 'changed'))).toBe('Ada’s event was voided.');
});

test('the message names final results that did not change', () => {
  expect(revisedWords(revised('restore', 'final'))).toBe('Ada’s event was restored. Final results did not change: day.');
});
