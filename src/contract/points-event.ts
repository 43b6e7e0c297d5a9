import * as z from 'zod/mini';

import { emojiSchema, line, usernameSchema } from './parts/text-rules.ts';
import { MINUTE_MS } from '../domain/durations.ts';

/** How many events one request may carry. */
export const MAX_BATCH = 1000;

/** How far ahead of the server's clock an event may be, in milliseconds: clocks differ, the future does not count. */
export const MAX_SKEW_MS = 5 * MINUTE_MS;

/** No game is older: an event before this is a mistake. */
const EARLIEST = '1900-01-01T00:00:00Z';

/** The times that values nobody set stand for, in common languages. */
const YEAR_ONE = '0001-01-01T00:00:00Z';
const UNIX_EPOCH = '1970-01-01T00:00:00Z';

/** The rule that an event at the Unix epoch breaks, unless it is known to have happened then. */
export const EPOCH_RULE = notUnset(UNIX_EPOCH);

function notUnset(time: string): string {
  return `must not be ${time}, which is what a time that was never set looks like`;
}

const atSchema = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-21T12:00:00Z' })
  .check(
    z.refine((text) => Date.parse(text) !== Date.parse(YEAR_ONE), notUnset(YEAR_ONE)),
    z.refine(
      (text) => !(Date.parse(text) < Date.parse(EARLIEST)) || Date.parse(text) === Date.parse(YEAR_ONE),
      `must not be before ${EARLIEST}`,
    ),
  )
  .register(z.globalRegistry, {
    description: `When it happened, with its UTC offset. When it arrived, if left out. Not before ${EARLIEST}, and ${UNIX_EPOCH} only if it is imported.`,
  });

/** A username that is looked up: any text. One that breaks the rules for names is nobody's, and no fault. */
export const soughtUsernameSchema = z.string().check(z.minLength(1));

/** A whole number that every program reads as the same number: JSON has no other limit, IEEE doubles do. */
const pointsSchema = z.number('must be a whole number').check(z.int('must be a whole number between -(2^53 - 1) and 2^53 - 1'));

/**
 * One points event, as a game sends it. `id` is the game's own: sending it again changes nothing. `at` is when
 * it happened, with an offset; without it, when it arrived. `points` may be negative: a correction is an event.
 */
export const pointsEventSchema = z.strictObject({
  id: line(128),
  username: usernameSchema,
  points: pointsSchema,
  at: z.optional(atSchema),
  activity: z.optional(line(64)),
  displayName: z.optional(line(64)),
  avatar: z.optional(emojiSchema),
});

export type PointsEvent = z.infer<typeof pointsEventSchema>;
