import * as z from 'zod/mini';

import { fittingColour } from '../../domain/colour/brand-colours.ts';
import { keptLinkSchema, linkSchema } from '../parts/link-rules.ts';
import { line } from '../parts/text-rules.ts';

const COLOUR = /^#[0-9a-f]{6}$/i;

/** One colour as `#rrggbb`, in small letters. */
const colourSchema = z.string().check(
  z.overwrite((text) => text.toLowerCase()),
  z.regex(COLOUR, 'must be a colour such as #e10600'),
  z.check<string>(({ value, issues }) => {
    if (!COLOUR.test(value)) return;
    const fitting = fittingColour(value);
    if (fitting === value) return;
    const message = `must not look like gold, silver or bronze, which are the first three places; the nearest that does not is ${fitting}`;
    issues.push({ code: 'custom', input: value, message });
  }),
);

/** The largest logo that is taken, in bytes. */
export const MOST_LOGO_BYTES = 512 * 1024;

/** A PNG or SVG file in base64, by itself or as a data URL. What it is, and whether it may be shown, is found by drawing it. */
const logoSchema = z
  .string()
  .check(
    z.regex(/^(?:data:image\/(?:png|svg\+xml);base64,)?[A-Za-z0-9+/]+={0,2}$/, 'must be a PNG or SVG file in base64, or as a data URL'),
  )
  .register(z.globalRegistry, { description: 'A PNG or SVG file in base64, or as a data URL.' });

/** The schema of an appearance whose texts follow `text`, which is given the most characters each may have. */
function appearanceOf(text: (longest: number) => z.ZodMiniString, link: z.ZodMiniString, logo: z.ZodMiniString, colour: z.ZodMiniString) {
  return z.strictObject({
    /** What the game is called. */
    name: z.optional(text(40)),
    /** What it is, in a sentence. */
    sentence: z.optional(text(160)),
    /** Where it is. */
    link: z.optional(link),
    /** Its logo. As it is kept: a PNG as a data URL. */
    logo: z.optional(logo),
    /** The one colour that all of the site's are found from. */
    colour: z.optional(colour),
    /** What it calls points: for one, for several, and where there is little room. */
    points: z.optional(z.strictObject({ one: text(24), other: text(24), short: z.optional(text(8)) })),
    /** Whether the footer says what the site is made with. */
    poweredBy: z._default(z.boolean(), true),
  });
}

/** Whose game a site is of, as its operator tells it. One document, replaced as a whole; what is left out is the site's own. */
export const appearanceSchema = appearanceOf(line, linkSchema, logoSchema, colourSchema);

/** An appearance that is read back or answered: it was checked as it came in. */
export const keptAppearanceSchema = appearanceOf(
  () => z.string(),
  keptLinkSchema,
  z.string().check(z.regex(/^data:image\/png;base64,/)),
  z.string().check(z.regex(COLOUR)),
);

export type Appearance = z.infer<typeof appearanceSchema>;

/** Nobody has told anything. */
export const NO_APPEARANCE: Appearance = { poweredBy: true };

export const APPEARANCE_ENDPOINTS = {
  appearance: {
    route: 'GET /api/v1/appearance',
    role: 'read',
    summary: 'Read which game the site is for',
    description: 'What was set last, or the defaults.',
    answers: { 200: { description: 'The name, the colour and the rest', schema: keptAppearanceSchema } },
  },
  replaceAppearance: {
    route: 'PUT /api/v1/appearance',
    role: 'operator',
    summary: 'Put your game’s name and colour on the site',
    description:
      'Replaces everything at once: whatever you leave out is as it was before you set anything, and {} unsets it all. If any part is not ' +
      'valid, nothing changes. The logo is a PNG or SVG file of at most 512 KiB, in base64 or as a data URL; it is drawn anew, so what ' +
      'you read back is a PNG. Every colour of the site is found from the one you set, in both themes, so that all text can be read.',
    body: appearanceSchema,
    example: {
      name: 'Lantern Run',
      sentence: 'A race through a city at night.',
      link: 'https://play.example',
      colour: '#e10600',
      points: { one: 'coin', other: 'coins' },
    },
    checksBody: true,
    isConditional: true,
    answers: { 200: { description: 'The appearance as it is now', schema: keptAppearanceSchema } },
  },
} as const;
