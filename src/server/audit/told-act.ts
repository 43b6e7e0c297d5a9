import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import { AUDIT, type StoredRecord } from '../store/records.ts';
import type { KeptAct } from './audit-entry.ts';

/** An act as recorded in the audit log. */
export interface ToldAct {
  readonly number: number;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Possibly unknown to this version. */
  readonly act: string;
  readonly kept: KeptAct;
}

/** Parses a record of the audit log. */
export function toldActIn({ number, id, at, state, text }: StoredRecord): ToldAct {
  return { number, id, at, act: state, kept: JSON.parse(text) as KeptAct };
}

/** The act of the entry with a number. @throws {Problem} not-found. */
export async function toldAct(store: Pick<PointsStore, 'records'>, number: number): Promise<ToldAct> {
  const [record] = await store.records(AUDIT, { before: number + 1, limit: 1 });
  if (record?.number !== number)
    throw new Problem('not-found', `The audit log has no entry ${number}.`, [{ field: 'entry', rule: 'must be the number of an entry' }]);
  return toldActIn(record);
}
