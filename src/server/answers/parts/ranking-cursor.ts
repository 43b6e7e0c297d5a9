import * as z from 'zod/mini';

import { jsonIn } from '../../../contract/read-text.ts';
import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import type { TotalKey } from '../../boards/orders/board-reading.ts';
import { Problem } from '../../http/problem.ts';

/**
 * The end of a page, within one period of one board: a total (`beside`) while ranks can move, so that no player appears twice, or
 * a `rank` once they are final.
 */
export interface RankingCursor {
  readonly board: string;
  readonly kind: PeriodKind;
  /** Epoch milliseconds; -Infinity for all time. */
  readonly start: number;
  /** The question's time: `now`, in which case the cursor expires with the period; a `period` by a day; or a moment, epoch milliseconds. */
  readonly about: 'now' | 'period' | number;
  readonly direction: 'after' | 'before';
  readonly place: { readonly beside: TotalKey } | { readonly rank: number };
}

/** Epoch milliseconds of the years 0 to 9999. */
const timeSchema = z.int().check(z.minimum(Date.parse('0000-01-01')), z.maximum(Date.parse('9999-12-31T23:59:59.999Z')));

const cursorSchema = z.tuple([
  z.literal(2),
  z.string(),
  z.enum(PERIOD_KINDS),
  z.nullable(timeSchema),
  z.union([z.enum(['now', 'period']), timeSchema]),
  z.enum(['after', 'before']),
  z.union([z.tuple([z.int().check(z.minimum(1))]), z.tuple([z.int(), z.int(), z.int()])]),
]);

/** Encodes a cursor, opaque to callers. */
export function cursorToText({ board, kind, start, about, direction, place }: RankingCursor): string {
  const position = 'rank' in place ? [place.rank] : [place.beside.player, place.beside.points, place.beside.reachedAt];
  return Buffer.from(JSON.stringify([2, board, kind, Number.isFinite(start) ? start : null, about, direction, position])).toString(
    'base64url',
  );
}

/** @throws {Problem} bad-request unless made by {@link cursorToText}. */
export function cursorFromText(text: string): RankingCursor {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding ignores invalid characters, so compare with the re-encoded text.
  const parsed = bytes.toString('base64url') === text ? cursorSchema.safeParse(jsonIn(bytes.toString())) : undefined;
  if (parsed === undefined || !parsed.success) throw badCursor('must be the unchanged "next" or "previous" of an answer');
  const [, board, kind, start, about, direction, position] = parsed.data;
  const place =
    position.length === 1 ? { rank: position[0] } : { beside: { player: position[0], points: position[1], reachedAt: position[2] } };
  return { board, kind, start: start ?? -Infinity, about, direction, place };
}

export function badCursor(rule: string): Problem {
  return new Problem('bad-request', 'The cursor is invalid.', [{ field: 'cursor', rule }]);
}
