// Previews: the effect of an act on ranks, podiums and prizes.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { countSchema, dateSchema, playerSchema, rankSchema } from '../parts/answer-parts.ts';

/** The query of every act that changes ranks. */
export const PREVIEW_QUERY = z.strictObject({
  preview: z.optional(
    z
      .literal('1', 'must be 1, or be left out')
      .register(z.globalRegistry, { description: 'Change nothing, and return what would change.' }),
  ),
  since: z.optional(
    z.string().check(z.minLength(1), z.maxLength(4000)).register(z.globalRegistry, {
      description: 'The "since" of a preview. If the preview is out of date, the request is refused with 409 and nothing changes.',
    }),
  ),
});

/** Documents both parameters in endpoint descriptions. */
export const PREVIEW_RULE =
  'With "?preview=1" nothing changes: the answer shows which ranks, podiums and prizes would change. Send its "since" with the real ' +
  'request to get 409, with the differences, if anything relevant changed in between.';

/** Documents bulk acts in endpoint descriptions. */
export const MANY_RULE =
  'One action with one audit entry and one undo. If someone dealt with a selected item meanwhile, nothing happens and you get 409 with what ' +
  'changed.';

const placeSchema = z.object({ rank: rankSchema, points: z.int() });

const podiumSchema = z.array(playerSchema).check(z.maxLength(3));

/** The most prizes in a preview. */
export const MOST_DUE = 100;

/** A preview of one period of a board. */
export const previewedPeriodSchema = z.object({
  board: z.string(),
  kind: z.enum(PERIOD_KINDS),
  /** The first day of the period on the board’s calendar; null for all time. */
  from: z.nullable(dateSchema),
  /** The subjects of the act, at most twenty, with their ranks now and after it; null if not ranked. */
  players: z.array(z.object({ player: playerSchema, before: z.nullable(placeSchema), after: z.nullable(placeSchema) })),
  /** How many other players would change rank. */
  others: countSchema,
  /** The top three now and after the act. */
  podium: z.object({ changes: z.boolean(), before: podiumSchema, after: podiumSchema }),
  /** Players whose prize would change, best rank first. Null means no prize. */
  prizes: z.array(z.object({ player: playerSchema, before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});

export const previewSchema = z.object({
  preview: z.literal(true),
  /** Identifies the previewed state: send it with the act. */
  since: z.string(),
  /** Whether any podium would change. */
  podium: z.boolean(),
  /** Whether any prize would change hands. */
  prizes: z.boolean(),
  /** The periods in which a player would move, by board name. */
  periods: z.array(previewedPeriodSchema),
  /** For a bulk act: how many items it would change, and how many it would leave unchanged. */
  selected: z.optional(z.object({ changed: countSchema, refused: countSchema })),
  /** For a ban: how many held events it would reject, and how many events it would void. */
  ban: z.optional(z.object({ held: countSchema, events: countSchema })),
  /** For a period that would become final: the prizes due, the first hundred by rank. */
  due: z.optional(
    z.object({
      total: countSchema,
      first: z.array(z.object({ rank: rankSchema, prize: z.string(), player: playerSchema })).check(z.maxLength(MOST_DUE)),
    }),
  ),
});

export type ApiPreview = z.infer<typeof previewSchema>;

export type PreviewedPeriod = ApiPreview['periods'][number];
