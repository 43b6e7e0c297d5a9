import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { AnswerTo } from '../../contract/api.ts';
import { PROPOSAL_HOURS } from '../../contract/guests.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { speaksForSite } from '../../domain/names/site-words.ts';
import { Problem } from '../http/problem.ts';
import { everyRecord, GUEST, GUEST_CODE, type Records } from '../store/records.ts';
import {
  codeKey,
  type Guest,
  guestIn,
  guestKey,
  guestNameTaken,
  guestTrouble,
  guestTurned,
  keptGuest,
  nameKey,
  ofGuest,
  proposedBy,
  usernameIn,
} from './kept-guest.ts';
import { madeUpName } from './made-up-name.ts';
import { recoveryCode, recoveryHash } from './recovery-code.ts';

/** A guest with their secrets, which are shown only once, because only hashes are stored. */
export type GuestWithSecrets = AnswerTo<'createGuest'>;

/** Crockford's alphabet, so that usernames are not misunderstood when read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const USERNAME_LENGTH = 12;

interface GuestParts {
  readonly store: Pick<Records, 'record' | 'records' | 'changeRecords'>;
  /** A player with a similar name, except the one with this username, if any. */
  readonly alike: (name: string, than: string | undefined) => Promise<unknown>;
  /** The name of the site. */
  readonly siteName: () => string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Players without an account: a username, a unique name, and a secret that the game stores. */
export class Guests {
  readonly #parts: GuestParts;

  constructor(parts: GuestParts) {
    this.#parts = parts;
  }

