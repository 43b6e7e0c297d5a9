import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { MINUTE_MS } from '../../domain/durations.ts';
import { Problem } from '../http/problem.ts';
import { CHALLENGE_SECRET, allRecords, type RecordChange, type RecordsToKeep, USED_CHALLENGE } from '../store/records.ts';
import { sharedSecret } from '../store/shared-secret.ts';
import type { RecordParts } from './people.ts';
import { tokenHash } from './token.ts';

/** The lifetime of a challenge, in milliseconds. */
const GOOD_FOR_MS = 5 * MINUTE_MS;

const RANDOM_BYTES = 16;
/** Epoch milliseconds. */
const EXPIRY_BYTES = 6;
const MAC_BYTES = 32;
const SECRET = { kind: CHALLENGE_SECRET, id: 'challenges' };

/** An authentic, unexpired challenge. */
export interface OpenChallenge {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Single-use challenges for authenticators. They carry their own expiry and authentication, so that only used ones are stored. */
export class Challenges {
  readonly #parts: RecordParts;
  #secret: Buffer | undefined;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  /** A new challenge, bound to `purpose`. */
  async make(purpose: string): Promise<Uint8Array<ArrayBuffer>> {
    const body = Buffer.alloc(RANDOM_BYTES + EXPIRY_BYTES);
    randomBytes(RANDOM_BYTES).copy(body);
    body.writeUIntBE(this.#parts.clock() + GOOD_FOR_MS, RANDOM_BYTES, EXPIRY_BYTES);
    return new Uint8Array(Buffer.concat([body, await this.#macOf(body, purpose)]));
  }

  /** Verifies a challenge in base64url; `undefined` if it is forged, expired, or for another purpose. */
  async read(text: string, purpose: string): Promise<OpenChallenge | undefined> {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== RANDOM_BYTES + EXPIRY_BYTES + MAC_BYTES) return undefined;
    const body = bytes.subarray(0, -MAC_BYTES);
    if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), await this.#macOf(body, purpose))) return undefined;
    const expiresAt = body.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES);
    return this.#parts.clock() < expiresAt ? { id: tokenHash(bytes.toString('base64url')), expiresAt } : undefined;
  }

  /** Marks it as used, as part of a commit. @throws {Problem} refused, in the commit, if it was used before. */
  use({ id, expiresAt }: OpenChallenge): RecordsToKeep<unknown> {
    const key = { kind: USED_CHALLENGE, id };
    return {
      of: [key],
      change([used]) {
        if (used !== undefined) throw new Problem('refused', 'This was already submitted. Start over.');
        return [{ ...key, at: expiresAt, state: 'used', text: '{}' }];
      },
    };
  }

  /** Deletes expired ones. */
  async late(): Promise<readonly RecordChange[]> {
    const { store, clock } = this.#parts;
    const used = await allRecords(store, USED_CHALLENGE);
    return used.filter(({ at }) => at <= clock()).map(({ kind, id }) => ({ kind, id, text: undefined }));
  }

  async #macOf(body: Uint8Array, purpose: string): Promise<Buffer> {
    this.#secret ??= await sharedSecret(this.#parts, SECRET);
    return createHmac('sha256', this.#secret).update(purpose).update('\n').update(body).digest();
  }
}
