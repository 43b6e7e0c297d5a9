import { ACT_NAMES, actNamed, ACTS, type ActWords } from '../../../contract/operation/acts.ts';
import type { Actor, ApiAuditEntry } from '../../../contract/operation/audit.ts';

/** All acts as choices, in the order of their table. */
export const ACT_CHOICES = ACT_NAMES.map((act) => ({ value: act as string, text: capital(ACTS[act].did) }));

/** An act in words; of another version's as it is called there. */
export function wordsOf(act: string): ActWords {
  const known = actNamed(act);
  return known === undefined ? { did: act, order: act } : ACTS[known];
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Who acted, in words: a person by name, a program by its key. */
export function whoWords({ kind, name }: Actor): string {
  switch (kind) {
    case 'person':
      return name ?? 'somebody';
    case 'key':
      return `key ${name}`;
    case 'command':
      return name === null ? 'a command' : `${name}, by a command`;
    case 'server':
      return 'the server';
  }
}

/** What an entry is about, each with what it is: "board main", "event match-7". */
export function aboutWords({
  act,
  board,
  player,
  subject,
}: Pick<ApiAuditEntry, 'act' | 'board' | 'player' | 'subject'>): readonly string[] {
  const { subject: is } = wordsOf(act);
  return [
    ...(player === null ? [] : [player.displayName === player.username ? player.username : `${player.displayName} (${player.username})`]),
    ...(board === null ? [] : [`board ${board}`]),
    ...(subject === null || is === undefined ? [] : [`${is} ${subject}`]),
  ];
}
