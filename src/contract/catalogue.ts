import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../domain/calendar.ts';
import { MOST_MINUTES } from '../domain/earning/activity.ts';
import { limitSchema, rankSchema } from './parts/answer-parts.ts';
import { keptLinkSchema, linkSchema } from './parts/link-rules.ts';
import { boardNameSchema, emojiSchema, line } from './parts/text-rules.ts';

/** The most entries of each kind: enough for a catalogue written by hand or generated with a script. */
export const MOST = { activities: 200, tournaments: 2000, achievements: 2000, prizes: 500 } as const;

const idSchema = z
  .string()
  .check(z.refine((id) => /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(id), 'must be 1 to 64 lowercase letters, digits and hyphens'));

/** At most `most` entries with distinct ids. */
function listOf<T extends z.ZodMiniType>(entry: T, most: number) {
  return z._default(z.array(entry).check(z.maxLength(most), DISTINCT_IDS), []);
}

/** Reports duplicate ids even if there are other faults, so that all are reported at once. */
const DISTINCT_IDS = z.check<unknown[]>(
  ({ value, issues }) => {
    const first = new Map<string, number>();
    for (const [i, entry] of value.entries()) {
      if (!isObject(entry) || typeof entry['id'] !== 'string') continue;
      const before = first.get(entry['id']);
      if (before === undefined) first.set(entry['id'], i);
      else issues.push({ code: 'custom', input: entry['id'], path: [i, 'id'], message: `must differ from the id of entry ${before}` });
    }
  },
  { when: ({ value }) => Array.isArray(value) },
);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The catalogue schema, with `text` making the schema of a text from its maximum length. */
function catalogueOf(text: (longest: number) => z.ZodMiniString, link: z.ZodMiniString) {
  const activitySchema = z.strictObject({
    id: idSchema,
    title: text(80),
    description: text(300),
    points: z.int().check(z.minimum(1)),
    difficulty: z.enum(['Easy', 'Medium', 'Hard']),
    timeRequired: text(30),
    /** Duration for plans; if omitted, derived from `timeRequired` where possible. */
    minutes: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_MINUTES))),
    limit: z.optional(z.strictObject(limitSchema.shape)),
    link: z.optional(link),
  });

  const entrySchema = z.strictObject({
    id: idSchema,
    title: text(80),
    subtitle: text(120),
    avatar: emojiSchema,
    extra: text(60),
    link: z.optional(link),
  });

  /** A prize for ranks `from` to `to` (default: `from`), on all boards and in all periods unless one is named. */
  const prizeSchema = z
    .strictObject({
      board: z.optional(boardNameSchema),
      period: z.optional(z.enum(PERIOD_KINDS)),
      from: rankSchema,
      to: z.optional(rankSchema),
      prize: text(40),
    })
    .check(
      z.refine(({ from, to }) => to === undefined || to >= from, {
        error: 'must not be less than "from"',
        path: ['to'],
        // Runs even if there are other faults, so that all are reported at once.
        when: ({ value }) => isObject(value) && typeof value['from'] === 'number' && typeof value['to'] === 'number',
      }),
    );

  return z.strictObject({
    activities: listOf(activitySchema, MOST.activities),
    tournaments: listOf(entrySchema, MOST.tournaments),
    achievements: listOf(entrySchema, MOST.achievements),
    /** If several match a rank, the first wins. */
    prizes: z._default(z.array(prizeSchema).check(z.maxLength(MOST.prizes)), []),
  });
}

/** Activities, tournaments, achievements and prizes as one document that can be kept in a file and diffed. */
export const catalogueSchema = catalogueOf(line, linkSchema);

/** A stored catalogue. Its texts were validated on input. */
export const keptCatalogueSchema = catalogueOf(() => z.string(), keptLinkSchema);

export type Catalogue = z.infer<typeof catalogueSchema>;

export const EMPTY_CATALOGUE: Catalogue = { activities: [], tournaments: [], achievements: [], prizes: [] };
