import type { ApiListedKey } from '../../contract/api-key.ts';
import type { Actor } from '../../contract/operation/audit.ts';
import type { PointsStore } from '../store/points-store.ts';
import { AUDIT } from '../store/records.ts';
import { actAs, SERVER, takeBack } from '../store/acting.ts';
import { type AuditEntry, auditEntry } from './audit-entry.ts';

/** A key for the audit log, with its history since the first undo, oldest first. */
type ToldKey = Omit<ApiListedKey, 'lastUsedAt' | 'lastEventAt'> & { readonly acts: readonly ToldKeyAct[] };

interface ToldKeyAct {
  readonly act: 'revoke-key' | 'restore-key';
  readonly at: string;
  readonly by: Actor | null;
  /** The number of the entry that it undid. */
  readonly undoes: number | null;
}

/**
 * Adds audit entries, once each, for keys created and revoked since the last call. The key list is stored separately, so that
 * commands can change it without the database, and records who did what.
 */
export async function tellOfKeys(store: Pick<PointsStore, 'changeRecords' | 'record'>, keys: readonly ToldKey[]): Promise<void> {
  const entries = keys.flatMap(entriesOf);
  const kept = await Promise.all(entries.map(({ id }) => store.record(AUDIT, id)));
  const untold = entries.filter((_, i) => kept[i] === undefined);
  if (untold.length === 0) return;
  await store.changeRecords({
    of: untold.map(({ kind, id }) => ({ kind, id })),
    change: (found) => untold.filter((_, i) => found[i] === undefined),
  });
}

function entriesOf({ id, name, role, created, madeBy, revoked, revokedBy, expires, bounds, acts }: ToldKey): readonly AuditEntry[] {
  const revoking = revoked === null ? [] : [{ act: 'revoke-key', at: revoked, by: revokedBy, undoes: null } as const];
  return [
    entryOf(name, { act: 'add-key', at: created, by: madeBy, undoes: null }, { id, role, expires, bounds }, `add-key ${id}`),
    ...(acts.length > 0 ? acts : revoking).map((done, i) =>
      entryOf(name, done, { id }, i === 0 ? `${done.act} ${id}` : `${done.act} ${id} ${i}`),
    ),
  ];
}

function entryOf(
  name: string,
  { act, at, by, undoes }: Omit<ToldKeyAct, 'act'> & { readonly act: 'add-key' | ToldKeyAct['act'] },
  after: unknown,
  id: string,
): AuditEntry {
  const tell = () => auditEntry({ act, subject: name, after }, Date.parse(at));
  return actAs(by ?? SERVER, () => (undoes === null ? { ...tell(), id } : takeBack({ entry: undoes, does: [act], check() {} }, tell)));
}
