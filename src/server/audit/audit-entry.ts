import { randomUUID } from 'node:crypto';

import type { ActName } from '../../contract/operation/acts.ts';
import type { Actor } from '../../contract/operation/audit.ts';
import { AUDIT, type RecordChange, type Records, type RecordsToKeep } from '../store/records.ts';
import { takenBackBy, whoActs } from '../store/acting.ts';

/** An action of an operator, or of the server on schedule. */
export interface Act {
  readonly act: ActName;
  /** The subject. A player by number, never by name, so that erasing leaves no trace. */
  readonly board?: string | undefined;
  readonly player?: number | undefined;
  readonly subject?: string | undefined;
  /** JSON values. Of two objects, the entry keeps the fields that differ. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string | undefined;
}

/** An act as stored. */
export type KeptAct = Omit<Act, 'act'> & {
  readonly by: Actor;
  /** The number of the entry that it undoes. */
  readonly undoes?: number | undefined;
};

/** An audit entry to store. */
export type AuditEntry = Extract<RecordChange, { readonly text: string }>;

/** The audit entry of an act by the current actor. Call it inside the commit; an undo that is not allowed now throws. `at`: epoch milliseconds. */
export function auditEntry({ act, before, after, ...about }: Act, at: number): AuditEntry {
  const takesBack = takenBackBy(act);
  takesBack?.check(before);
  const kept: KeptAct = { by: whoActs(), ...about, ...different(before, after), undoes: takesBack?.entry };
  return { kind: AUDIT, id: takesBack === undefined ? randomUUID() : undoId(takesBack.entry), at, state: act, text: JSON.stringify(kept) };
}

/** The number of a stored entry. */
export async function entryNumber(store: Pick<Records, 'record'>, id: string): Promise<number> {
  return (await store.record(AUDIT, id))!.number;
}

/** The id of the entry that undoes `entry`. Ids are unique, so an act can be undone only once. */
export function undoId(entry: number): string {
  return `undoes ${entry}`;
}

/** Stores the audit entry in the act's own commit. */
export function audited<Done>(at: number, tell: (done: Done) => Act): RecordsToKeep<Done> {
  return { change: (_, done) => [auditEntry(tell(done), at)] };
}

/** The differing fields of two objects; other values whole. */
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
