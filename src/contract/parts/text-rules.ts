import * as z from 'zod/mini';

import { brokenNameRule, normalName } from '../../domain/names/name-profile.ts';
import { UNITS } from '../../domain/units/unit.ts';

/** A line of text for display, normalised to NFC, of at most `longest` code points. For input only: stored texts are not re-validated. */
export function line(longest: number) {
  return z
    .string()
    .check(
      z.overwrite(normalName),
      z.check<string>(({ value, issues }) => {
        const message = brokenNameRule(value, longest);
        if (message !== undefined) issues.push({ code: 'custom', input: value, message });
      }),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: longest });
}

/** The id of a recorded event. It may begin with a space, as ids of merged events and of erased players do. */
export const recordedIdSchema = z
  .string()
  .check(z.overwrite(normalName), z.minLength(1, 'is missing'), z.maxLength(256, 'must be the id of an event'));

/** A day in a request, as YYYY-MM-DD. */
export function daySchema(description: string) {
  return z.iso.date('must be a day in the years 0001 to 9999, for example 2026-11-20').register(z.globalRegistry, { description });
}

const EMOJI = /^\p{RGI_Emoji}$/v;

export const emojiSchema = z.string().check(z.refine((text) => EMOJI.test(text), 'must be one emoji'));

/** A player's unique name in URLs and requests; case and Unicode form are ignored (`usernameKey`). */
export const usernameSchema = line(64).check(
  // Path segments with a special meaning, however they are encoded.
  z.refine((name) => name !== '.' && name !== '..', 'must not be "." or ".."'),
);

/** A board's immutable name in URLs. */
export const boardNameSchema = z
  .string()
  .check(
    z.refine(
      (name) => /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(name),
      'must be 1 to 40 lowercase letters, digits and hyphens, and not start or end with a hyphen',
    ),
  );

export const titleSchema = line(80);

/** The name of a group of boards; null for none. */
export const groupSchema = z.nullable(line(40));

const wordSchema = line(24);

/** A board's unit. */
export const unitSchema = z.union([
  z.strictObject(
    { one: wordSchema, other: wordSchema },
    `must be ${UNITS.map((unit) => `"${unit}"`).join(', ')}, or an object with the words "one" and "other"`,
  ),
  z.enum(UNITS),
]);

/** Whether the runtime supports this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    // `Intl` also accepts offsets such as +02:00, but a board's zone needs daylight saving rules.
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The id of an import of points. */
export const importIdSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of an import'));
