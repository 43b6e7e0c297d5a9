import * as z from 'zod/mini';

import { emojiSchema, line, usernameSchema } from './parts/text-rules.ts';
import { MINUTE_MS } from '../domain/durations.ts';

/** The most events per request. */
export const MAX_BATCH = 1000;

/** How far ahead of the server's clock an event may be, in milliseconds. */
export const MAX_SKEW_MS = 5 * MINUTE_MS;

/** Earlier events are certainly errors. */
const EARLIEST = '1900-01-01T00:00:00Z';

/** The zero values of time types in common languages. */
const YEAR_ONE = '0001-01-01T00:00:00Z';
const UNIX_EPOCH = '1970-01-01T00:00:00Z';

/** The rule against events at the Unix epoch, which imports can waive. */
export const EPOCH_RULE = notUnset(UNIX_EPOCH);

function notUnset(time: string): string {
  return `must not be ${time}, which usually means that the time was never set`;
}

const atSchema = z.iso
  .datetime({ offset: true, error: 'must be a time with its UTC offset, for example 2026-11-21T12:00:00Z' })
  .check(
    z.refine((text) => Date.parse(text) !== Date.parse(YEAR_ONE), notUnset(YEAR_ONE)),
    z.refine(
      (text) => !(Date.parse(text) < Date.parse(EARLIEST)) || Date.parse(text) === Date.parse(YEAR_ONE),
      `must not be before ${EARLIEST}`,
    ),
  )
  .register(z.globalRegistry, {
    description: `When it happened, with its UTC offset. Defaults to the time of receipt. Not before ${EARLIEST}; ${UNIX_EPOCH} only in imports.`,
  });

/** A username to look up: any text, because an invalid one is simply not found. */
export const soughtUsernameSchema = z.string().check(z.minLength(1));

/** Limited to integers that doubles represent exactly. */
export const pointsSchema = z.number('must be a whole number').check(z.int('must be a whole number between -(2^53 - 1) and 2^53 - 1'));

/** An event as sent by a game. `id` is the game's own and makes posting idempotent; negative `points` are a correction. */
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
