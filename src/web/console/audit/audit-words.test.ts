import { expect, test } from 'vitest';

import { ACT_NAMES } from '../../../contract/operation/acts.ts';
import { whoWords } from '../parts/words/who-words.ts';
import { aboutWords, wordsOf } from './audit-words.ts';

test('every action has words, and an unknown action keeps its name', () => {
  for (const act of ACT_NAMES) expect(wordsOf(act).did).not.toContain('-');
  expect(wordsOf('teleport').did).toBe('teleport');
});

test('an entry names the actor and its subject', () => {
  expect(whoWords({ kind: 'person', name: 'Olga', id: 'o' })).toBe('Olga');
  expect(whoWords({ kind: 'key', name: 'match-server', id: 'k' })).toBe('key match-server');
  expect(whoWords({ kind: 'command', name: 'root', id: null })).toBe('root (CLI)');
  expect(whoWords({ kind: 'server', name: null, id: null })).toBe('the server');
  const player = { username: 'ada', displayName: 'Ada', avatar: '🦊' };
  expect(aboutWords({ act: 'void-event', board: 'main', player, subject: 'e1' })).toEqual(['Ada (ada)', 'board main', 'event e1']);
});
