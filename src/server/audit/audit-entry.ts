import { randomUUID } from 'node:crypto';

import type { ActName } from '../../contract/operation/acts.ts';
import type { Actor } from '../../contract/operation/audit.ts';
import { AUDIT, type RecordChange, type RecordsToKeep } from '../store/records.ts';
import { takenBackBy, whoActs } from '../store/acting.ts';

/** Something that an operator did, or the server because it was time. */
export interface Act {
  readonly act: ActName;
  /** Whom and what it was about. A player by number, and never by name: so that nothing is left of somebody who is erased. */
  readonly board?: string | undefined;
  readonly player?: number | undefined;
  readonly subject?: string | undefined;
  /** What was and what is, as JSON has it. Of two objects the entry has the fields that differ. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** In whose words, for people to read. */
  readonly reason?: string | undefined;
}

/** An act as the text of its record has it. */
export type KeptAct = Omit<Act, 'act'> & {
  readonly by: Actor;
  /** The number of the entry that it takes back. */
  readonly undoes?: number | undefined;
};

/** An entry of the audit log that is to be kept. */
export type AuditEntry = Extract<RecordChange, { readonly text: string }>;

/**
 * The entry of the audit log about an act of whoever acts: called inside the commit, which throws if it takes back what must
 * not be taken back now. `at`: epoch milliseconds.
 */
export function auditEntry({ act, before, after, ...about }: Act, at: number): AuditEntry {
  const takesBack = takenBackBy(act);
  takesBack?.check(before);
  const kept: KeptAct = { by: whoActs(), ...about, ...different(before, after), undoes: takesBack?.entry };
  return { kind: AUDIT, id: takesBack === undefined ? randomUUID() : undoId(takesBack.entry), at, state: act, text: JSON.stringify(kept) };
}

/** The id of the entry that takes another one back. The log keeps an id once, so an act is taken back once. */
export function undoId(entry: number): string {
  return `undoes ${entry}`;
}

/** Keeps the entry about an act with the commit that does it. */
export function audited<Done>(at: number, tell: (done: Done) => Act): RecordsToKeep<Done> {
  return { change: (_, done) => [auditEntry(tell(done), at)] };
}

/** Of two objects the fields that differ, of anything else both. */
function different(before: unknown, after: unknown): Pick<Act, 'before' | 'after'> {
  if (!isObject(before) || !isObject(after)) return { before, after };
  const names = new Set(
    [...Object.keys(before), ...Object.keys(after)].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])),
  );
  const only = (value: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
  return { before: only(before), after: only(after) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
