import type { ToldAct } from '../audit/told-act.ts';
import { Problem } from '../http/problem.ts';
import { withoutMadeKey, withRestoredKey } from '../operation/keys/key-list.ts';
import { askedAt, fieldsOf, type Opposite, type UndoParts, type Undos } from './parts/opposite.ts';

/** A key that was made is revoked. */
const revokeKey: Opposite = {
  ...askedAt('revokeKey', 'revoke-key'),
  plan(parts, told) {
    const { keys, id, revoked } = keyOf(parts, told);
    return {
      left: { revoked: null },
      now: { revoked },
      wanted: { revoked: 'now' },
      isToldLater: true,
      carryOut: () => keys.change((kept, by) => withoutMadeKey(kept, id, told.number, parts.clock(), by)),
    };
  },
};

/** A key that was revoked is in use again: of keys the hash is kept, which is enough. */
const restoreKey: Opposite = {
  ...askedAt('addKey', 'restore-key'),
  plan(parts, told) {
    const { keys, id, revoked } = keyOf(parts, told);
    const at = new Date(told.at).toISOString();
    return {
      left: { revoked: at },
      now: { revoked },
      wanted: { revoked: null },
      isToldLater: true,
      carryOut: () => keys.change((kept, by) => withRestoredKey(kept, id, { entry: told.number, revoked: at }, parts.clock(), by)),
    };
  },
};

function keyOf({ keys }: UndoParts, { kept: { after } }: ToldAct) {
  if (keys === undefined) throw new Problem('unavailable', 'This server keeps no keys.');
  const id = String(fieldsOf(after)['id']);
  return { keys, id, revoked: keys.list().find((key) => key.id === id)?.revoked };
}

/** What takes acts about keys back. */
export const KEY_UNDOS = { 'add-key': revokeKey, 'revoke-key': restoreKey, 'restore-key': revokeKey } satisfies Undos;
