// Texts of the audit log.
import { ACT_NAMES, actNamed, ACTS, type ActWords } from '../../../contract/operation/acts.ts';
import type { ApiAuditEntry } from '../../../contract/operation/audit.ts';
import { FIELDS } from '../parts/parts-words.ts';
import { playerWords } from '../parts/words/who-words.ts';

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const ACT_CHOICES = ACT_NAMES.map((act) => ({ value: act as string, text: capital(ACTS[act].did) }));

export const AUDIT = {
  page: { title: 'Audit log', lead: 'Every change by an operator, and every period that closed, newest first. Most can be undone.' },
  filters: {
    act: { label: 'Action', options: [{ value: '', text: 'All actions' }, ...ACT_CHOICES] },
    by: { label: 'By', placeholder: 'Part of a name', type: 'search' },
    board: { none: FIELDS.allBoards },
    player: { label: 'Player', placeholder: 'A username' },
    from: { label: 'From', type: 'date' },
    until: { label: 'To', type: 'date' },
  },
  noMatch: 'No matching entries.',
  heads: { action: 'Action', about: 'About', by: 'By', when: 'When', undo: 'Undo' },
  entry: (number: number) => `Entry ${number}`,
  missing: (number: number) => `The audit log has no entry ${number}.`,
  sentence: (who: string, did: string) => `${who} ${did}.`,
  facts: { when: 'When', about: 'About', reason: 'Reason', undoes: 'Undoes' },
  changed: 'Changes',
  board: (name: string) => `board ${name}`,
  undone: (by: number) => `Undone by entry ${by}`,
  undo: (did: string) => ({ opens: 'Undo', title: `Undo: ${did}`, label: 'Undo action', done: `Undone: ${did}.` }),
  undoRole: (role: string) => `Undoing this needs the ${role} role.`,
  wouldChange: { caption: 'Changes after undo', heads: { before: 'Now', after: 'After undo' } },
} as const;

/** An action in words; an action of another version by its name. */
export function wordsOf(act: string): ActWords {
  const known = actNamed(act);
  return known === undefined ? { did: act, order: act } : ACTS[known];
}

/** The subject of an entry: "board main", "event match-7". */
export function aboutWords({
  act,
  board,
  player,
  subject,
}: Pick<ApiAuditEntry, 'act' | 'board' | 'player' | 'subject'>): readonly string[] {
  const { subject: is } = wordsOf(act);
  return [
    ...(player === null ? [] : [playerWords(player)]),
    ...(board === null ? [] : [AUDIT.board(board)]),
    ...(subject === null || is === undefined ? [] : [`${is} ${subject}`]),
  ];
}
