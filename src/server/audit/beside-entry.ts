import type { PointsStore } from '../store/points-store.ts';
import type { RecordChange } from '../store/records.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { ToldAct } from './told-act.ts';

/** The kind of the records of what the log must not tell and whoever takes an act back needs, by the id of the entry. Nobody is shown them. */
const BESIDE = 'beside-audit';

/** What is to be kept beside an entry, as JSON has it. */
export function besideEntry({ id, at, state }: AuditEntry, value: unknown): RecordChange {
  return { kind: BESIDE, id, at, state, text: JSON.stringify(value) };
}

/** What is kept beside an entry; `undefined` if nothing is. */
export async function keptBeside(store: Pick<PointsStore, 'record'>, { id }: ToldAct): Promise<unknown> {
  const record = await store.record(BESIDE, id);
  return record === undefined ? undefined : JSON.parse(record.text);
}
