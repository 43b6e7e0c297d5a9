// What an act would do to the ranks, told before it is done.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { countSchema, dateSchema, playerSchema, rankSchema } from '../parts/answer-parts.ts';

/** How every act that moves ranks is asked for. */
export const PREVIEW_QUERY = z.strictObject({
  preview: z.optional(
    z.literal('1', 'must be 1, or be left out').register(z.globalRegistry, { description: 'Change nothing, and tell what would change.' }),
  ),
  since: z.optional(
    z.string().check(z.minLength(1), z.maxLength(4000)).register(z.globalRegistry, {
      description:
        'The "since" of a preview: if that preview would not say the same any more, the act is refused with 409 and nothing changes.',
    }),
  ),
});

/** What is said of both in the descriptions of endpoints. */
export const PREVIEW_RULE =
  'With "?preview=1" nothing changes: you are told who would move where, and whether a podium or a prize would change. Send the "since" ' +
  'of that answer with the act, and it is refused with 409 if something that matters changed meanwhile, with what changed.';

const placeSchema = z.object({ rank: rankSchema, points: z.int() });

const podiumSchema = z.array(playerSchema).check(z.maxLength(3));

/** How many prizes a preview names at most. */
export const MOST_DUE = 100;

/** What a preview says of one period of a board. */
export const previewedPeriodSchema = z.object({
  board: z.string(),
  kind: z.enum(PERIOD_KINDS),
  /** The first day of the period on the board’s calendar; null for all time. */
  from: z.nullable(dateSchema),
  /** Those whom the act is about, at most twenty of them, with their places as they are and as they would be; null where they are not ranked. */
  players: z.array(z.object({ player: playerSchema, before: z.nullable(placeSchema), after: z.nullable(placeSchema) })),
  /** How many others would have another rank. */
  others: countSchema,
  /** The first three, as they are and as they would be. */
  podium: z.object({ changes: z.boolean(), before: podiumSchema, after: podiumSchema }),
  /** Who would win something else, best ranks first; null where it is nothing. */
  prizes: z.array(z.object({ player: playerSchema, before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});

export const previewSchema = z.object({
  preview: z.literal(true),
  /** Names what the preview is of: send it with the act. */
  since: z.string(),
  /** Whether any podium would change. */
  podium: z.boolean(),
  /** Whether anybody would win something else. */
  prizes: z.boolean(),
  /** Those in which somebody would move, boards by name. */
  periods: z.array(previewedPeriodSchema),
  /** Of a period that would be final: how many prizes would be due, and the first hundred of them by rank. */
  due: z.optional(
    z.object({
      total: countSchema,
      first: z.array(z.object({ rank: rankSchema, prize: z.string(), player: playerSchema })).check(z.maxLength(MOST_DUE)),
    }),
  ),
});

export type ApiPreview = z.infer<typeof previewSchema>;

export type PreviewedPeriod = ApiPreview['periods'][number];
