import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { SCOPES, type Scope } from '../../contract/endpoint.ts';
import { type WriteBounds, writeBoundsSchema } from './write-bounds.ts';

/** What keys begin with, so that programs that look for leaked secrets can tell one. */
const PREFIX = 'lk_';

/** The shortest key an operator may choose, in characters: 16 random bytes in base64url. */
export const MIN_KEY_LENGTH = 22;

/** A key as it is listed: what it may do, since when and until when, never the key. Times are ISO 8601. */
export interface ApiKey {
  /** Another for every key, also for one that has the name of an earlier one. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly created: string;
  readonly revoked: string | null;
  readonly expires: string | null;
  readonly bounds: WriteBounds;
}

/** What a text is that was shown as a key. */
export type KeyCheck = { readonly state: 'in use' | 'expired' | 'revoked'; readonly key: ApiKey } | { readonly state: 'unknown' };

/** What a new key is, if it is not an unbounded random one for ever. */
export interface KeyTerms {
  /** Used instead of a random one. */
  readonly key?: string;
  /** Epoch milliseconds. */
  readonly expires?: number | undefined;
  readonly bounds?: WriteBounds;
}

const storedKeySchema = z.strictObject({
  name: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
  scope: z.enum(SCOPES),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  created: z.iso.datetime(),
  revoked: z.nullable(z.iso.datetime()),
  // Version 1 knew neither.
  expires: z._default(z.nullable(z.iso.datetime()), null),
  bounds: z._default(writeBoundsSchema, {}),
});

type StoredKey = z.infer<typeof storedKeySchema>;

const fileSchema = z.strictObject({ version: z.literal([1, 2]), keys: z.array(storedKeySchema) });

/** A stored key, with what every check of a key would make again: its digest as {@link sha256} gives it, and how it is listed. */
interface KnownKey {
  readonly stored: StoredKey;
  readonly digest: Buffer;
  readonly listed: ApiKey;
}

/** Why keys cannot be read or changed, for an operator to read. */
class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/**
 * The API keys of a data folder, in `keys.json`, readable by its owner alone. Keys themselves are not kept,
 * only their SHA-256: they are random enough for that. The file is read again whenever it has changed, so
 * that what the command line adds or revokes holds at once in a server that runs. If it is damaged by then, or lacks
 * a key that it had, the keys are those read last.
 */
export class ApiKeys {
  readonly #file: string;
  readonly #patience: number;
  readonly #log: (text: string) => void;
  #lookedAt = performance.now();
  #version: string;
  #keys: readonly KnownKey[];
  /** Why the file as it is now cannot be understood, if it cannot. */
  #damage: KeyFileError | undefined;

  /**
   * @param patience for how long a look at the file is believed, in milliseconds.
   * @param log told once of each damage that is found later.
   * @throws {KeyFileError} if the file is there and cannot be understood.
   */
  constructor(folder: string, patience = 0, log: (text: string) => void = () => {}) {
    this.#file = join(folder, 'keys.json');
    this.#patience = patience;
    this.#log = log;
    this.#version = versionOf(this.#file);
    this.#keys = this.#version === '' ? [] : parsed(this.#file).map(known);
  }

  /** All keys, revoked and expired ones included, in the order they were made. @throws {KeyFileError} if the file is damaged. */
  list(): readonly ApiKey[] {
    return this.#present().map(({ listed }) => listed);
  }

