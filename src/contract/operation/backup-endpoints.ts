// What an operator asks about backups.
import * as z from 'zod/mini';

import { countSchema, timeSchema } from '../parts/answer-parts.ts';

export const backupsSchema = z.object({
  /** Where the server makes them, how often, and how many it keeps, the newest ones; null if it makes none. */
  schedule: z.nullable(z.object({ folder: z.string(), everySeconds: countSchema, keep: countSchema })),
  /** What an operator should look at; null if all is well. */
  trouble: z.nullable(z.string()),
  /** Newest first. */
  backups: z.array(
    z.object({
      name: z.string(),
      madeAt: timeSchema,
      bytes: countSchema,
      /** `manual`: somebody asked for it. */
      origin: z.enum(['scheduled', 'manual']),
      /** Whether it says of itself that it was folded from its first event on and added up, as every backup is before it gets its name. */
      checked: z.boolean(),
    }),
  ),
});

export const madeBackupSchema = z.object({
  /** With the folder, on the machine of the server. */
  file: z.string(),
  bytes: countSchema,
  events: countSchema,
  standings: countSchema,
});

export const BACKUP_ENDPOINTS = {
  backups: {
    route: 'GET /api/v1/backups',
    role: 'viewer',
    summary: 'List the backups',
    description:
      'Those in the folder of the server. Without a folder, and of a PostgreSQL database, there are none, and "trouble" says why.',
    answers: { 200: { description: 'The backups that are kept', schema: backupsSchema } },
  },
  makeBackup: {
    route: 'POST /api/v1/backups',
    role: 'operator',
    summary: 'Make a backup now',
    description:
      'Into the folder of the server, beside those that it makes by schedule; the oldest goes if there are too many. You get the answer when ' +
      'it is made and checked: some seconds for 100,000 events. If you are cut off, it goes on, and the list has it when it is ' +
      'made. Refused with 409 while another one is made, and if it failed, with why. Refused with 409 where the server has no folder for ' +
      'backups (LAURELS_BACKUP_FOLDER), and of a PostgreSQL database, which PostgreSQL backs up.',
    answers: { 201: { description: 'The backup', schema: madeBackupSchema } },
    problems: [409],
  },
} as const;
