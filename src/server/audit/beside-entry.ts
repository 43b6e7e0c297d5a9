import type { PointsStore } from '../store/points-store.ts';
import type { RecordChange } from '../store/records.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { ToldAct } from './told-act.ts';

/** The kind of records with data that undoing needs but the log must not show, by entry id. */
export const BESIDE = 'beside-audit';

/** Private data to store beside an entry, as JSON. */
export function besideEntry({ id, at, state }: AuditEntry, value: unknown): RecordChange {
  return { kind: BESIDE, id, at, state, text: JSON.stringify(value) };
}

/** The private data of an entry, if any. */
export async function keptBeside(store: Pick<PointsStore, 'record'>, { id }: ToldAct): Promise<unknown> {
  const record = await store.record(BESIDE, id);
  return record === undefined ? undefined : JSON.parse(record.text);
}
