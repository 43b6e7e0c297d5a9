import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { type Actor, actorSchema } from '../../../contract/operation/audit.ts';
import { boundsRule, keyNameSchema, type WriteBounds, writeBoundsSchema } from '../../../contract/api-key.ts';
import { type Role, ROLES } from '../../../contract/role.ts';
import { type Fault, Problem } from '../../http/problem.ts';
import { faultsOf } from '../../http/schema-faults.ts';

/** The shortest key an operator may choose, in characters: 16 random bytes in base64url. */
export const MIN_KEY_LENGTH = 22;

/** That a key was revoked, or was in use again. `undoes`: the number of the entry of the audit log that this took back. */
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
  /** Who made it, and who revoked it; `null` if that was before anybody wrote it down, or did not happen. */
  madeBy: z.nullable(actorSchema),
  revokedBy: z.nullable(actorSchema),
  /** All that was done to it, from the first time that something was taken back; oldest first. */
  acts: z.array(keyActSchema),
});

/** A key as it is kept: its hash and never itself. Times are ISO 8601. */
export type StoredKey = z.infer<typeof storedKeySchema>;

/** Counts changes of how keys are kept. A list of another version is refused. */
const LIST_VERSION = 4;

const listSchema = z.strictObject({ version: z.literal(LIST_VERSION), keys: z.array(storedKeySchema) });

const versionSchema = z.object({ version: z.int().check(z.refine((version) => version !== LIST_VERSION)) });

/** Why keys cannot be read or changed, for an operator to read. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** A list of keys that another version of Laurels wrote; the message goes on after what the list is called. */
export class OtherKeyList extends Error {
  override readonly name = 'OtherKeyList';
}

/**
 * The keys in a text, which {@link keysText} wrote; none if there is no text.
 * @throws {OtherKeyList} if the text is of another version. @throws {Error} if it is damaged.
 */
export function keysIn(text: string | undefined): readonly StoredKey[] {
  if (text === undefined) return [];
  const list: unknown = JSON.parse(text);
  const other = versionSchema.safeParse(list);
  if (other.success) throw new OtherKeyList(`has version ${other.data.version}, and this program reads only version ${LIST_VERSION}`);
  return listSchema.parse(list).keys;
}

/** The text that keeps keys. */
export function keysText(keys: readonly StoredKey[]): string {
  return `${JSON.stringify({ version: LIST_VERSION, keys }, null, 2)}\n`;
}

/** What a new key is. `now` and `expires` are in epoch milliseconds. */
export interface NewKey {
  readonly key: string;
  readonly name: string;
  readonly role: Role;
  readonly now: number;
  readonly expires: number | undefined;
  readonly bounds: WriteBounds;
  readonly by: Actor;
}

/** @throws {Problem} bad-request for a name, an end or bounds that no such key can have. @throws {KeyError} if the key is too short. */
export function checkNewKey({ key, name, role, now, expires, bounds }: NewKey): void {
  const named = keyNameSchema.safeParse(name);
  if (!named.success) throw refused(`A key cannot be called ${JSON.stringify(name)}.`, faultsOf(named.error, 'name'));
  if (expires !== undefined && expires <= now)
    throw refused('The key would have expired already.', [{ field: 'expires', rule: 'must be in the future' }]);
  const rule = boundsRule(bounds, role);
  if (rule !== undefined) throw refused('The key cannot be bounded.', [{ field: 'bounds', rule }]);
  if (key.length < MIN_KEY_LENGTH) throw new KeyError(`A key must have at least ${MIN_KEY_LENGTH} characters.`);
}

function refused(why: string, faults: readonly Fault[]): Problem {
  return new Problem('bad-request', `${why} No key was made.`, faults);
}

/** @throws {Problem} name-taken if a key in use has the name. */
function refuseIfTaken(keys: readonly StoredKey[], name: string, now: number): void {
  if (keys.some((stored) => stored.name === name && stored.revoked === null && !isExpired(stored, now)))
    throw new Problem('name-taken', `There is already a key called "${name}".`, [{ field: 'name', rule: 'must not be in use already' }]);
}

/** The keys and a new one. @throws {Problem} name-taken if a key in use has the name. */
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

/** The keys, of which that of a name is in use no more, by somebody's hand; the same if none has the name. `now` is in epoch milliseconds. */
export function withoutKey(keys: readonly StoredKey[], name: string, now: number, by: Actor): readonly StoredKey[] {
  return withoutKeys(keys, (stored) => stored.name === name && stored.revoked === null, now, by);
}

/** The keys after all were revoked that somebody made, also with a key that they had made. */
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
 * The keys after one that was made is taken back: it is revoked. `entry`: the number of the entry of the audit log about its making.
 * @throws {Problem} changed if it is not in use any more.
 */
export function withoutMadeKey(keys: readonly StoredKey[], id: string, entry: number, now: number, by: Actor): readonly StoredKey[] {
  const meant = keys.find((stored) => idOf(stored) === id);
  if (meant === undefined || meant.revoked !== null) throw changedKey(meant);
  return withoutKeys(keys, (stored) => stored === meant, now, by, entry);
}

/**
 * The keys after the revoking of one is taken back, which was at `revoked`: it is in use again.
 * @throws {Problem} changed if it was in use since; name-taken if another one in use has its name.
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

/** The keys, of which those that are meant are revoked; the same if none is. `undoes`: the number of an entry that this takes back. */
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
  const is = key === undefined ? 'is gone' : key.revoked === null ? 'is in use now' : `is revoked since ${key.revoked}`;
  return new Problem('changed', 'Nothing was done. The key was changed since.', [{ field: 'revoked', rule: is }]);
}

/** Names a key: another for each, also for one that has the name of an earlier one. */
export function idOf({ sha256 }: Pick<StoredKey, 'sha256'>): string {
  return sha256.slice(0, 16);
}

/** Whether it is over at `now`, in epoch milliseconds. */
export function isExpired({ expires }: StoredKey, now: number): boolean {
  return expires !== null && Date.parse(expires) <= now;
}

/** In hexadecimal digits, as keys are stored: Node makes those sooner than the bytes. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** What is known of an API key: who made it, and whether it was revoked. */
export type KeyMade = Pick<StoredKey, 'name' | 'madeBy' | 'revoked'> & { readonly id: string };

/** The keys not revoked that somebody made, also with a key that they had made. */
export function keysMadeBy({ id }: { readonly id: string }, keys: readonly KeyMade[]): readonly KeyMade[] {
  const makers = new Set([id]);
  // A key is listed after the one that made it.
  const made = keys.filter(({ id: key, madeBy }) => {
    const isTheirs = madeBy !== null && madeBy.id !== null && makers.has(madeBy.id);
    if (isTheirs) makers.add(key);
    return isTheirs;
  });
  return made.filter(({ revoked }) => revoked === null);
}