  /**
   * Creates a guest named `name`, or with a generated name. Idempotent per idempotency key if a `name` is given.
   * @throws {Problem} as {@link refuseName}.
   */
  async create(name: string | undefined, key: string, idempotencyKey = randomText()): Promise<GuestWithSecrets> {
    if (name !== undefined) {
      const before = await this.#createdBefore(name, key, idempotencyKey);
      if (before !== undefined) return before;
      await this.refuseName(name);
    }
    for (let taken = 0; ; taken += 1) {
      const chosen = name ?? madeUpName(taken);
      const isTaken = name === undefined && (await this.#parts.alike(chosen, undefined)) !== undefined;
      const created = isTaken ? undefined : await this.#create(chosen, key, idempotencyKey);
      if (created !== undefined) return created;
      if (name !== undefined) throw guestNameTaken(name);
    }
  }

  /**
   * Rejects names of others. `than`: the username of the guest who wants the name.
   * @throws {Problem} bad-request for a name that belongs to the site; name-taken if it looks like another player's.
   */
  async refuseName(name: string, than?: string): Promise<void> {
    if (speaksForSite(name, this.#parts.siteName()))
      throw new Problem('bad-request', 'This name is kept for the people who run this site.', [
        { field: 'name', rule: 'must not sound like the site or its operators' },
      ]);
    if ((await this.#parts.alike(name, than)) !== undefined) throw guestNameTaken(name);
  }

  async named(username: string): Promise<Guest | undefined> {
    const record = await this.#parts.store.record(GUEST, username);
    return record && guestIn(record);
  }

  /** The guest with this secret. `onWrong` counts a wrong one. @throws {Problem} not-found; as `onWrong`. */
  async called(secret: string, onWrong: () => unknown): Promise<Guest> {
    const [, username = ''] = secret.split('_');
    const guest = await this.named(username);
    if (guest !== undefined && isSame(guest.secret, hash('sha256', secret))) return guest;
    await onWrong();
    throw new Problem('not-found', 'There is no guest with this secret. They may have been erased, or recovered on another device.', [
      { field: 'guest', rule: 'must be the secret of a guest' },
    ]);
  }

  /** Replaces a guest's secret and code; once per idempotency key. @throws {Problem} not-found. */
  async recover(text: string, idempotencyKey = randomText()): Promise<GuestWithSecrets> {
    const { store, clock } = this.#parts;
    const code = recoveryHash(text);
    const seed = `${code} ${idempotencyKey}`;
    const again = secretsFrom('', seed).hashes.code;
    const owned = code === undefined ? undefined : ((await store.record(GUEST_CODE, code)) ?? (await store.record(GUEST_CODE, again)));
    const username = owned && usernameIn(owned);
    let recovered: GuestWithSecrets | undefined;
    if (username !== undefined)
      await store.changeRecords({
        of: [guestKey(username)],
        change([kept]) {
          const guest = kept && guestIn(kept);
          recovered = undefined;
          if (guest === undefined || !(isSame(guest.code, code!) || isSame(guest.code, again))) return [];
          const made = secretsFrom(username, seed);
          recovered = { username, name: guest.name, secret: made.secret, code: made.code };
          if (isSame(guest.code, again)) return [];
          const at = clock();
          return [
            keptGuest({ ...guest, ...made.hashes }, at),
            { ...codeKey(guest.code), text: undefined },
            ofGuest(codeKey(made.hashes.code), username, at),
          ];
        },
      });
    if (recovered !== undefined) return recovered;
    throw new Problem('not-found', 'No guest has this recovery code. Each code works once.', [
      { field: 'code', rule: 'must be the recovery code of a guest' },
    ]);
  }

  /** Proposes to merge a guest into a player, by number. Resolves to the expiry of the proposal, in epoch milliseconds. */
  async propose(username: string, into: number): Promise<number> {
    const { store, clock } = this.#parts;
    const until = clock() + PROPOSAL_HOURS * HOUR_MS;
    await store.changeRecords({
      of: [guestKey(username)],
      change([kept]) {
        const guest = kept && guestIn(kept);
        if (guest === undefined) return [];
        refuseMerged(guest);
        return [keptGuest({ ...guest, state: 'merging', proposal: { into, until } }, clock())];
      },
    });
    return until;
  }

  /** Guests with an open proposal, newest first. */
  async proposals(most: number): Promise<readonly Guest[]> {
    const { store, clock } = this.#parts;
    const open: Guest[] = [];
    for await (const record of everyRecord(store, GUEST, { state: 'merging' }))
      if (open.length < most && proposedBy(guestIn(record), clock()) !== undefined) open.push(guestIn(record));
    return open;
  }

  decline(username: string): Promise<void> {
    return this.#parts.store.changeRecords(guestTurned(username, ['merging', 'playing'], this.#parts.clock()));
  }

  /** The guest created by an earlier request with the same idempotency key. */
  async #createdBefore(name: string, key: string, idempotencyKey: string): Promise<GuestWithSecrets | undefined> {
    const { kind, id } = nameKey(name);
    const owned = await this.#parts.store.record(kind, id);
    const guest = owned && (await this.named(usernameIn(owned)));
    if (guest === undefined || guest.key !== key) return undefined;
    const { secret, code, hashes } = secretsFrom(guest.username, `${guest.username} ${idempotencyKey}`);
    return isSame(guest.secret, hashes.secret) ? { username: guest.username, name: guest.name, secret, code } : undefined;
  }

  async #create(name: string, key: string, idempotencyKey: string): Promise<GuestWithSecrets | undefined> {
    const { store, clock } = this.#parts;
    const username = Array.from(randomBytes(USERNAME_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]!).join('');
    const { secret, code, hashes } = secretsFrom(username, `${username} ${idempotencyKey}`);
    const at = clock();
    const guest: Guest = { username, state: 'new', name, ...hashes, key, createdAt: at, renamedAt: [], leftAt: [], proposal: null };
    const keys = [guestKey(username), nameKey(name)];
    let isFree = true;
    await store.changeRecords({
      of: keys,
      change(kept) {
        isFree = kept.every((record) => record === undefined);
        const others = [nameKey(name), codeKey(hashes.code)];
        return isFree ? [keptGuest(guest, at), ...others.map((each) => ofGuest(each, username, at))] : [];
      },
    });
    return isFree ? { username, name, secret, code } : undefined;
  }
}

const randomText = () => randomBytes(32).toString('base64url');

/** Deterministic for a random seed. */
function secretsFrom(username: string, seed: string) {
  const secret = `lg_${username}_${hash('sha256', `secret ${seed}`, 'base64url')}`;
  const code = recoveryCode(hash('sha256', `code ${seed}`, 'buffer'));
  return { secret, code, hashes: { secret: hash('sha256', secret), code: recoveryHash(code)! } };
}

const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** @throws {Problem} as {@link guestTrouble}. */
export function refuseMerged(guest: Guest | undefined): asserts guest is Guest {
  const trouble = guestTrouble(guest);
  if (trouble !== undefined) throw trouble;
}
