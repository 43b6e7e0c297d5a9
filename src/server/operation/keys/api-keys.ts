import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { Actor } from '../../../contract/operation/audit.ts';
import type { WriteBounds } from '../../../contract/api-key.ts';
import type { Role } from '../../../contract/role.ts';
import { whoActs } from '../../store/acting.ts';
import { Problem } from '../../http/problem.ts';
import {
  checkNewKey,
  idOf,
  isExpired,
  KeyError,
  keysIn,
  keysText,
  type NewKey,
  OtherKeyList,
  sha256,
  type StoredKey,
  withKey,
  withoutKey,
} from './key-list.ts';

/** Prefix of keys, for secret scanners. */
const PREFIX = 'lk_';

/** A key without its secret. `id` is unique, even among keys that reuse a name. */
export type ApiKey = Readonly<Omit<StoredKey, 'sha256'>> & { readonly id: string };

/** The result of checking a key. */
export type KeyCheck = { readonly state: 'in use' | 'expired' | 'revoked'; readonly key: ApiKey } | { readonly state: 'unknown' };

/** Options of a new key, which by default is random, unbounded and does not expire. */
export interface KeyTerms {
  /** Replaces the random key. */
  readonly key?: string;
  /** Epoch milliseconds. */
  readonly expires?: number | undefined;
  readonly bounds?: WriteBounds;
}

/** Storage of the key list, which other programs may change at any time. */
export interface KeyKeeper {
  /** The list's name in messages. */
  readonly what: string;
  /** Changes whenever the text may have changed. Cheap. */
  version(): string | number;
  /** The current text, if any. Throws if it cannot be read. */
  read(): string | undefined;
  /**
   * Replaces the text with `edit(text)`, durable once it resolves. `edit` runs under a lock, possibly more than once. If it
   * throws, nothing changes and the call rejects.
   */
  change(edit: (text: string | undefined) => string): Promise<void>;
}

/** An edit of all keys, see `key-list.ts`; `by` is the actor. */
type KeyEdit = (keys: readonly StoredKey[], by: Actor) => readonly StoredKey[];

interface KeyOptions {
  /** How long a version is cached, in milliseconds; default 0. */
  readonly patienceMs?: number;
  /** Logs damage found later, once each. */
  readonly log?: (text: string) => void;
}

/** A stored key with its precomputed digest and listing. */
interface KnownKey {
  readonly stored: StoredKey;
  readonly digest: Buffer;
  readonly listed: ApiKey;
}

/**
 * The API keys, stored as SHA-256, which suffices for random keys. The list is reread when it changes, so that commands take effect at once
 * in a running server. If it is damaged or lacks known keys, the last good list stays in use.
 */
