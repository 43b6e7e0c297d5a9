import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { ENDING_KINDS } from '../../../domain/calendar.ts';
import type { PeriodKey } from '../../store/stored-values.ts';
import type { RecordChange, StoredRecord } from '../../store/records.ts';
import type { Review } from './reviews.ts';

/** The record kind of won prizes. Their states are `PAYOUT_STATES`. */
export const PAYOUT = 'payout';

/** The record kind that marks a period's prizes as awarded. */
const AWARDED = 'awarded';

const payoutSchema = z.object({
  board: z.string(),
  kind: z.enum(ENDING_KINDS),
  start: z.int(),
  rank: z.int(),
  prize: z.string(),
  /** By number rather than by name, so that an erasure need not change it. */
  player: z.int(),
  /** The operator's note on paying or declining. */
  note: z.nullable(z.string()),
});

/** The text of a won prize's record. */
export type KeptPayout = z.infer<typeof payoutSchema>;

/** Parses a won prize's record. */
export function payoutFrom({ text }: StoredRecord): KeptPayout {
  return payoutSchema.parse(JSON.parse(text));
}

/** The record that marks a period's prizes as awarded. */
export function awardedKey({ board, kind, start }: PeriodKey) {
  return { kind: AWARDED, id: `${board} ${kind} ${start}` };
}

/** Records for closing a reviewed period: each prize for the player at its rank, if any. `at`: epoch milliseconds. */
export function awards({ board, kind, start, prizes }: Review, order: readonly number[], at: number): readonly RecordChange[] {
  const won = prizes.flatMap(({ from, to, prize }) =>
    order.slice(from - 1, to).map((player, i): KeptPayout => ({ board, kind, start, rank: from + i, prize, player, note: null })),
  );
  if (won.length === 0) return [];
  return [
    { ...awardedKey({ board, kind, start }), at, state: 'awarded', text: JSON.stringify({ payouts: won.length }) },
    ...won.map((payout) => ({ kind: PAYOUT, id: payoutId(payout), at, state: 'due', text: JSON.stringify(payout) })),
  ];
}

/** The id of a prize by period and rank, which makes awarding idempotent. */
function payoutId({ board, kind, start, rank }: KeptPayout): string {
  return hash('sha256', `${board}\0${kind}\0${start}\0${rank}`).slice(0, 16);
}
