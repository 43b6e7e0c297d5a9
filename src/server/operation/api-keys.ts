import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { SCOPES, type Scope } from '../../contract/endpoint.ts';

/** What keys begin with, so that programs that look for leaked secrets can tell one. */
const PREFIX = 'lk_';

/** The shortest key an operator may choose, in characters: 16 random bytes in base64url. */
export const MIN_KEY_LENGTH = 22;

/** A key as it is listed: what it may do and since when, never the key. Times are ISO 8601. */
export interface ApiKey {
  readonly name: string;
  readonly scope: Scope;
  readonly created: string;
  readonly revoked: string | null;
}

const storedKeySchema = z.strictObject({
  name: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
  scope: z.enum(SCOPES),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  created: z.iso.datetime(),
  revoked: z.nullable(z.iso.datetime()),
});

type StoredKey = z.infer<typeof storedKeySchema>;

const fileSchema = z.strictObject({ version: z.literal(1), keys: z.array(storedKeySchema) });

/** Why keys cannot be read or changed, for an operator to read. */
class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/**
 * The API keys of a data folder, in `keys.json`, readable by its owner alone. Keys themselves are not kept,
 * only their SHA-256: they are random enough for that. The file is read again whenever it has changed, so
 * that what the command line adds or revokes holds at once in a server that runs.
 */
export class ApiKeys {
  readonly #file: string;
  readonly #patience: number;
  #lookedAt = -Infinity;
  #version = '';
  #keys: readonly StoredKey[] = [];

  /**
   * @param patience for how long a look at the file is believed, in milliseconds.
   * @throws {KeyFileError} if the file is there and cannot be understood.
   */
  constructor(folder: string, patience = 0) {
    this.#file = join(folder, 'keys.json');
    this.#patience = patience;
    this.#refresh();
  }

  /** All keys, revoked ones included, in the order they were made. */
  list(): readonly ApiKey[] {
    this.#refresh();
    return this.#keys.map(({ name, scope, created, revoked }) => ({ name, scope, created, revoked }));
  }

  /** The key that hashes to this, unless it is revoked. Takes the same time whichever it is, and if it is none. */
  check(key: string): ApiKey | undefined {
    if (performance.now() - this.#lookedAt >= this.#patience) this.#refresh();
    const given = sha256(key);
    let found: StoredKey | undefined;
    for (const stored of this.#keys)
      if (timingSafeEqual(given, Buffer.from(stored.sha256, 'hex')) && stored.revoked === null) found = stored;
    return found;
  }

  /** Whether this key was made here, and whether it was revoked since. */
  stateOf(key: string): 'in use' | 'revoked' | 'unknown' {
    this.#refresh();
    const hash = sha256(key).toString('hex');
    const same = this.#keys.filter((stored) => stored.sha256 === hash);
    return same.length === 0 ? 'unknown' : same.some(({ revoked }) => revoked === null) ? 'in use' : 'revoked';
  }

  /**
   * Makes a key and returns it: the only time it is seen. `key` is used instead of a random one.
   * @throws {KeyFileError} if the name is taken or not 1 to 40 letters, digits, `.`, `_`, `-`, or `key` is too short.
   */
  add(name: string, scope: Scope, now: number, key = PREFIX + randomBytes(32).toString('base64url')): string {
    if (!/^[\w.-]{1,40}$/.test(name))
      throw new KeyFileError(`A key's name must be 1 to 40 letters, digits, dots, underscores and hyphens; it is ${JSON.stringify(name)}.`);
    if (key.length < MIN_KEY_LENGTH) throw new KeyFileError(`A key must have at least ${MIN_KEY_LENGTH} characters.`);
    this.#change((keys) => {
      if (keys.some((stored) => stored.name === name && stored.revoked === null))
        throw new KeyFileError(`There is already a key called "${name}".`);
      return [...keys, { name, scope, sha256: sha256(key).toString('hex'), created: new Date(now).toISOString(), revoked: null }];
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
      this.#refresh();
      writeSync(file, `${JSON.stringify({ version: 1, keys: change(this.#keys) }, null, 2)}\n`);
      fsyncSync(file);
      closeSync(file);
      renameSync(beside, this.#file);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    this.#refresh();
  }

  #refresh(): void {
    this.#lookedAt = performance.now();
    const version = versionOf(this.#file);
    if (version === this.#version) return;
    this.#keys = version === '' ? [] : parsed(this.#file);
    this.#version = version;
  }
}

/** Something that changes whenever the file is replaced; `''` where there is none. */
function versionOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeNs} ${found.size}`;
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

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
