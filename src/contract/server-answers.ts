// What operators are told of the server that runs.
import * as z from 'zod/mini';

import { actorSchema } from './operation/audit.ts';
import { countSchema, playerSchema, timeSchema } from './parts/answer-parts.ts';

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

const settingSchema = z.object({
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

const workSchema = z.object({
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

export const workListSchema = z.object({ work: z.array(workSchema) });
