// The running server: overview, settings and long-running jobs.
import * as z from 'zod/mini';

import { ENDING_KINDS } from '../domain/calendar.ts';
import { actorSchema } from './operation/audit.ts';
import { importSchema } from './operation/ledger.ts';
import { countSchema, dateSchema, playerSchema, timeSchema } from './parts/answer-parts.ts';
import { ROLES } from './role.ts';

/** Titles of the groups of settings, in order. */
export const SETTING_GROUPS = {
  network: 'Network',
  privacy: 'Privacy',
  data: 'Data',
  boards: 'Boards and periods',
  access: 'Access and limits',
  backups: 'Backups',
  watching: 'Logs and metrics',
} as const;

export type SettingGroup = keyof typeof SETTING_GROUPS;

export const settingSchema = z.object({
  /** The environment variable. */
  name: z.string(),
  /** `default`: not set. */
  state: z.enum(['set', 'default']),
  /** The value, null if empty. Secrets are "set" or "not set", and URLs have no password. */
  value: z.nullable(z.string()),
  /** The valid values. */
  rule: z.string(),
  /** Its effect, in a few sentences. */
  meaning: z.string(),
});

export type ApiSetting = z.infer<typeof settingSchema>;

export const settingsSchema = z.object({
  groups: z.array(z.object({ name: z.string(), title: z.string(), settings: z.array(settingSchema) })),
});

export const workSchema = z.object({
  id: z.string(),
  what: z.enum(['backup', 'drill', 'merge', 'erasure', 'import']),
  /** For a merge, source and target; for an erasure, the player. With current names. */
  players: z.array(playerSchema),
  /** The file of a backup, a drill or an import. */
  subject: z.nullable(z.string()),
  /** The board of an import. */
  board: z.nullable(z.string()),
  /** Null if not recorded. */
  by: z.nullable(actorSchema),
  startedAt: timeSchema,
  /** Progress in events. Null before counting, and for work of another process. */
  done: z.nullable(countSchema),
  total: z.nullable(countSchema),
  state: z.enum(['under-way', 'done', 'failed']),
  endedAt: z.nullable(timeSchema),
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
  /** When results become final, unless an import holds the period open. */
  finalAt: timeSchema,
  hasPrizes: z.boolean(),
});

/** Periods of any boards that end together. */
const endingSchema = z.object({
  endsAt: timeSchema,
  /** When the last of them becomes final, unless an import holds it open. */
  finalAt: timeSchema,
  kinds: z.array(z.enum(ENDING_KINDS)),
  boards: countSchema,
  boardsWithPrizes: countSchema,
  /** The first board with prizes, or else the first. */
  board: z.object({ name: z.string(), title: z.string() }),
});

const countedSchema = { events: countSchema, /** Distinct ones. */ players: countSchema, /** Events or requests. */ refused: countSchema };

/** The steps of setting up a site, in order. */
export const SETUP_STEPS = ['write-key', 'first-point', 'board-title', 'prizes', 'logo', 'backup'] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

/** The title of the board that a new server starts with. */
export const FIRST_TITLE = 'Leaderboard';

export const overviewSchema = z.object({
  at: timeSchema,
  /** Events of all processes since the responding one started. */
  events: z.object({
    /** Over the last ten seconds. */
    perSecond: z.number(),
    /** Up to sixty minutes, oldest first; the last is incomplete. */
    minutes: z.array(countSchema),
    since: timeSchema,
  }),
  /** Active keys: by number of events in the last 24 hours, then by most recent post. */
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      lastUsedAt: z.nullable(timeSchema),
      lastEventAt: z.nullable(timeSchema),
      /** In the last 24 hours. */
      events: countSchema,
    }),
  ),
  /** Events received, by hour for 24 hours and by day for 30 days (UTC), oldest first; the last of each is incomplete. */
  activity: z.object({
    /** When counting began. */
    since: timeSchema,
    hours: z.array(z.object({ start: timeSchema, ...countedSchema })),
    days: z.array(z.object({ day: dateSchema, ...countedSchema })),
    /** The five with the most events in these hours. */
    boards: z.array(z.object({ name: z.string(), title: z.string(), events: countSchema })),
  }),
  /** The next ten times at which periods end, earliest first; past ones have periods that are not final yet. */
  endings: z.array(endingSchema),
  /** Provisional periods. */
  reviews: z.array(closingSchema),
  /** Points on hold. */
  held: countSchema,
  payoutsDue: countSchema,
  imports: z.array(importSchema),
  /** Null with PostgreSQL. */
  disk: z.nullable(z.object({ freeBytes: countSchema, totalBytes: countSchema, databaseBytes: countSchema })),
  backups: z.object({
    schedule: z.nullable(z.object({ everySeconds: z.number(), keep: countSchema })),
    newestAt: z.nullable(timeSchema),
    /** The problem with backups, or why there are none. */
    trouble: z.nullable(z.string()),
  }),
  webhooks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['on', 'off']),
      /** The reason it is off, if the receiver answered 410. */
      reason: z.nullable(z.string()),
      waiting: countSchema,
      failed: countSchema,
    }),
  ),
  /** All processes that share the data. */
  processes: z.array(
    z.object({
      id: z.string(),
      /** Whether it is the responding one. */
      isThis: z.boolean(),
      heardAt: timeSchema,
      /** Null if unknown. */
      startedAt: z.nullable(timeSchema),
      version: z.nullable(z.string()),
      memoryBytes: z.nullable(countSchema),
    }),
  ),
  /** The remaining steps of setting up the site. */
  setup: z.array(z.enum(SETUP_STEPS)),
  canStore: z.boolean(),
  /** The warnings from /readyz. */
  troubles: z.array(z.string()),
});

export type ApiOverview = z.infer<typeof overviewSchema>;

export const SERVER_ENDPOINTS = {
  overview: {
    route: 'GET /api/v1/overview',
    role: 'viewer',
    summary: 'Read the overview',
    description:
      'The server at a glance: events per second, activity by hour and day, when each key last posted, when periods end next, points on ' +
      'hold, backups, disk, webhooks, processes and warnings. Refreshed at most once a second. Counts by minute cover all processes, but ' +
      'nothing from before the answering process started. Counts by hour and day are kept; other processes’ can be a minute late.',
    answers: { 200: { description: 'The overview', schema: overviewSchema } },
  },
  settings: {
    route: 'GET /api/v1/settings',
    role: 'viewer',
    summary: 'Read the server’s settings',
    description:
      'Every environment variable that the server knows, in groups: its value, whether it is set, valid values and effect. Secrets only say ' +
      'whether they are set. Changes take effect on restart.',
    answers: { 200: { description: 'The settings', schema: settingsSchema } },
  },
  work: {
    route: 'GET /api/v1/work',
    role: 'viewer',
    summary: 'List long-running jobs',
    description:
      'Backups and their drills, player merges and erasures in this process, with their progress, and merges and imports of all processes. Running jobs come ' +
      'first, oldest first; then those that ended here in the last ten minutes, newest first. Jobs continue when the caller disconnects.',
    answers: { 200: { description: 'The jobs', schema: z.object({ work: z.array(workSchema) }) } },
  },
} as const;
