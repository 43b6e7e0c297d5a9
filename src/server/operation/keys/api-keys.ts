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

/** What keys begin with, so that programs that look for leaked secrets can tell one. */
const PREFIX = 'lk_';

/** A key as it is listed, never itself. `id`: another for every key, also for one that has the name of an earlier one. */
export type ApiKey = Readonly<Omit<StoredKey, 'sha256'>> & { readonly id: string };

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

/** Where the text of the keys is kept. Other programs may change it at any time. */
export interface KeyKeeper {
  /** Names the text in messages. */
  readonly what: string;
  /** Another one whenever the text may be another. Costs next to nothing. */
  version(): string | number;
  /** The text as it is now; `undefined` if there is none. Throws if it cannot be read. */
  read(): string | undefined;
  /**
   * Puts what `edit` makes of the text in its place; durable, and known here, once it resolves. `edit` is called at once, while nobody else
   * changes the text, and perhaps again. If it throws, nothing is changed, and the call rejects with what it threw.
   */
  change(edit: (text: string | undefined) => string): Promise<void>;
}

/** An edit of all keys, which is told who acts, whenever it is called: see `key-list.ts` for what can be done to them. */
type KeyEdit = (keys: readonly StoredKey[], by: Actor) => readonly StoredKey[];

interface KeyOptions {
  /** For how long a look at the version is believed, in milliseconds; 0 unless given. */
  readonly patienceMs?: number;
  /** Told once of each damage that is found later. */
  readonly log?: (text: string) => void;
}

/** A stored key, with what every check of a key would make again: its digest, and how it is listed. */
interface KnownKey {
  readonly stored: StoredKey;
  readonly digest: Buffer;
  readonly listed: ApiKey;
}

/**
 * The API keys. Keys themselves are not kept, only their SHA-256: they are random enough for that. What is kept is read
 * again whenever it has changed, so that what the command line adds or revokes holds at once in a server that runs. If it
 * is damaged by then, or lacks a key that it had, the keys are those read last.
 */
export class ApiKeys {
  readonly #keeper: KeyKeeper;
  readonly #patienceMs: number;
  readonly #log: (text: string) => void;
  #lookedAt = performance.now();
  #version: string | number;
  #keys: readonly KnownKey[];
  /** Why what is kept now cannot be understood, if it cannot. */
  #damage: KeyError | undefined;

  /** @throws {KeyError} if there are keys that cannot be understood. */
  constructor(keeper: KeyKeeper, { patienceMs = 0, log = () => {} }: KeyOptions = {}) {
    this.#keeper = keeper;
    this.#patienceMs = patienceMs;
    this.#log = log;
    this.#version = keeper.version();
    this.#keys = this.#understood(() => keeper.read(), []).map(known);
  }

  /** All keys, revoked and expired ones included, in the order they were made: while they are damaged, as they were read last. */
  list(): readonly ApiKey[] {
    this.#refresh();
    return this.#keys.map(({ listed }) => listed);
  }

  /** The key that hashes to this, as it is at `now` (epoch milliseconds). Takes the same time whichever it is, and if it is none. */
  check(key: string, now: number): KeyCheck {
    if (performance.now() - this.#lookedAt >= this.#patienceMs) this.#refresh();
    const given = Buffer.from(sha256(key));
    let found: KnownKey | undefined;
    for (const each of this.#keys) if (timingSafeEqual(given, each.digest)) found = each;
    if (found === undefined) return { state: 'unknown' };
    const { stored, listed } = found;
    return { state: stored.revoked !== null ? 'revoked' : isExpired(stored, now) ? 'expired' : 'in use', key: listed };
  }

  /**
   * Makes a key and resolves to it: the only time it is seen. `now` is in epoch milliseconds.
   * @throws {Problem} name-taken if a key in use has the name; bad-request for a name, an end or bounds that it cannot have.
   * @throws {KeyError} if the key that is given is too short.
   */
  async add(name: string, role: Role, now: number, terms: KeyTerms = {}): Promise<string> {
    const made = newKey(name, role, now, terms);
    await this.change((keys) => withKey(keys, made));
    return made.key;
  }

  /** Makes a key and resolves to it, if there is none at all, not even an old one; whoever of several programs comes first. */
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

  /** Makes a key that was chosen, in place of the one of that name; nothing if it is known already. @throws {KeyError} if it is too short. */
  async replace(name: string, role: Role, now: number, key: string): Promise<void> {
    const made = newKey(name, role, now, { key });
    const digest = sha256(key);
    await this.change((keys, by) => (keys.some((each) => each.sha256 === digest) ? keys : withKey(withoutKey(keys, name, now, by), made)));
  }

  /** Ends a key. @throws {Problem} not-found if no key in use has that name. */
  async revoke(name: string, now: number): Promise<void> {
    await this.change((keys, by) => {
      const left = withoutKey(keys, name, now, by);
      if (left === keys)
        throw new Problem('not-found', `There is no active key called "${name}".`, [
          { field: 'key', rule: 'must be the name of a key that is not revoked' },
        ]);
      return left;
    });
  }

  /** Whether the key of an id is in use at `now` (epoch milliseconds). */
  isInUse(id: string, now: number): boolean {
    this.#refresh();
    return this.#keys.some(({ stored, listed }) => listed.id === id && stored.revoked === null && !isExpired(stored, now));
  }

  /** Why what is kept cannot be understood, if it cannot: the keys are those that were read last until then. */
  damage(): string | undefined {
    this.#refresh();
    return this.#damage?.message;
  }

  /** Keeps what `edit` makes of all keys. @throws what it throws; nothing is changed then. */
  async change(edit: KeyEdit): Promise<void> {
    const by = whoActs();
    await this.#keeper.change((text) => {
      const kept = this.#understood(() => text, this.#keys);
      const edited = edit(kept, by);
      return edited === kept && text !== undefined ? text : keysText(edited);
    });
    this.#refresh();
  }

  #refresh(): void {
    this.#lookedAt = performance.now();
    const version = this.#keeper.version();
    if (version === this.#version) return;
    this.#version = version;
    this.#damage = undefined;
    try {
      this.#keys = this.#understood(() => this.#keeper.read(), this.#keys).map(known);
    } catch (error) {
      this.#damage = error as KeyError;
      this.#log(`${this.#damage.message} Until then, the keys are those that were read last.`);
    }
  }

  /** The keys in a text. They are revoked and never removed: one that was known `before` and is not there was lost. @throws {KeyError} */
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
      throw new KeyError(`${what} ${why}. It was not changed. ${advice}, or move it away and make new keys.`, { cause: error });
    }
    const kept = new Set(keys.map((stored) => stored.sha256));
    if (before.every(({ stored }) => kept.has(stored.sha256))) return keys;
    throw new KeyError(
      `${what} is gone or lacks keys that it had. Restore it from a backup, or restart the server to go on with what is there.`,
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
