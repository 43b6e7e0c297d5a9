import type { Actor } from '../../contract/operation/audit.ts';
import type { PointsStore } from '../store/points-store.ts';
import { AUDIT, type RecordChange } from '../store/records.ts';
import { actAs, SERVER } from './acting.ts';
import { auditEntry } from './audit-entry.ts';

/** A key as far as the audit log tells of it; times are ISO 8601. */
interface ToldKey {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly created: string;
  readonly madeBy: Actor | null;
  readonly revoked: string | null;
  readonly revokedBy: Actor | null;
  readonly expires: string | null;
  readonly bounds: object;
}

/**
 * Tells the audit log of keys that were made and revoked since the last time. The list of keys is kept apart, so that commands
 * may change it whatever becomes of the database; it says itself who did what and when, and each is told once.
 */
export async function tellOfKeys(store: Pick<PointsStore, 'changeRecords' | 'record'>, keys: readonly ToldKey[]): Promise<void> {
  const entries = keys.flatMap(entriesOf);
  const kept = await Promise.all(entries.map(({ id }) => store.record(AUDIT, id)));
  const untold = entries.filter((_, i) => kept[i] === undefined);
  if (untold.length === 0) return;
  await store.changeRecords({
    of: untold.map(({ kind, id }) => ({ kind, id })),
    // Another process may have been first.
    change: (found) => untold.filter((_, i) => found[i] === undefined),
  });
}

function entriesOf({ id, name, role, created, madeBy, revoked, revokedBy, expires, bounds }: ToldKey): readonly RecordChange[] {
  const entry = (by: Actor | null, act: 'add-key' | 'revoke-key', at: string, after: unknown) => ({
    ...actAs(by ?? SERVER, () => auditEntry({ act, subject: name, after }, Date.parse(at))),
    id: `${act} ${id}`,
  });
  return [
    entry(madeBy, 'add-key', created, { id, role, expires, bounds }),
    ...(revoked === null ? [] : [entry(revokedBy, 'revoke-key', revoked, { id })]),
  ];
}
