import { expect, test } from 'vitest';

import type { ApiRevised } from '../../../contract/operation/ledger.ts';
import { revisedWords } from './revised-words.ts';

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

test('an event that leaves every period is voided, and no more is said', () => {
  expect(revisedWords(revised('void', 'changed'))).toBe('Ada’s event was voided.');
});

test('results that were final are named', () => {
  expect(revisedWords(revised('restore', 'final'))).toBe('Ada’s event was restored. Final results did not change: the day.');
});
