import type { ToldAct } from '../audit/told-act.ts';
import { Problem } from '../http/problem.ts';
import { refuseIfTaken, withoutMadeKey, withRestoredKey } from '../operation/keys/key-list.ts';
import { askedAt, fieldsOf, type Opposite, type UndoParts, type Undos } from './parts/opposite.ts';

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

/** Restores a revoked key, whose hash is still stored. */
const restoreKey: Opposite = {
  ...askedAt('addKey', 'restore-key'),
  plan(parts, told) {
    const { keys, id, name, revoked } = keyOf(parts, told);
    const at = new Date(told.at).toISOString();
    return {
      left: { revoked: at },
      now: { revoked },
      wanted: { revoked: null },
      refuse: () => refuseIfTaken(keys.list(), name, parts.clock()),
      isToldLater: true,
      carryOut: () => keys.change((kept, by) => withRestoredKey(kept, id, { entry: told.number, revoked: at }, parts.clock(), by)),
    };
  },
};

function keyOf({ keys }: UndoParts, { kept: { after } }: ToldAct) {
  if (keys === undefined) throw new Problem('unavailable', 'This server has no keys.');
  const id = String(fieldsOf(after)['id']);
  const { name = '', revoked } = keys.list().find((key) => key.id === id) ?? {};
  return { keys, id, name, revoked };
}

export const KEY_UNDOS = { 'add-key': revokeKey, 'revoke-key': restoreKey, 'restore-key': revokeKey } satisfies Undos;
