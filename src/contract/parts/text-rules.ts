import * as z from 'zod/mini';

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is meant
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;

/** One line of text for people: no control characters, no spaces around it, well-formed, within `max` characters. */
export function line(max: number) {
  return z.string().check(
    z.refine((text) => text.isWellFormed() && !CONTROL_CHARACTERS.test(text), 'must be well-formed text without control characters'),
    z.refine((text) => text === text.trim(), 'must not begin or end with a space'),
    z.minLength(1),
    z.maxLength(max),
    z.overwrite((text) => text.normalize('NFC')),
  );
}

const EMOJI = /^\p{RGI_Emoji}$/v;

export const emojiSchema = z.string().check(z.refine((text) => EMOJI.test(text), 'must be one emoji'));

/** The part of an address a board has; it never changes. */
export const boardNameSchema = z
  .string()
  .check(
    z.refine(
      (name) => /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(name),
      'must be 1 to 40 lowercase letters, digits and hyphens, with no hyphen at either end',
    ),
  );

/** Whether this program knows a time zone by that name. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 are understood too, but a board's zone must know about summer time.
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
