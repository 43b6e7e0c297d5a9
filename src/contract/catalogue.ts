import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import { boardNameSchema, emojiSchema, line } from './text-rules.ts';

/** How many of each a catalogue holds at most: they are what an operator writes by hand or from a script. */
const MOST = { activities: 200, tournaments: 2000, achievements: 2000, prizes: 500 } as const;

const idSchema = z
  .string()
  .check(z.refine((id) => /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(id), 'must be 1 to 64 small letters, digits and hyphens'));

/** An address that a button may lead to. No other scheme: `javascript:` is an address too. */
const linkSchema = z.string().check(
  z.maxLength(2000),
  z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be an address that begins with https:// or http://'),
);

const activitySchema = z.strictObject({
  id: idSchema,
  title: line(80),
  description: line(300),
  points: z.int().check(z.minimum(1)),
  difficulty: z.enum(['Easy', 'Medium', 'Hard']),
  timeRequired: line(30),
  link: z.optional(linkSchema),
});

const entrySchema = z.strictObject({
  id: idSchema,
  title: line(80),
  subtitle: line(120),
  avatar: emojiSchema,
  extra: line(60),
});

const rankSchema = z.int().check(z.minimum(1));

/** What a place wins. Without a board or a period it holds for all of them; `to` is `from` unless given. */
const prizeSchema = z
  .strictObject({
    board: z.optional(boardNameSchema),
    period: z.optional(z.enum(PERIOD_KINDS)),
    from: rankSchema,
    to: z.optional(rankSchema),
    prize: line(40),
  })
  .check(z.refine(({ from, to }) => to === undefined || to >= from, { error: 'must not be before "from"', path: ['to'] }));

function unlike(entries: readonly { readonly id: string }[]): boolean {
  return new Set(entries.map(({ id }) => id)).size === entries.length;
}

/**
 * What an operator tells about the game beside its points: ways to earn them, tournaments and achievements to
 * be found, and prizes. One document, replaced as a whole, so that it can be kept as a file and compared.
 */
export const catalogueSchema = z.strictObject({
  activities: z._default(z.array(activitySchema).check(z.maxLength(MOST.activities), z.refine(unlike, 'must have an id each')), []),
  tournaments: z._default(z.array(entrySchema).check(z.maxLength(MOST.tournaments), z.refine(unlike, 'must have an id each')), []),
  achievements: z._default(z.array(entrySchema).check(z.maxLength(MOST.achievements), z.refine(unlike, 'must have an id each')), []),
  /** Of several rules for a place, the first counts. */
  prizes: z._default(z.array(prizeSchema).check(z.maxLength(MOST.prizes)), []),
});

export type Catalogue = z.infer<typeof catalogueSchema>;

export const EMPTY_CATALOGUE: Catalogue = { activities: [], tournaments: [], achievements: [], prizes: [] };
