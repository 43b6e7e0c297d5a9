// Every action that can be undone has a text in the console that says what undoing it does.
import { expect, test } from 'vitest';

import { ACT_NAMES } from '../src/contract/operation/acts.ts';
import { oppositeOf } from '../src/server/acts/acts.ts';
import { saysAll, undoWords } from '../src/web/console/audit/undo-words.ts';

const NAMES = { total: (_: string, points: number) => `${points} pts`, board: () => 'Leaderboard' };

const ADA = { username: 'ada', displayName: 'Ada', avatar: '🦊' };

const entry = (act: string, before: unknown, after: unknown) => ({ act, board: 'main', player: ADA, subject: 'match-2', before, after });

const UNDOABLE = ACT_NAMES.filter((act) => 'plan' in oppositeOf(act));

test.each(UNDOABLE)('undoing %s is described in one sentence', (act) => {
  const words = undoWords(entry(act, { title: 'First', state: 'due' }, { title: 'Second', state: 'paid' }), NAMES);
  expect(words).toMatch(/^[A-Z].*\.$/);
  expect(words).not.toMatch(/undefined|null/);
  // Any other action changes fields, which are shown.
  if (!saysAll(act)) expect(act).toMatch(/^(?:set|change|rename)-/);
});

test('the text names the player and what is restored', () => {
  expect(undoWords(entry('void-event', undefined, { points: 60 }), NAMES)).toBe('Restores event match-2: Ada gets 60 pts back.');
  expect(undoWords(entry('hide-player', { state: 'shown' }, { state: 'hidden' }), NAMES)).toBe('Shows Ada again.');
  const ban = (before: unknown) => undoWords(entry('ban-player', before, { held: 1, events: 2 }), NAMES);
  expect([ban({ state: 'shown' }), ban({ state: 'hidden' }), ban(null)]).toEqual([
    'Shows Ada again, restores their events and puts their points back on hold.',
    'Hides Ada again, restores their events and puts their points back on hold.',
    'Restores the events of Ada and puts their points back on hold.',
  ]);
  expect(undoWords(entry('change-board', { title: 'First' }, { title: 'Second' }), NAMES)).toBe('Sets title back to “First”.');
  expect(undoWords(entry('set-limits', { event: 5, hour: null }, { event: 9, hour: 7 }), NAMES)).toBe(
    'Sets max per event and 1 more field back.',
  );
  expect(undoWords(entry('set-limits', { event: null }, { event: 9 }), NAMES)).toBe('Sets max per event back to none.');
});
