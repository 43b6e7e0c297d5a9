import { createHmac, timingSafeEqual } from 'node:crypto';

import * as z from 'zod/mini';

import { DAY_MS } from '../../domain/durations.ts';
import { PLAY_SECRET, type Records } from '../store/records.ts';
import { keptSecret, sharedSecret } from '../store/shared-secret.ts';

/** A started play. Times are epoch milliseconds. */
export interface Play {
  /** The id of its event. */
  readonly id: string;
  readonly board: string;
  /** The id of the public key that started it, which alone can finish it. */
  readonly key: string;
  readonly username: string;
  readonly begunAt: number;
  readonly earliestAt: number;
  readonly latestAt: number;
  /** The start of the day that it counts for, whenever it ends; null if it counts for the day on which it ends. */
  readonly day: number | null;
}

const playSchema = z.tuple([z.string(), z.string(), z.string(), z.string(), z.int(), z.int(), z.int(), z.nullable(z.int())]);

const PREFIX = 'lp_';

/** The age up to which the signature of a play is checked. */
const MOST_AGE_MS = 40 * DAY_MS;

interface SigningParts {
  readonly store: Pick<Records, 'record' | 'changeRecords'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * Signs plays, so that nothing needs to be stored before they are finished. Each UTC month has its own secret, shared by all processes: a
 * leaked secret is useless two months later, and a play started before a rotation remains valid.
 */
export class SignedPlays {
  readonly #parts: SigningParts;
  readonly #secrets = new Map<string, Buffer>();

  constructor(parts: SigningParts) {
    this.#parts = parts;
  }

  /** The play as text: `lp_`, its fields and their signature, both base64url. */
  async sign({ id, board, key, username, begunAt, earliestAt, latestAt, day }: Play): Promise<string> {
    const fields: z.infer<typeof playSchema> = [id, board, key, username, begunAt, earliestAt, latestAt, day];
    const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
    const month = monthOf(begunAt);
    let secret = this.#secrets.get(month);
    if (secret === undefined) this.#secrets.set(month, (secret = await sharedSecret(this.#parts, keyOf(month))));
    return `${PREFIX}${body}.${macOf(secret, body).toString('base64url')}`;
  }

  /** The play that this server signed as `text`; `undefined` for any other text. */
  async read(text: string): Promise<Play | undefined> {
    if (!text.startsWith(PREFIX)) return undefined;
    const [body = '', mac = ''] = text.slice(PREFIX.length).split('.');
    const play = playIn(body);
    const { clock, store } = this.#parts;
    // Before checking the signature, so that the database is only asked for possible secrets.
    if (play === undefined || !(Math.abs(clock() - play.begunAt) < MOST_AGE_MS)) return undefined;
    const month = monthOf(play.begunAt);
    const secret = this.#secrets.get(month) ?? (await keptSecret(store, keyOf(month)));
    if (secret === undefined) return undefined;
    this.#secrets.set(month, secret);
    const [given, made] = [Buffer.from(mac, 'base64url'), macOf(secret, body)];
    return given.length === made.length && timingSafeEqual(given, made) ? play : undefined;
  }
}

function playIn(body: string): Play | undefined {
  try {
    const [id, board, key, username, begunAt, earliestAt, latestAt, day] = playSchema.parse(
      JSON.parse(Buffer.from(body, 'base64url').toString()),
    );
    return { id, board, key, username, begunAt, earliestAt, latestAt, day };
  } catch {
    return undefined;
  }
}

function macOf(secret: Buffer, body: string): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

/** The UTC month of a moment, as YYYY-MM. */
function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

function keyOf(month: string) {
  return { kind: PLAY_SECRET, id: month };
}
