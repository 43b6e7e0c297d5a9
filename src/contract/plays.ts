// Plays: attempts that a game without a server begins and finishes with a public key.
import * as z from 'zod/mini';

import { ENDING_KINDS } from '../domain/calendar.ts';
import { endpoints } from './endpoint.ts';
import { POINTS_ANSWERS } from './game-endpoints.ts';
import { guestSecretSchema } from './guests.ts';
import { countSchema, timeSchema } from './parts/answer-parts.ts';
import { boardNameSchema, line } from './parts/text-rules.ts';
import { pointsSchema } from './points-event.ts';

/** A signed play. */
export const playSchema = z.string().check(z.regex(/^lp_[\w-]{1,600}\.[\w-]{43}$/, 'must be a play, which begins with lp_'));

/** The longest replay, in bytes of UTF-8. */
const MAX_REPLAY_BYTES = 64 * 1024;

/** Room for a replay in which JSON escapes every character with six bytes, and for the rest of the body. */
const MAX_FINISH_BYTES = 6 * MAX_REPLAY_BYTES + 4096;

const replaySchema = z
  .string()
  .check(z.refine((text) => new TextEncoder().encode(text).length <= MAX_REPLAY_BYTES, `must be text of at most ${MAX_REPLAY_BYTES} bytes`))
  .register(z.globalRegistry, { maxLength: MAX_REPLAY_BYTES });

/** How to verify that a seed was not chosen late. */
export const PROOF =
  'Keep "next.hash" until "next.start": it is the SHA-256, in hexadecimal digits, of the text that is "seed" from then on, so nobody can have chosen that seed in between.';

export const challengeSchema = z.object({
  board: z.string(),
  /** Whether the board shows it as its challenge: plays then count for the day that they began on. */
  isOn: z.boolean(),
  /** The maximum number of plays per player and day; null without a limit. */
  attempts: z.nullable(countSchema),
  period: z.enum(ENDING_KINDS),
  start: timeSchema,
  /** 32 hexadecimal digits. */
  seed: z.string(),
  next: z.object({ start: timeSchema, end: timeSchema, hash: z.string() }),
  /** How to verify the next seed. */
  proof: z.string(),
});

const begunPlaySchema = z.object({
  /** The signed play, which is needed to finish it. */
  play: z.string(),
  /** The id that its event will get. */
  id: z.string(),
  board: z.string(),
  username: z.string(),
  begun: timeSchema,
  /** When it can be finished without being put on hold, and the deadline for finishing it at all. */
  earliest: timeSchema,
  latest: timeSchema,
  /** The seed of the board’s day on which it began, the same for everyone. */
  seed: z.string(),
  /** When that day began. */
  day: timeSchema,
  /** The player's remaining plays on that day, including this one; null without a limit. */
  left: z.nullable(countSchema),
});

export const PLAY_ENDPOINTS = endpoints({
  beginPlay: {
    route: 'POST /api/v1/plays',
    role: 'play',
    summary: 'Begin a play',
    description:
      'Starts a play of a guest and returns it signed. Finish it once, between "earliest" and "latest" by the server’s clock, with the same ' +
      'API key. Nothing is stored until then, so abandoned plays cost nothing. On a board with a daily challenge, a play counts for the day ' +
      'it began on, and 409 means that no attempt is left on that day, or too little time.',
    body: z.strictObject({ board: boardNameSchema, guest: guestSecretSchema, version: z.optional(line(32)) }),
    example: { board: 'main', guest: `lg_7k3mq9tx04rb_${'A'.repeat(43)}`, version: '1.4.0' },
    answers: { 201: { description: 'The play', schema: begunPlaySchema } },
    problems: [404, 409],
  },
  finishPlay: {
    route: 'POST /api/v1/plays/{play}/finish',
    role: 'play',
    summary: 'Finish a play',
    description:
      'Records the points as one event with the id of the play. Finishing is idempotent: the same points sent again count once and get the ' +
      'same answer, also after "latest"; other points are refused. Points over a limit of the board are put on hold, with a "reason" to show ' +
      'to the player. "replay" is whatever the game needs to show the play again, as text or base64. The replays of the best plays of each ' +
      'day are kept for operators.',
    body: z.strictObject({ points: pointsSchema, activity: z.optional(line(64)), replay: z.optional(replaySchema) }),
    maxBodyBytes: MAX_FINISH_BYTES,
    example: { points: 120 },
    answers: POINTS_ANSWERS,
    problems: [409, 410, 422],
  },
  challenge: {
    route: 'GET /api/v1/boards/{board}/challenge',
    role: 'read',
    summary: 'Read the seed of a day',
    description:
      'The seed of the board’s current day, week or month, for games in which everybody gets the same, and the hash of the next one. ' +
      `${PROOF} Plays get the seed of the day.`,
    query: z.strictObject({ period: z.optional(z.enum(ENDING_KINDS)) }),
    answers: { 200: { description: 'The seed, and the hash of the next', schema: challengeSchema } },
  },
  replay: {
    route: 'GET /api/v1/boards/{board}/replays/{event}',
    role: 'viewer',
    summary: 'Download the replay of a play',
    description:
      'As the game sent it. Replays are kept for the best play of each of a day’s best players, as many as the board’s limits say, and ' +
      'likewise for plays on hold, for the last 30 days with replays.',
    answers: { 200: { description: 'The replay', schema: z.string(), contentType: 'text/plain' } },
    problems: [404],
  },
});
