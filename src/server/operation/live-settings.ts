import type { ApiSetting, SettingGroup } from '../../contract/running-server.ts';
import type { Calendar } from '../../domain/calendar.ts';
import type { OidcSettings } from '../operators/oidc.ts';
import type { DataPlace } from './data-place.ts';
import { BrokenRule } from '../store/postgres/database/database-address.ts';
import { misspeltSettings } from './misspelt-settings.ts';
import { type Setting, type SettingName, SETTINGS, type SettingValues } from './settings-table.ts';

export type LiveSettings = ReturnType<typeof parseLiveSettings>;

const NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The settings that single sign-on needs, besides LAURELS_URL. */
const OIDC = ['LAURELS_OIDC_ISSUER', 'LAURELS_OIDC_CLIENT_ID', 'LAURELS_OIDC_CLIENT_SECRET'] as const satisfies readonly SettingName[];

/**
 * Parses the settings of the live edition.
 * @throws {Error} listing all invalid settings, with their values unless they may contain secrets.
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
      const value = name === 'LAURELS_DATA' && set('LAURELS_DATABASE') !== undefined ? null : known;
      told.push({ name, group, state: set(name) === undefined ? 'default' : 'set', value, rule, meaning });
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error;
      faults.push(`${name} ${error.message}${setting.told === undefined ? `, not ${JSON.stringify(env[name])}` : ''}`);
    }
  }
  if (set('LAURELS_DATA') !== undefined && set('LAURELS_DATABASE') !== undefined)
    faults.push('LAURELS_DATA and LAURELS_DATABASE are both set: set only one of them');
  const oidc = OIDC.filter((name) => set(name) !== undefined);
  if (oidc.length > 0 && (oidc.length < OIDC.length || set('LAURELS_URL') === undefined))
    faults.push(`${OIDC.join(', ')} and LAURELS_URL go together: set all of them, or none of the first three`);
  if (faults.length > 0) throw new Error(`Cannot start with these settings:\n${faults.map((fault) => `  ${fault}.`).join('\n')}`);
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
    /** 0: any free port. */
    port: data.PORT,
    host: data.HOST,
    /** A folder as given, possibly relative. */
    data: place,
    /** The default calendar of new boards. */
    calendar,
    /** The board created if there is none. */
    firstBoard: { title: data.LAURELS_BOARD_TITLE, calendar },
    /** The explicitly set parts of the calendar. */
    saidCalendar,
    apiKey: data.LAURELS_API_KEY,
    /** In the demo, the public key of its game. */
    playKey: undefined as string | undefined,
    /** Single sign-on, if set up. */
    oidc: organisation,
    /** Threads that answer requests, including the writer. */
    threads: data.LAURELS_THREADS,
    /** Requests per minute, or `off`. */
    rateLimit: data.LAURELS_RATE_LIMIT,
    /** The public origin, if set. */
    url: data.LAURELS_URL,
    /** The number of trusted entries of X-Forwarded-For. */
    trustedProxies: data.LAURELS_TRUSTED_PROXIES,
    /** The folder as given, interval in milliseconds, number kept. */
    backup: { folder: data.LAURELS_BACKUP_FOLDER, everyMs: data.LAURELS_BACKUP_EVERY, keep: data.LAURELS_BACKUP_KEEP },
    /** How long a period accepts late points after its end, in milliseconds. */
    graceMs: data.LAURELS_GRACE * 1000,
    hsts: data.LAURELS_HSTS,
    readOrigins: data.LAURELS_READ_ORIGINS,
    frameOrigins: data.LAURELS_FRAME_ORIGINS,
    /** How visitors reach the operator, if set. */
    contact: data.LAURELS_CONTACT,
    /** `on`, `off`, or the URL of the operator's own policy. */
    privacyPage: data.LAURELS_PRIVACY_PAGE,
    /** Where to serve metrics, if set. */
    metrics: data.LAURELS_METRICS,
    log: data.LAURELS_LOG,
    /** A warning for each variable that looks like a setting but is not one. */
    misspelt: misspeltSettings(env, NAMES),
    /** Addresses that webhooks may reach: the internet, and allowed private networks. */
    mayReach: data.LAURELS_WEBHOOK_ALLOW,
    /** All settings as shown to operators, in order. */
    told,
  };
}