export class ApiKeys {
  readonly #keeper: KeyKeeper;
  readonly #patienceMs: number;
  readonly #log: (text: string) => void;
  #lookedAt = performance.now();
  #version: string | number;
  #keys: readonly KnownKey[];
  #damage: KeyError | undefined;
  #origins: { readonly of: readonly KnownKey[]; readonly until: number; readonly all: readonly string[] } = {
    of: [],
    until: Infinity,
    all: [],
  };
  /** Called after each change made here, before it resolves. */
  onChanged: () => void = () => {};

  /** @throws {KeyError} if the list is damaged. */
  constructor(keeper: KeyKeeper, { patienceMs = 0, log = () => {} }: KeyOptions = {}) {
    this.#keeper = keeper;
    this.#patienceMs = patienceMs;
    this.#log = log;
    this.#version = keeper.version();
    this.#keys = this.#understood(() => keeper.read(), []).map(known);
  }

  /** All keys, including revoked and expired ones, oldest first. */
  list(): readonly ApiKey[] {
    this.refresh();
    return this.#keys.map(({ listed }) => listed);
  }

  /** Checks a key at `now` (epoch milliseconds), in constant time. */
  check(key: string, now: number): KeyCheck {
    if (performance.now() - this.#lookedAt >= this.#patienceMs) this.refresh();
    const given = Buffer.from(sha256(key));
    let found: KnownKey | undefined;
    for (const each of this.#keys) if (timingSafeEqual(given, each.digest)) found = each;
    if (found === undefined) return { state: 'unknown' };
    const { stored, listed } = found;
    return { state: stored.revoked !== null ? 'revoked' : isExpired(stored, now) ? 'expired' : 'in use', key: listed };
  }

  /**
   * Creates a key and resolves to its secret. `now` is in epoch milliseconds.
   * @throws {Problem} name-taken if an active key has the name; bad-request for an invalid name, expiry or bounds.
   * @throws {KeyError} if the given key is too short.
   */
  async add(name: string, role: Role, now: number, terms: KeyTerms = {}): Promise<string> {
    const made = newKey(name, role, now, terms);
    await this.change((keys) => withKey(keys, made));
    return made.key;
  }

  /** Creates a key if there has never been one; if several programs try, the first wins. */
  async addFirst(name: string, role: Role, now: number): Promise<string | undefined> {
    if (this.list().length > 0) return undefined;
    const made = newKey(name, role, now, {});
    let isFirst = false;
    await this.change((keys) => {
      isFirst = keys.length === 0;
      return isFirst ? withKey(keys, made) : keys;
    });
    return isFirst ? made.key : undefined;
  }

  /** Sets a chosen key, replacing the one with that name; idempotent. @throws {KeyError} if it is too short. */
  async replace(name: string, role: Role, now: number, key: string): Promise<void> {
    const made = newKey(name, role, now, { key });
    const digest = sha256(key);
    await this.change((keys, by) => (keys.some((each) => each.sha256 === digest) ? keys : withKey(withoutKey(keys, name, now, by), made)));
  }

  /** Revokes a key. @throws {Problem} not-found if no active key has that name. */
  async revoke(name: string, now: number): Promise<void> {
    await this.change((keys, by) => {
      const left = withoutKey(keys, name, now, by);
      if (left === keys)
        throw new Problem('not-found', `There is no active key named "${name}".`, [
          { field: 'key', rule: 'must be the name of an active key' },
        ]);
      return left;
    });
  }

  /** Whether a key is active at `now` (epoch milliseconds). */
  isInUse(id: string, now: number): boolean {
    this.refresh();
    return this.#keys.some(({ stored, listed }) => listed.id === id && stored.revoked === null && !isExpired(stored, now));
  }

  /**
   * The web sites of public keys that are active at `now`, in epoch milliseconds. `isCurrent`: rereads the list first, which most requests
   * need not wait for.
   */
  origins(isCurrent: boolean, now: number): readonly string[] {
    if (isCurrent) this.refresh();
    if (this.#origins.of !== this.#keys || now >= this.#origins.until) {
      const active = this.#keys.filter(({ stored }) => stored.revoked === null && !isExpired(stored, now)).map(({ stored }) => stored);
      const until = Math.min(...active.map(({ expires }) => (expires === null ? Infinity : Date.parse(expires))));
      this.#origins = { of: this.#keys, until, all: [...new Set(active.flatMap(({ bounds }) => bounds.origins ?? []))] };
    }
    return this.#origins.all;
  }

  /** Why the list cannot be read, if it cannot; the last good list stays in use. */
  damage(): string | undefined {
    this.refresh();
    return this.#damage?.message;
  }

  /** Edits the list. Rethrows errors of `edit`; nothing changes then. */
  async change(edit: KeyEdit): Promise<void> {
    const by = whoActs();
    await this.#keeper.change((text) => {
      const kept = this.#understood(() => text, this.#keys);
      const edited = edit(kept, by);
      return edited === kept && text !== undefined ? text : keysText(edited);
    });
    this.refresh();
    this.onChanged();
  }

  /** Rereads the list if it changed. */
  refresh(): void {
    this.#lookedAt = performance.now();
    const version = this.#keeper.version();
    if (version === this.#version) return;
    this.#version = version;
    this.#damage = undefined;
    try {
      this.#keys = this.#understood(() => this.#keeper.read(), this.#keys).map(known);
    } catch (error) {
      this.#damage = error as KeyError;
      this.#log(`${this.#damage.message} Until then, the last good list of keys stays in use.`);
    }
  }

  /** Parses the list. Keys are never removed, so a missing key from `before` means data loss. @throws {KeyError} */
  #understood(read: () => string | undefined, before: readonly KnownKey[]): readonly StoredKey[] {
    const { what } = this.#keeper;
    let keys: readonly StoredKey[];
    try {
      keys = keysIn(read());
    } catch (error) {
      const [why, advice] =
        error instanceof OtherKeyList
          ? [error.message, 'Use the version of Laurels that wrote it']
          : ['is damaged', 'Restore it from a backup'];
      throw new KeyError(`${what} ${why}. It was not changed. ${advice}, or move it away and create new keys.`, { cause: error });
    }
    const kept = new Set(keys.map((stored) => stored.sha256));
    if (before.every(({ stored }) => kept.has(stored.sha256))) return keys;
    throw new KeyError(
      `${what} is missing or has lost keys. Restore it from a backup, or restart the server to continue with what is there.`,
    );
  }
}

function newKey(name: string, role: Role, now: number, { key, expires, bounds = {} }: KeyTerms): NewKey {
  const made = { key: key ?? PREFIX + randomBytes(32).toString('base64url'), name, role, now, expires, bounds, by: whoActs() };
  checkNewKey(made);
  return made;
}

function known(stored: StoredKey): KnownKey {
  const { sha256: digest, ...key } = stored;
  return { stored, digest: Buffer.from(digest), listed: { id: idOf(stored), ...key } };
}
