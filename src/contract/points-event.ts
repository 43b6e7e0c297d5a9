import * as z from 'zod/mini';

/** How many events one request may carry. */
export const MAX_BATCH = 1000;

/** How far ahead of the server's clock an event may be, in milliseconds: clocks differ, the future does not count. */
export const MAX_SKEW = 5 * 60_000;

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is meant
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;

/** One line of text for people: no control characters, no spaces around it, well-formed, within `max` characters. */
function line(max: number) {
  return z.string().check(
    z.refine((text) => text.isWellFormed() && !CONTROL_CHARACTERS.test(text), 'must be well-formed text without control characters'),
    z.refine((text) => text === text.trim(), 'must not begin or end with a space'),
    z.minLength(1),
    z.maxLength(max),
    z.overwrite((text) => text.normalize('NFC')),
  );
}

/** What a player is called in addresses and in requests; unique ignoring case and Unicode form. */
export const usernameSchema = line(64);

/** A whole number that every program reads as the same number: JSON has no other limit, IEEE doubles do. */
const pointsSchema = z.number('must be a whole number').check(z.int('must be a whole number between -(2^53 - 1) and 2^53 - 1'));

const EMOJI = /^\p{RGI_Emoji}$/v;

/**
 * One points event, as a game sends it. `id` is the game's own: sending it again changes nothing. `at` is when
 * it happened, with an offset; without it, when it arrived. `points` may be negative: a correction is an event.
 */
export const pointsEventSchema = z.strictObject({
  id: line(128),
  username: usernameSchema,
  points: pointsSchema,
  at: z.optional(z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-21T12:00:00Z' })),
  activity: z.optional(line(64)),
  displayName: z.optional(line(64)),
  avatar: z.optional(z.string().check(z.refine((text) => EMOJI.test(text), 'must be one emoji'))),
});

export type PointsEvent = z.infer<typeof pointsEventSchema>;
