import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

import * as z from 'zod/mini';

import { lookOf } from '../../domain/names/look-of.ts';
import { Problem } from '../http/problem.ts';
import { GUEST, GUEST_CODE, GUEST_NAME, type RecordChange, type Records, type StoredRecord } from '../store/records.ts';

const guestSchema = z.object({
  name: z.string(),
  /** SHA-256, as hex digits, of the secret and of the recovery code. */
  secret: z.string(),
  code: z.string(),
  /** The id of the public key that created it. */
  key: z.string(),
});

export interface Guest extends z.infer<typeof guestSchema> {
  readonly username: string;
}

/** What only the guest's game and the guest have. Shown once: hashes are stored. */
export interface GuestSecrets {
  readonly secret: string;
  readonly code: string;
}

/** Crockford's alphabet, so that nobody who reads a username to somebody else is misunderstood. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const USERNAME_LENGTH = 12;

/** 80 bits. */
const CODE_LENGTH = 16;

interface GuestParts {
  readonly store: Pick<Records, 'record' | 'changeRecords'>;
  /** A player whose name looks like this one, if there is one. */
  readonly alike: (name: string) => Promise<unknown>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Players without an account: a username, a name that nobody else has, and a secret that the game keeps. */
export class Guests {
  readonly #parts: GuestParts;

  constructor(parts: GuestParts) {
    this.#parts = parts;
  }

  /**
   * Creates a guest called `name`, or by a name of the server's.
   * @throws {Problem} name-taken for a name that looks like that of a player or guest.
   */
  async create(name: string | undefined, key: string): Promise<Guest & GuestSecrets> {
    for (;;) {
      const chosen = name ?? madeUpName();
      const isTaken = (await this.#parts.alike(chosen)) !== undefined;
      const created = isTaken ? undefined : await this.#create(chosen, key);
      if (created !== undefined) return created;
      if (name !== undefined)
        throw new Problem('name-taken', `"${name}" is taken, or looks like the name of somebody else.`, [
          { field: 'name', rule: 'must not look like the name of another player' },
        ]);
    }
  }

  /** The guest with this secret; `undefined` if there is none. */
  async withSecret(secret: string): Promise<Guest | undefined> {
    const [, username = ''] = secret.split('_');
    const record = await this.#parts.store.record(GUEST, username);
    const guest = record && guestIn(record);
    return guest !== undefined && timingSafeEqual(Buffer.from(guest.secret), Buffer.from(hash('sha256', secret))) ? guest : undefined;
  }

  async #create(name: string, key: string): Promise<(Guest & GuestSecrets) | undefined> {
    const { store, clock } = this.#parts;
    const username = randomText(USERNAME_LENGTH);
    const secret = `lg_${username}_${randomBytes(32).toString('base64url')}`;
    const code = randomText(CODE_LENGTH).match(/.{4}/g)!.join('-').toUpperCase();
    const guest = { name, secret: hash('sha256', secret), code: hash('sha256', code), key };
    const [nameKey, guestKey] = [
      { kind: GUEST_NAME, id: hash('sha256', lookOf(name)) },
      { kind: GUEST, id: username },
    ];
    let isFree = true;
    await store.changeRecords({
      of: [nameKey, guestKey],
      change(kept): readonly RecordChange[] {
        isFree = kept.every((record) => record === undefined);
        if (!isFree) return [];
        const at = clock();
        return [
          { ...nameKey, at, state: 'taken', text: JSON.stringify(username) },
          { ...guestKey, at, state: 'playing', text: JSON.stringify(guest) },
          { kind: GUEST_CODE, id: guest.code, at, state: 'unused', text: JSON.stringify(username) },
        ];
      },
    });
    return isFree ? { ...guest, username, secret, code } : undefined;
  }
}

function guestIn({ id, text }: StoredRecord): Guest {
  return { username: id, ...guestSchema.parse(JSON.parse(text)) };
}

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]!).join('');
}

const QUALITIES = [
  'Brave',
  'Bright',
  'Calm',
  'Clever',
  'Cosmic',
  'Daring',
  'Gentle',
  'Golden',
  'Happy',
  'Lucky',
  'Mighty',
  'Nimble',
  'Quick',
  'Quiet',
  'Silver',
  'Swift',
];
const ANIMALS = [
  'Badger',
  'Bear',
  'Crane',
  'Falcon',
  'Fox',
  'Heron',
  'Lynx',
  'Marten',
  'Otter',
  'Owl',
  'Panda',
  'Puffin',
  'Raven',
  'Seal',
  'Stoat',
  'Wolf',
];

/** A name such as "Swift Otter 4821". */
function madeUpName(): string {
  return `${QUALITIES[randomInt(QUALITIES.length)]} ${ANIMALS[randomInt(ANIMALS.length)]} ${randomInt(1000, 10_000)}`;
}
