// What operators are told of the server that runs.
import * as z from 'zod/mini';

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
