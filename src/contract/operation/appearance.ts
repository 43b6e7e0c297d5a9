import * as z from 'zod/mini';

import { fittingColour } from '../../domain/colour/brand-colours.ts';
import { keptLinkSchema, linkSchema } from '../parts/link-rules.ts';
import { line } from '../parts/text-rules.ts';

const COLOUR = /^#[0-9a-f]{6}$/i;

/** A colour as lower-case `#rrggbb`. */
const colourSchema = z.string().check(
  z.overwrite((text) => text.toLowerCase()),
  z.regex(COLOUR, 'must be a colour, for example #e10600'),
  z.check<string>(({ value, issues }) => {
    if (!COLOUR.test(value)) return;
    const fitting = fittingColour(value);
    if (fitting === value) return;
    const message = `must not look like gold, silver or bronze, which mark the top three; the nearest valid colour is ${fitting}`;
    issues.push({ code: 'custom', input: value, message });
  }),
);

/** The largest logo, in bytes. */
export const MOST_LOGO_BYTES = 512 * 1024;

/** A PNG or SVG file in base64, bare or as a data URL. Validated by rendering it. */
const logoSchema = z
  .string()
  .check(
    z.regex(/^(?:data:image\/(?:png|svg\+xml);base64,)?[A-Za-z0-9+/]+={0,2}$/, 'must be a PNG or SVG file in base64, or as a data URL'),
  )
  .register(z.globalRegistry, { description: 'A PNG or SVG file in base64, or as a data URL.' });

/** The appearance schema, with `text` making the schema of a text from its maximum length. */
function appearanceOf(text: (longest: number) => z.ZodMiniString, link: z.ZodMiniString, logo: z.ZodMiniString, colour: z.ZodMiniString) {
  return z.strictObject({
    /** The name of the game. */
    name: z.optional(text(40)),
    /** A one-sentence description. */
    sentence: z.optional(text(160)),
    /** The game's website. */
    link: z.optional(link),
    /** The logo; stored as a PNG data URL. */
    logo: z.optional(logo),
    /** The brand colour, from which the site's palette is derived. */
    colour: z.optional(colour),
    /** The game's word for points: singular, plural, and an abbreviation. */
    points: z.optional(z.strictObject({ one: text(24), other: text(24), short: z.optional(text(8)) })),
    /** Whether the footer says "Powered by Laurels". */
    poweredBy: z._default(z.boolean(), true),
  });
}

/** The game's identity on the site. A single document, replaced as a whole; omitted fields have defaults. */
export const appearanceSchema = appearanceOf(line, linkSchema, logoSchema, colourSchema);

/** A stored appearance. It was validated on input. */
export const keptAppearanceSchema = appearanceOf(
  () => z.string(),
  keptLinkSchema,
  z.string().check(z.regex(/^data:image\/png;base64,/)),
  z.string().check(z.regex(COLOUR)),
);

export type Appearance = z.infer<typeof appearanceSchema>;

export const NO_APPEARANCE: Appearance = { poweredBy: true };

export const APPEARANCE_ENDPOINTS = {
  appearance: {
    route: 'GET /api/v1/appearance',
    role: 'read',
    summary: 'Read which game the site is for',
    description: 'The current appearance, or the defaults.',
    answers: { 200: { description: 'The appearance', schema: keptAppearanceSchema } },
  },
  replaceAppearance: {
    route: 'PUT /api/v1/appearance',
    role: 'operator',
    summary: 'Set your game’s name, logo and colour',
    description:
      'Replaces the whole appearance: fields you leave out return to their defaults, and {} resets everything. All or nothing. The logo is a ' +
      'PNG or SVG file of at most 512 KiB, in base64 or as a data URL; it is redrawn, so you read back a PNG. The site’s colours are ' +
      'derived from yours in both themes, with enough contrast for all text.',
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
    answers: { 200: { description: 'The new appearance', schema: keptAppearanceSchema } },
  },
} as const;
