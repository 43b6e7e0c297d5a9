import * as z from 'zod/mini';

import { brokenNameRule, normalName } from '../../domain/names/name-profile.ts';
import { UNITS } from '../../domain/units/unit.ts';

/**
 * One line of text for people, composed (NFC), by the profile for names: `longest` is counted in code points. It is a rule
 * for what comes in. What is kept is read back as any text.
 */
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

/**
 * The id of an event that is recorded. Unlike an id that comes in it may begin with a space: copies of merged events do, and
 * events of erased players.
 */
export const recordedIdSchema = z
  .string()
  .check(z.overwrite(normalName), z.minLength(1, 'is missing'), z.maxLength(256, 'must be the id of an event'));

/** A day (YYYY-MM-DD) of what is asked. */
export function daySchema(description: string) {
  return z.iso.date('must be a day such as 2026-11-20, in the years 0001 to 9999').register(z.globalRegistry, { description });
}

const EMOJI = /^\p{RGI_Emoji}$/v;

export const emojiSchema = z.string().check(z.refine((text) => EMOJI.test(text), 'must be one emoji'));

/** What a player is called in addresses and in requests; unique ignoring case and Unicode form (`usernameKey`). */
export const usernameSchema = line(64).check(
  // As parts of an address they mean the folder itself and the one above, however they are encoded.
  z.refine((name) => name !== '.' && name !== '..', 'must not be "." or ".."'),
);

/** The part of an address a board has; it never changes. */
export const boardNameSchema = z
  .string()
  .check(
    z.refine(
      (name) => /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(name),
      'must be 1 to 40 lowercase letters, digits and hyphens, with no hyphen at either end',
    ),
  );

/** What a board is called. */
export const titleSchema = line(80);

const wordSchema = line(24);

/** What a board counts, as somebody sets it. */
export const unitSchema = z.union([
  z.strictObject(
    { one: wordSchema, other: wordSchema },
    `must be ${UNITS.map((unit) => `"${unit}"`).join(', ')}, or an object with the words "one" and "other"`,
  ),
  z.enum(UNITS),
]);

/** Whether this program knows a time zone by that name. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 are understood too, but a board's zone must know about summer time.
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
