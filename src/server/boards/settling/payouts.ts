import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { ENDING_KINDS } from '../../../domain/calendar.ts';
import type { PeriodKey } from '../../store/stored-values.ts';
import type { RecordChange, StoredRecord } from '../../store/records.ts';
import type { Review } from './reviews.ts';

/** The kind of the records of prizes that were won. Their states are those of `PAYOUT_STATES`. */
export const PAYOUT = 'payout';

/** The kind of the record that says of a period that its prizes were awarded. */
const AWARDED = 'awarded';

const payoutSchema = z.object({
  board: z.string(),
  kind: z.enum(ENDING_KINDS),
  start: z.int(),
  rank: z.int(),
  prize: z.string(),
  /** By number, never by name: so that nothing is left of somebody who is erased. */
  player: z.int(),
  /** What an operator said when it was paid or declined. */
  note: z.nullable(z.string()),
});

/** A prize that was won, as the text of its record has it. */
export type KeptPayout = z.infer<typeof payoutSchema>;

/** A prize that was won, from its record. */
export function payoutFrom({ text }: StoredRecord): KeptPayout {
  return payoutSchema.parse(JSON.parse(text));
}

/** The record that is there once the prizes of a period were awarded. */
export function awardedKey({ board, kind, start }: PeriodKey) {
  return { kind: AWARDED, id: `${board} ${kind} ${start}` };
}

/**
 * What is kept with the commit that closes a period that was under review: each prize for whoever is on its rank in the
 * final order, by number; nothing where nobody wins anything. `at`: epoch milliseconds.
 */
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

/** A prize of a period and a rank has one id, whoever awards it. */
function payoutId({ board, kind, start, rank }: KeptPayout): string {
  return hash('sha256', `${board}\0${kind}\0${start}\0${rank}`).slice(0, 16);
}
