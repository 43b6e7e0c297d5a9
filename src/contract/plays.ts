// Plays: what a game without a server begins and finishes with a public key.
import * as z from 'zod/mini';

import { endpoints } from './endpoint.ts';
import { POINTS_ANSWERS } from './game-endpoints.ts';
import { timeSchema } from './parts/answer-parts.ts';
import { boardNameSchema, line } from './parts/text-rules.ts';
import { pointsSchema } from './points-event.ts';

/** A guest's secret, which contains their username. */
export const guestSecretSchema = z
  .string()
  .check(z.regex(/^lg_[0-9a-z]{12}_[\w-]{43}$/, 'must be the secret of a guest, which begins with lg_'));

/** A signed play. */
export const playSchema = z.string().check(z.regex(/^lp_[\w-]{1,600}\.[\w-]{43}$/, 'must be a play, which begins with lp_'));

export const begunPlaySchema = z.object({
  /** The signed play, which finishes it. */
  play: z.string(),
  /** The id that its event will have. */
  id: z.string(),
  board: z.string(),
  username: z.string(),
  begun: timeSchema,
  /** When it can be finished without being put on hold, and until when it can be finished at all. */
  earliest: timeSchema,
  latest: timeSchema,
});

export const newGuestSchema = z.object({
  /** In the addresses of their pages. */
  username: z.string(),
  /** What others see. */
  name: z.string(),
  /** The game keeps it, for the guest’s plays. Shown only once. */
  secret: z.string(),
  /** The guest keeps it, to go on elsewhere. Shown only once. */
  code: z.string(),
});

export const PLAY_ENDPOINTS = endpoints({
  createGuest: {
    route: 'POST /api/v1/guests',
    role: 'play',
    summary: 'Create a guest',
    description:
      'A player without an account. Leave out "name" to have one generated. A name that is taken, or looks like the name of another player or ' +
      'guest, is refused. Keep "secret" on the player’s device and show them "code": both are returned only once. A guest appears on a ' +
      'board with their first points.',
    body: z.strictObject({ name: z.optional(line(24)) }),
    example: { name: 'Ada' },
    answers: { 201: { description: 'The guest, with the secret and the recovery code', schema: newGuestSchema } },
    problems: [409],
  },
  beginPlay: {
    route: 'POST /api/v1/plays',
    role: 'play',
    summary: 'Begin a play',
    description:
      'Starts a play of a guest and returns it signed. Finish it once, between "earliest" and "latest" by the server’s clock, with the same ' +
      'API key. Nothing is stored until then, so abandoned plays cost nothing.',
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
      'to the player.',
    body: z.strictObject({ points: pointsSchema, activity: z.optional(line(64)) }),
    example: { points: 120 },
    answers: POINTS_ANSWERS,
    problems: [409, 410, 422],
  },
});
