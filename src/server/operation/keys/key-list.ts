import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { type Actor, actorSchema } from '../../../contract/operation/audit.ts';
import { boundFault, keyNameSchema, type WriteBounds, writeBoundsSchema } from '../../../contract/api-key.ts';
import { type Role, ROLES } from '../../../contract/role.ts';
import { Problem } from '../../http/problem.ts';
import { type Fault, faultsOf } from '../../../contract/parts/schema-faults.ts';
import { momentWords } from '../../../contract/parts/time-words.ts';

/** The shortest chosen key: 16 random bytes in base64url. */
export const MIN_KEY_LENGTH = 22;

/** A revocation or restoration. `undoes`: the number of the audit entry that it undid. */
const keyActSchema = z.strictObject({
  act: z.enum(['revoke-key', 'restore-key']),
  at: z.iso.datetime(),
  by: z.nullable(actorSchema),
  undoes: z.nullable(z.int()),
});

type KeyAct = z.infer<typeof keyActSchema>;

const storedKeySchema = z.strictObject({
  name: keyNameSchema,
  role: z.enum(ROLES),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  created: z.iso.datetime(),
  revoked: z.nullable(z.iso.datetime()),
  expires: z.nullable(z.iso.datetime()),
  bounds: writeBoundsSchema,
  /** `null` if it was not recorded or the key is not revoked. */
  madeBy: z.nullable(actorSchema),
  revokedBy: z.nullable(actorSchema),
  /** Its history since the first undo, oldest first. */
  acts: z.array(keyActSchema),
});

/** A stored key, with its hash instead of the secret. Times are ISO 8601. */
export type StoredKey = z.infer<typeof storedKeySchema>;

/** The version of the format. Other versions are refused. */
const LIST_VERSION = 4;

const listSchema = z.strictObject({ version: z.literal(LIST_VERSION), keys: z.array(storedKeySchema) });

const versionSchema = z.object({ version: z.int().check(z.refine((version) => version !== LIST_VERSION)) });

/** Keys cannot be read or changed; the message is for operators. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** A list of another version of Laurels; the message is a predicate. */
export class OtherKeyList extends Error {
  override readonly name = 'OtherKeyList';
}

/** Parses a list written by {@link keysText}. @throws {OtherKeyList} for another version. @throws {Error} if it is damaged. */
export function keysIn(text: string | undefined): readonly StoredKey[] {
  if (text === undefined) return [];
  const list: unknown = JSON.parse(text);
  const other = versionSchema.safeParse(list);
  if (other.success) throw new OtherKeyList(`has version ${other.data.version}, and this program reads only version ${LIST_VERSION}`);
  return listSchema.parse(list).keys;
}

export function keysText(keys: readonly StoredKey[]): string {
  return `${JSON.stringify({ version: LIST_VERSION, keys }, null, 2)}\n`;
}

/** `now` and `expires` are in epoch milliseconds. */
export interface NewKey {
  readonly key: string;
  readonly name: string;
  readonly role: Role;
  readonly now: number;
  readonly expires: number | undefined;
  readonly bounds: WriteBounds;
  readonly by: Actor;
}

/** @throws {Problem} bad-request for an invalid name, expiry or bounds. @throws {KeyError} if the key is too short. */
export function checkNewKey({ key, name, role, now, expires, bounds }: NewKey): void {
  const named = keyNameSchema.safeParse(name);
  if (!named.success) throw refused(`${JSON.stringify(name)} is not a valid key name.`, faultsOf(named.error, 'name'));
  if (expires !== undefined && expires <= now)
    throw refused('The expiry is in the past.', [{ field: 'expires', rule: 'must be in the future' }]);
  const fault = boundFault(bounds, role);
  if (fault !== undefined) throw refused('The key cannot have these bounds.', [{ field: `bounds.${fault.bound}`, rule: fault.rule }]);
  if (key.length < MIN_KEY_LENGTH) throw new KeyError(`A key must have at least ${MIN_KEY_LENGTH} characters.`);
}

function refused(why: string, faults: readonly Fault[]): Problem {
  return new Problem('bad-request', `${why} No key was created.`, faults);
}

/** @throws {Problem} name-taken if an active key has the name. */
export function refuseIfTaken(keys: readonly Pick<StoredKey, 'name' | 'revoked' | 'expires'>[], name: string, now: number): void {
  if (keys.some((stored) => stored.name === name && stored.revoked === null && !isExpired(stored, now)))
    throw new Problem('name-taken', `A key named "${name}" already exists.`, [{ field: 'name', rule: 'must not be in use already' }]);
}