  /** The key that hashes to this, as it is at `now` (epoch milliseconds). Takes the same time whichever it is, and if it is none. */
  check(key: string, now: number): KeyCheck {
    if (performance.now() - this.#lookedAt >= this.#patience) this.#refresh();
    const given = sha256(key);
    let found: KnownKey | undefined;
    for (const each of this.#keys) if (timingSafeEqual(given, each.digest)) found = each;
    if (found === undefined) return { state: 'unknown' };
    const { stored, listed } = found;
    return { state: stored.revoked !== null ? 'revoked' : isExpired(stored, now) ? 'expired' : 'in use', key: listed };
  }

  /**
   * Makes a key and returns it: the only time it is seen. `now` is in epoch milliseconds.
   * @throws {KeyFileError} if a key in use has the name, or the name is not 1 to 40 letters, digits, `.`, `_`, `-`, or
   *   the key that is given is too short.
   */
  add(
    name: string,
    scope: Scope,
    now: number,
    { key = PREFIX + randomBytes(32).toString('base64url'), expires, bounds = {} }: KeyTerms = {},
  ): string {
    if (!/^[\w.-]{1,40}$/.test(name))
      throw new KeyFileError(`A key's name must be 1 to 40 letters, digits, dots, underscores and hyphens; it is ${JSON.stringify(name)}.`);
    if (key.length < MIN_KEY_LENGTH) throw new KeyFileError(`A key must have at least ${MIN_KEY_LENGTH} characters.`);
    this.#change((keys) => {
      if (keys.some((stored) => stored.name === name && stored.revoked === null && !isExpired(stored, now)))
        throw new KeyFileError(`There is already a key called "${name}".`);
      const made = {
        name,
        scope,
        sha256: sha256(key).toString(),
        created: new Date(now).toISOString(),
        revoked: null,
        expires: expires === undefined ? null : new Date(expires).toISOString(),
        bounds,
      };
      return [...keys, made];
    });
    return key;
  }

  /** Ends a key. @throws {KeyFileError} if no key in use has that name. */
  revoke(name: string, now: number): void {
    this.#change((keys) => {
      if (!keys.some((stored) => stored.name === name && stored.revoked === null))
        throw new KeyFileError(`There is no active key called "${name}".`);
      return keys.map((stored) =>
        stored.name === name && stored.revoked === null ? { ...stored, revoked: new Date(now).toISOString() } : stored,
      );
    });
  }

  /** Reads, changes and replaces the file; the new one is written beside it first, which also keeps a second writer out. */
  #change(change: (keys: readonly StoredKey[]) => readonly StoredKey[]): void {
    const beside = `${this.#file}.new`;
    let file: number;
    try {
      file = openSync(beside, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new KeyFileError(`Another program is changing the keys. Try again. If none is, delete ${beside}.`, { cause: error });
    }
    try {
      writeSync(file, `${JSON.stringify({ version: 2, keys: change(this.#present().map(({ stored }) => stored)) }, null, 2)}\n`);
      fsyncSync(file);
      closeSync(file);
      renameSync(beside, this.#file);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    this.#refresh();
  }

  /** The keys as they are in the file. */
  #present(): readonly KnownKey[] {
    this.#refresh();
    if (this.#damage !== undefined) throw this.#damage;
    return this.#keys;
  }

  #refresh(): void {
    this.#lookedAt = performance.now();
    const version = versionOf(this.#file);
    if (version === this.#version) return;
    this.#version = version;
    this.#damage = undefined;
    try {
      this.#keys = complete(this.#file, version === '' ? [] : parsed(this.#file), this.#keys).map(known);
    } catch (error) {
      this.#damage = error as KeyFileError;
      this.#log(`${this.#damage.message} Until then, the keys are those that were read last.`);
    }
  }
}

function known(stored: StoredKey): KnownKey {
  const { sha256: digest, ...key } = stored;
  return { stored, digest: Buffer.from(digest), listed: { id: digest.slice(0, 16), ...key } };
}

function isExpired({ expires }: StoredKey, now: number): boolean {
  return expires !== null && Date.parse(expires) <= now;
}

/** Something that changes whenever the file is replaced; `''` if there is none. */
function versionOf(file: string): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? '' : `${found.ino} ${found.mtimeNs} ${found.size}`;
  } catch (error) {
    return String(error);
  }
}

function parsed(file: string): readonly StoredKey[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).keys;
  } catch (error) {
    throw new KeyFileError(`${file} is damaged. It was not changed. Restore it from a backup, or move it away and make new keys.`, {
      cause: error,
    });
  }
}

/** The keys that are in the file now. Keys are revoked and never removed: one that was read before and is not there was lost. */
function complete(file: string, now: readonly StoredKey[], before: readonly KnownKey[]): readonly StoredKey[] {
  const kept = new Set(now.map((stored) => stored.sha256));
  if (before.every(({ stored }) => kept.has(stored.sha256))) return now;
  throw new KeyFileError(
    `${file} is gone or lacks keys that it had. Restore it from a backup, or restart the server to go on with what is there.`,
  );
}

/** In hexadecimal digits, as keys are stored: Node makes those sooner than the bytes. */
function sha256(text: string): Buffer {
  return Buffer.from(hash('sha256', text));
}
