// The server that runs: how everything is, its settings, its backups, and what takes long.
import * as z from 'zod/mini';

import { ENDING_KINDS } from '../domain/calendar.ts';
import { actorSchema } from './operation/audit.ts';
import { importSchema } from './operation/ledger.ts';
import { countSchema, dateSchema, playerSchema, timeSchema } from './parts/answer-parts.ts';
import { ROLES } from './role.ts';

/** What settings are about, in the order in which they are told. */
export const SETTING_GROUPS = {
  network: 'How it is reached',
  data: 'Where the data is',
  boards: 'Boards and periods',
  access: 'Who may do how much',
  backups: 'Backups',
  watching: 'Log and figures',
} as const;

export type SettingGroup = keyof typeof SETTING_GROUPS;

export const settingSchema = z.object({
  /** The environment variable. */
  name: z.string(),
  /** `default`: nobody set it. */
  state: z.enum(['set', 'default']),
  /** What it is; null if that is nothing. Of a secret only "set" or "not set", and no password in an address. */
  value: z.nullable(z.string()),
  /** What it must be. */
  rule: z.string(),
  /** What it does, in a sentence or a few. */
  meaning: z.string(),
});

export type ApiSetting = z.infer<typeof settingSchema>;

export const settingsSchema = z.object({
  groups: z.array(z.object({ name: z.string(), title: z.string(), settings: z.array(settingSchema) })),
});

export const workSchema = z.object({
  id: z.string(),
  what: z.enum(['backup', 'merge', 'erasure', 'import']),
  /** Of a merge whom and into whom; of an erasure whom. As they are called now. */
  players: z.array(playerSchema),
  /** The file of a backup or of an import. */
  subject: z.nullable(z.string()),
  /** Of an import. */
  board: z.nullable(z.string()),
  /** Null if nobody wrote it down. */
  by: z.nullable(actorSchema),
  startedAt: timeSchema,
  /** How many events are done, of how many. Null as long as it is not known: before the count, and where another process works. */
  done: z.nullable(countSchema),
  total: z.nullable(countSchema),
  state: z.enum(['under-way', 'done', 'failed']),
  endedAt: z.nullable(timeSchema),
  /** Why it failed. */
  failure: z.nullable(z.string()),
});

export type ApiWork = z.infer<typeof workSchema>;

export const closingSchema = z.object({
  board: z.string(),
  title: z.string(),
  kind: z.enum(ENDING_KINDS),
  /** The first day of the period on the board’s calendar. */
  from: dateSchema,
  endsAt: timeSchema,
  /** When its results become final, unless an import holds it open. */
  finalAt: timeSchema,
  /** Whether anything can be won. */
  hasPrizes: z.boolean(),
});

export const overviewSchema = z.object({
  /** When this was so. */
  at: timeSchema,
  /** Recorded by all processes, as far as the one that answers heard of them since it started. */
  events: z.object({
    /** Over the last ten whole seconds. */
    perSecond: z.number(),
    /** Of up to sixty minutes, oldest first; the last one goes on. */
    minutes: z.array(countSchema),
    since: timeSchema,
  }),
  /** Those in use, whoever posted last first. */
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      lastUsedAt: z.nullable(timeSchema),
      lastEventAt: z.nullable(timeSchema),
    }),
  ),
  /** The next ten over all boards, periods that have ended and are not final included. */
  closings: z.array(closingSchema),
  /** Periods whose results are provisional. */
  reviews: z.array(closingSchema),
  /** Points that wait for a decision. */
  held: countSchema,
  payoutsDue: countSchema,
  imports: z.array(importSchema),
  /** Of the data folder; null of a PostgreSQL database. */
  disk: z.nullable(z.object({ freeBytes: countSchema, totalBytes: countSchema, databaseBytes: countSchema })),
  backups: z.object({
    schedule: z.nullable(z.object({ everySeconds: z.number(), keep: countSchema })),
    newestAt: z.nullable(timeSchema),
    /** What is wrong with them, or why none are made. */
    trouble: z.nullable(z.string()),
  }),
  webhooks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['on', 'off']),
      /** Why it is off, if its receiver wanted nothing any more. */
      reason: z.nullable(z.string()),
      waiting: countSchema,
      failed: countSchema,
    }),
  ),
  /** All that share the data. */
  processes: z.array(
    z.object({
      id: z.string(),
      /** Whether it is the one that answers. */
      isThis: z.boolean(),
      heardAt: timeSchema,
      /** Null of one that says nothing of itself. */
      startedAt: z.nullable(timeSchema),
      version: z.nullable(z.string()),
      memoryBytes: z.nullable(countSchema),
    }),
  ),
  /** Whether points can be stored. */
  canStore: z.boolean(),
  /** What an operator should look at, in sentences: as /readyz says it. */
  troubles: z.array(z.string()),
});

export type ApiOverview = z.infer<typeof overviewSchema>;

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

export const SERVER_ENDPOINTS = {
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
  overview: {
    route: 'GET /api/v1/overview',
    role: 'viewer',
    summary: 'Read how everything is',
    description:
      'What an operator looks at first: events a second, when each key last posted, which periods close next, what waits for a decision, ' +
      'backups, disk, webhooks, processes and troubles. It is found out at most once a second. Events are counted by the process that ' +
      'answers, which hears of those of all others; it remembers an hour, and nothing from before it started.',
    answers: { 200: { description: 'How everything is', schema: overviewSchema } },
  },
  settings: {
    route: 'GET /api/v1/settings',
    role: 'viewer',
    summary: 'Read the settings of the server',
    description:
      'Every environment variable that the server knows, in groups: whether it is set, what it is, what it must be and what it does. Of a ' +
      'secret you are told only whether it is set. Settings change when the server is started again.',
    answers: { 200: { description: 'The settings', schema: settingsSchema } },
  },
  work: {
    route: 'GET /api/v1/work',
    role: 'viewer',
    summary: 'Read what takes long and is under way',
    description:
      'Backups, merges of players and erasures that the process works on that you ask, with how far each is; merges and imports of all ' +
      'processes. What is under way comes first, oldest first, and then what ended here in the last ten minutes, newest first. Work goes on ' +
      'if whoever asked for it leaves.',
    answers: { 200: { description: 'The work', schema: z.object({ work: z.array(workSchema) }) } },
  },
} as const;