/** Adds a key. @throws {Problem} name-taken if an active key has the name. */
export function withKey(keys: readonly StoredKey[], { key, name, role, now, expires, bounds, by }: NewKey): readonly StoredKey[] {
  refuseIfTaken(keys, name, now);
  const made = {
    name,
    role,
    sha256: sha256(key),
    created: new Date(now).toISOString(),
    revoked: null,
    expires: expires === undefined ? null : new Date(expires).toISOString(),
    bounds,
    madeBy: by,
    revokedBy: null,
    acts: [],
  };
  return [...keys, made];
}

/** Revokes the key with a name, if any. `now` is in epoch milliseconds. */
export function withoutKey(keys: readonly StoredKey[], name: string, now: number, by: Actor): readonly StoredKey[] {
  return withoutKeys(keys, (stored) => stored.name === name && stored.revoked === null, now, by);
}

/** Revokes all keys that a person created, directly or with one of their keys. */
export function withoutKeysMadeBy(
  keys: readonly StoredKey[],
  person: { readonly id: string },
  now: number,
  by: Actor,
): readonly StoredKey[] {
  const known = keys.map((stored) => ({ ...stored, id: idOf(stored) }));
  const ids = new Set(keysMadeBy(person, known).map(({ id }) => id));
  return withoutKeys(keys, (stored) => ids.has(idOf(stored)), now, by);
}

/**
 * Undoes the creation of a key, by revoking it. `entry`: the number of the audit entry.
 * @throws {Problem} changed if it is no longer active.
 */
export function withoutMadeKey(keys: readonly StoredKey[], id: string, entry: number, now: number, by: Actor): readonly StoredKey[] {
  const meant = keys.find((stored) => idOf(stored) === id);
  if (meant === undefined || meant.revoked !== null) throw changedKey(meant);
  return withoutKeys(keys, (stored) => stored === meant, now, by, entry);
}

/**
 * Undoes the revocation at `revoked`.
 * @throws {Problem} changed if the key changed since; name-taken if another active key has its name.
 */
export function withRestoredKey(
  keys: readonly StoredKey[],
  id: string,
  { entry, revoked }: { readonly entry: number; readonly revoked: string },
  now: number,
  by: Actor,
): readonly StoredKey[] {
  const meant = keys.find((stored) => idOf(stored) === id);
  if (meant === undefined || meant.revoked !== revoked) throw changedKey(meant);
  refuseIfTaken(keys, meant.name, now);
  const before: readonly KeyAct[] =
    meant.acts.length > 0 ? meant.acts : [{ act: 'revoke-key', at: revoked, by: meant.revokedBy, undoes: null }];
  const restored: KeyAct = { act: 'restore-key', at: new Date(now).toISOString(), by, undoes: entry };
  return keys.map((stored) => (stored === meant ? { ...stored, revoked: null, revokedBy: null, acts: [...before, restored] } : stored));
}

/** Revokes matching keys. `undoes`: the number of the audit entry that this undoes. */
function withoutKeys(
  keys: readonly StoredKey[],
  isMeant: (stored: StoredKey) => boolean,
  now: number,
  by: Actor,
  undoes: number | null = null,
): readonly StoredKey[] {
  if (!keys.some(isMeant)) return keys;
  const at = new Date(now).toISOString();
  return keys.map((stored) => {
    if (!isMeant(stored)) return stored;
    const isTold = stored.acts.length === 0 && undoes === null;
    const acts: StoredKey['acts'] = isTold ? [] : [...stored.acts, { act: 'revoke-key', at, by, undoes }];
    return { ...stored, revoked: at, revokedBy: by, acts };
  });
}

function changedKey(key: StoredKey | undefined): Problem {
  const is = key === undefined ? 'no longer exists' : key.revoked === null ? 'is active now' : `was set ${momentWords(key.revoked)}`;
  return new Problem('changed', 'Nothing was changed, because the key has changed since.', [{ field: 'revoked', rule: is }]);
}

/** A key's unique id. */
export function idOf({ sha256 }: Pick<StoredKey, 'sha256'>): string {
  return sha256.slice(0, 16);
}

/** Whether it has expired at `now`, in epoch milliseconds. */
export function isExpired({ expires }: Pick<StoredKey, 'expires'>, now: number): boolean {
  return expires !== null && Date.parse(expires) <= now;
}

/** Hexadecimal, as keys are stored, which Node computes faster than bytes. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** An API key's creator and revocation. */
export type KeyMade = Pick<StoredKey, 'name' | 'madeBy' | 'revoked'> & { readonly id: string };

/** Active keys that a person created, directly or with one of their keys. */
export function keysMadeBy({ id }: { readonly id: string }, keys: readonly KeyMade[]): readonly KeyMade[] {
  const makers = new Set([id]);
  // A key is listed after its creator.
  const made = keys.filter(({ id: key, madeBy }) => {
    const isTheirs = madeBy !== null && madeBy.id !== null && makers.has(madeBy.id);
    if (isTheirs) makers.add(key);
    return isTheirs;
  });
  return made.filter(({ revoked }) => revoked === null);
}
