import type { ApiListedKey } from '../../../contract/api-key.ts';
import type { ActName } from '../../../contract/operation/acts.ts';
import { timeText } from '../../../contract/moment-text.ts';
import type { Role } from '../../../contract/role.ts';
import { tellOfKeys } from '../../audit/key-acts.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { AUDIT } from '../../store/records.ts';
import type { Log } from '../../watching/log.ts';
import type { ApiKey, ApiKeys, KeyTerms } from './api-keys.ts';
import { withoutKeysMadeBy } from './key-list.ts';
import { type KeyUses, type LastUses, postingOf } from './key-uses.ts';

interface KeyringParts {
  readonly keys: Pick<ApiKeys, 'list' | 'add' | 'revoke' | 'change'>;
  readonly uses: Pick<KeyUses, 'known' | 'note'>;
  readonly store: Pick<PointsStore, 'changeRecords' | 'record' | 'records'>;
  readonly log: Log;
}

/** Undo operations on keys. */
export type UndoKeys = Pick<ApiKeys, 'list' | 'change'>;

/** The API keys with their last uses, and with changes recorded in the audit log. */
export class Keyring {
  readonly #parts: KeyringParts;

  constructor(parts: KeyringParts) {
    this.#parts = parts;
  }

  /** Whether all keys are gone although there once were some. */
  async areLost(): Promise<boolean> {
    const { keys, store } = this.#parts;
    return keys.list().length === 0 && (await store.records(AUDIT, { state: 'add-key' satisfies ActName, limit: 1 })).length > 0;
  }

  /** All keys, oldest first. */
  async list(): Promise<readonly ApiListedKey[]> {
    const { keys, uses } = this.#parts;
    const known = await uses.known();
    return keys.list().map((key) => listed(key, known));
  }

  /** The id and name of all keys, including revoked ones. @throws {KeyError} if the list is damaged. */
  names(): readonly { readonly id: string; readonly name: string }[] {
    return this.#parts.keys.list();
  }

  /** Creates a key. `now` is in epoch milliseconds. @throws as {@link ApiKeys.add}. */
  async add(name: string, role: Role, now: number, terms: KeyTerms): Promise<ApiListedKey & { readonly key: string }> {
    const key = await this.#parts.keys.add(name, role, now, terms);
    await this.#tellNow();
    return { key, ...(await this.#named(name)) };
  }

  /** Revokes a key. @throws as {@link ApiKeys.revoke}. */
  async revoke(name: string, now: number): Promise<ApiListedKey> {
    await this.#parts.keys.revoke(name, now);
    await this.#tellNow();
    return this.#named(name);
  }

  /** Revokes all keys that a person created. `now` is in epoch milliseconds. */
  async revokeMadeBy(person: { readonly id: string }, now: number): Promise<void> {
    await this.#parts.keys.change((keys, by) => withoutKeysMadeBy(keys, person, now, by));
    await this.#tellNow();
  }

  /** Undo operations, which are in the audit log before they resolve. */
  get undoing(): UndoKeys {
    // Lazy, because the list may be damaged.
    return { list: () => this.#parts.keys.list(), change: (edit) => this.#parts.keys.change(edit).then(() => this.tell()) };
  }

  /** Records that a key posted points at `now` (epoch milliseconds). */
  notePosting(id: string, now: number): void {
    this.#parts.uses.note(postingOf(id), now);
  }

  /** Adds changes of keys, by any program, that are not in the audit log yet. */
  tell(): Promise<void> {
    return tellOfKeys(this.#parts.store, this.#parts.keys.list());
  }

  /** Does not fail; reading the audit log retries. */
  async #tellNow(): Promise<void> {
    try {
      await this.tell();
    } catch (error) {
      this.#parts.log(`A key change will be added to the audit log later: ${String(error)}`);
    }
  }

  /** The latest key with a name; earlier ones are revoked. */
  async #named(name: string): Promise<ApiListedKey> {
    return (await this.list()).findLast((key) => key.name === name)!;
  }
}

function listed({ id, name, role, created, expires, revoked, bounds, madeBy, revokedBy }: ApiKey, uses: LastUses): ApiListedKey {
  const at = (use: string) => (uses.has(use) ? timeText(uses.get(use)!) : null);
  return { id, name, role, created, expires, revoked, bounds, madeBy, revokedBy, lastUsedAt: at(id), lastEventAt: at(postingOf(id)) };
}
