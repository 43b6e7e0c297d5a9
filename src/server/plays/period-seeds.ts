import { createHmac, hash } from 'node:crypto';

import { type Calendar, type EndingKind, periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import { type Records, SEED_SECRET } from '../store/records.ts';
import { sharedSecret } from '../store/shared-secret.ts';

/** The length of a seed in hexadecimal digits: 128 bits, so that its hash reveals nothing about it. */
const SEED_DIGITS = 32;

/** The number of seeds kept in memory. */
const MOST_KNOWN = 1000;

interface SeededBoard {
  readonly name: string;
  readonly calendar: Calendar;
}

/** The seed of a period, and the SHA-256 of the next one in hexadecimal digits. */
interface PeriodSeed {
  readonly period: PeriodSpan;
  readonly seed: string;
  readonly next: { readonly period: PeriodSpan; readonly hash: string };
}

interface SeedParts {
  readonly store: Pick<Records, 'record' | 'changeRecords'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * The seeds of boards' periods. All are derived from one secret, which is created on first use and never changes: with another one, no seed
 * would match the hash published in the period before.
 */
export class PeriodSeeds {
  readonly #parts: SeedParts;
  readonly #known = new Map<string, PeriodSeed>();
  #secret: Buffer | undefined;

  constructor(parts: SeedParts) {
    this.#parts = parts;
  }

  /** The seed of the current period. There is no way to request a later one. */
  async current({ name, calendar }: SeededBoard, kind: EndingKind): Promise<PeriodSeed> {
    const period = periodContaining(kind, this.#parts.clock(), calendar);
    const key = `${name} ${kind} ${period.start} ${period.end}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      const secret = (this.#secret ??= await sharedSecret(this.#parts, { kind: SEED_SECRET, id: 'seeds' }));
      const next = periodContaining(kind, period.end, calendar);
      known = { period, seed: seedOf(secret, name, period), next: { period: next, hash: hash('sha256', seedOf(secret, name, next)) } };
      if (this.#known.size === MOST_KNOWN) this.#known.clear();
      this.#known.set(key, known);
    }
    return known;
  }
}

function seedOf(secret: Buffer, board: string, { kind, start }: PeriodSpan): string {
  return createHmac('sha256', secret).update(`${board}\n${kind}\n${start}`).digest('hex').slice(0, SEED_DIGITS);
}
