import type { ApiSetting, SettingGroup } from '../../contract/running-server.ts';
import type { Calendar } from '../../domain/calendar.ts';
import type { OidcSettings } from '../operators/oidc.ts';
import type { DataPlace } from './data-place.ts';
import { BrokenRule } from '../store/postgres/database/database-address.ts';
import { misspeltSettings } from './misspelt-settings.ts';
import { type Setting, type SettingName, SETTINGS, type SettingValues } from './settings-table.ts';

/** Everything an operator can set, from the environment. */
export type LiveSettings = ReturnType<typeof parseLiveSettings>;

const NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** What an organisation’s sign-in needs, beside LAURELS_URL. */
const OIDC = ['LAURELS_OIDC_ISSUER', 'LAURELS_OIDC_CLIENT_ID', 'LAURELS_OIDC_CLIENT_SECRET'] as const satisfies readonly SettingName[];

/**
 * Reads the settings of the live edition from the environment, once.
 * @throws {Error} naming every setting that is wrong at once, what it is and what it must be; a key and an address with
 *   a password are not repeated.
 */
export function parseLiveSettings(env: Readonly<Record<string, string | undefined>>) {
  const set = (name: SettingName) => env[name]?.trim() || undefined;
  const faults: string[] = [];
  const values: Partial<Record<SettingName, unknown>> = {};
  const told: (ApiSetting & { readonly group: SettingGroup })[] = [];
  for (const name of NAMES) {
    const setting: Setting<unknown> = SETTINGS[name];
    const { group, meaning, rule, byDefault, unset, toldUnset = null } = setting;
    const text = set(name) ?? byDefault;
    try {
      values[name] = text === undefined ? unset : setting.parse(text);
      if (text !== undefined && values[name] === undefined) throw new BrokenRule(rule);
      const known = text === undefined ? toldUnset : setting.told === undefined ? text : setting.told(values[name]);
      // There is no folder where the data is in a database.
      const value = name === 'LAURELS_DATA' && set('LAURELS_DATABASE') !== undefined ? null : known;
      told.push({ name, group, state: set(name) === undefined ? 'default' : 'set', value, rule, meaning });
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error;
      faults.push(`${name} ${error.message}${setting.told === undefined ? `; it is ${JSON.stringify(env[name])}` : ''}`);
    }
  }
  if (set('LAURELS_DATA') !== undefined && set('LAURELS_DATABASE') !== undefined)
    faults.push('LAURELS_DATA and LAURELS_DATABASE are both set. The data is in a folder or in a database: set one of them');
  const oidc = OIDC.filter((name) => set(name) !== undefined);
  if (oidc.length > 0 && (oidc.length < OIDC.length || set('LAURELS_URL') === undefined))
    faults.push(`${OIDC.join(', ')} and LAURELS_URL go together: set all of them, or none of the first three`);
  if (faults.length > 0) throw new Error(`Cannot start with these settings:\n${faults.map((fault) => `  ${fault}.`).join('\n')}`);
  // All of them were read.
  const data = values as SettingValues;
  const calendar: Calendar = { timeZone: data.LAURELS_TIME_ZONE, weekStart: data.LAURELS_WEEK_START };
  const place: DataPlace =
    data.LAURELS_DATABASE === undefined
      ? { kind: 'folder', folder: data.LAURELS_DATA }
      : { kind: 'postgres', address: data.LAURELS_DATABASE };
  const organisation: OidcSettings | undefined =
    data.LAURELS_OIDC_ISSUER === undefined
      ? undefined
      : {
          issuer: data.LAURELS_OIDC_ISSUER,
          clientId: data.LAURELS_OIDC_CLIENT_ID!,
          clientSecret: data.LAURELS_OIDC_CLIENT_SECRET!,
          name: data.LAURELS_OIDC_NAME,
        };
  const saidCalendar: Partial<Calendar> = {
    ...(set('LAURELS_TIME_ZONE') !== undefined && { timeZone: calendar.timeZone }),
    ...(set('LAURELS_WEEK_START') !== undefined && { weekStart: calendar.weekStart }),
  };
  return {
    /** 0 means any free one. */
    port: data.PORT,
    host: data.HOST,
    /** A folder as given. */
    data: place,
    /** The calendar of boards that are made without one. */
    calendar,
    /** The board that is made when there is none. */
    firstBoard: { title: data.LAURELS_BOARD_TITLE, calendar },
    /** What of the calendar was set, and is not the default. */
    saidCalendar,
    /** A first key chosen by the operator. */
    apiKey: data.LAURELS_API_KEY,
    /** The organisation’s sign-in, if there is one. */
    oidc: organisation,
    /** Requests a minute, or `off`. */
    rateLimit: data.LAURELS_RATE_LIMIT,
    /** Where visitors find the site, without a slash at the end; `undefined` where nobody said. */
    url: data.LAURELS_URL,
    /** How many proxies of the operator's own stand in front: so many entries of X-Forwarded-For are believed. */
    trustedProxies: data.LAURELS_TRUSTED_PROXIES,
    /** Where backups of the data folder are made (as given), how often in milliseconds, and how many are kept. */
    backup: { folder: data.LAURELS_BACKUP_FOLDER, everyMs: data.LAURELS_BACKUP_EVERY, keep: data.LAURELS_BACKUP_KEEP },
    /** How long a period stays open after its end for what is on its way, in milliseconds. */
    graceMs: data.LAURELS_GRACE * 1000,
    /** How far browsers remember to come by https only. */
    hsts: data.LAURELS_HSTS,
    /** Whose pages may read the API in a browser. */
    readOrigins: data.LAURELS_READ_ORIGINS,
    /** Whose pages may show ours in a frame. */
    frameOrigins: data.LAURELS_FRAME_ORIGINS,
    /** Where figures are served; nowhere, if nobody said. */
    metrics: data.LAURELS_METRICS,
    /** How much is logged, and how it is written. */
    log: data.LAURELS_LOG,
    /** A sentence about each variable that looks like a setting and is none. */
    misspelt: misspeltSettings(env, NAMES),
    /** Where webhooks may lead: to the internet, and to what the operator allows of their own network. */
    mayReach: data.LAURELS_WEBHOOK_ALLOW,
    /** All of them as operators are told, in the order of the table. */
    told,
  };
}
