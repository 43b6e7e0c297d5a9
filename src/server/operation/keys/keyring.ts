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

/** What it works with. */
interface KeyringParts {
  readonly keys: Pick<ApiKeys, 'list' | 'add' | 'revoke' | 'change'>;
  readonly uses: Pick<KeyUses, 'known' | 'note'>;
  readonly store: Pick<PointsStore, 'changeRecords' | 'record' | 'records'>;
  readonly log: Log;
}

/** What takes back what was done to keys. */
export type UndoKeys = Pick<ApiKeys, 'list' | 'change'>;

/** The API keys with what is known of them, and what is done to them told in the audit log. */
export class Keyring {
  readonly #parts: KeyringParts;

  constructor(parts: KeyringParts) {
    this.#parts = parts;
  }

  /** Whether there are no keys though there once were some. */
  async areLost(): Promise<boolean> {
    const { keys, store } = this.#parts;
    return keys.list().length === 0 && (await store.records(AUDIT, { state: 'add-key' satisfies ActName, limit: 1 })).length > 0;
  }

  /** All keys, in the order they were made. */
  async list(): Promise<readonly ApiListedKey[]> {
    const { keys, uses } = this.#parts;
    const known = await uses.known();
    return keys.list().map((key) => listed(key, known));
  }

  /** Makes a key, and resolves to it and to how it is listed. `now` is in epoch milliseconds. @throws as {@link ApiKeys.add}. */
  async add(name: string, role: Role, now: number, terms: KeyTerms): Promise<ApiListedKey & { readonly key: string }> {
    const key = await this.#parts.keys.add(name, role, now, terms);
    await this.#tellNow();
    return { key, ...(await this.#named(name)) };
  }

  /** Ends a key, and resolves to how it is listed then. @throws as {@link ApiKeys.revoke}. */
  async revoke(name: string, now: number): Promise<ApiListedKey> {
    await this.#parts.keys.revoke(name, now);
    await this.#tellNow();
    return this.#named(name);
  }

  /** Ends every key that somebody made. `now` is in epoch milliseconds. */
  async revokeMadeBy(person: { readonly id: string }, now: number): Promise<void> {
    await this.#parts.keys.change((keys, by) => withoutKeysMadeBy(keys, person, now, by));
    await this.#tellNow();
  }

  /** The keys, and what takes back what was done to them: told in the audit log before it resolves. */
  get undoing(): UndoKeys {
    const parts = this.#parts;
    return { list: () => parts.keys.list(), change: (edit) => parts.keys.change(edit).then(() => this.tell()) };
  }

  /** Notes that a key posted points now (epoch milliseconds). */
  notePosting(id: string, now: number): void {
    this.#parts.uses.note(postingOf(id), now);
  }

  /** Tells the audit log of what was done to keys since it was last told, by whatever program. */
  tell(): Promise<void> {
    return tellOfKeys(this.#parts.store, this.#parts.keys.list());
  }

  /** What was done is done, and whoever reads the log is told of it at the latest. */
  async #tellNow(): Promise<void> {
    try {
      await this.tell();
    } catch (error) {
      this.#parts.log(`The audit log will be told of a key later: ${String(error)}`);
    }
  }

  /** The latest of that name: earlier ones are revoked. */
  async #named(name: string): Promise<ApiListedKey> {
    return (await this.list()).findLast((key) => key.name === name)!;
  }
}

function listed({ id, name, role, created, expires, revoked, bounds, madeBy, revokedBy }: ApiKey, uses: LastUses): ApiListedKey {
  const at = (use: string) => (uses.has(use) ? timeText(uses.get(use)!) : null);
  return { id, name, role, created, expires, revoked, bounds, madeBy, revokedBy, lastUsedAt: at(id), lastEventAt: at(postingOf(id)) };
}
