import * as z from 'zod/mini';

import { isTimeZone, titleSchema } from '../../contract/parts/text-rules.ts';
import type { Calendar, Weekday } from '../../domain/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { type DatabaseAddress, readDatabaseAddress } from '../store/postgres/database/database-address.ts';
import type { DataPlace } from './data-place.ts';
import { MIN_KEY_LENGTH } from './key-list.ts';
import { ORIGINS_RULE, type Origins, readOrigins } from '../http/other-origins.ts';
import { HSTS, type HstsReach } from '../http/security-headers.ts';
import { LOG_RULE, type LogSettings, readLogSettings } from '../watching/log-settings.ts';
import { METRICS_RULE, type MetricsAddress, readMetricsAddress } from './metrics-address.ts';
import { misspeltSettings } from './misspelt-settings.ts';
import { type MayReach, reachable } from '../webhooks/receiver-address.ts';
import { parsePort } from './port.ts';

/** Requests a minute for each key that writes and each address that reads, unless set. Generous: it stops what runs wild. */
const DEFAULT_RATE_LIMIT = 12_000;

/** Where the data is unless set. */
const DEFAULT_FOLDER = './data';

/** The longest a period may stay open after its end: a day, in seconds. */
const LONGEST_GRACE = 86_400;

/** How long the units of LAURELS_BACKUP_EVERY are. */
const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** What {@link weekdayOf} understands. */
export const WEEKDAY_RULE = 'must be monday to sunday, or a number from 1 (Monday) to 7 (Sunday)';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Everything an operator can set, from the environment. */
export interface LiveSettings {
  /** 0 means any free one. */
  readonly port: number;
  readonly host: string;
  /** A folder as given. */
  readonly data: DataPlace;
  /** The calendar of boards that are made without one. */
  readonly calendar: Calendar;
  /** The board that is made when there is none. */
  readonly firstBoard: { readonly title: string; readonly calendar: Calendar };
  /** What of the calendar was set, and is not the default. */
  readonly saidCalendar: Partial<Calendar>;
  /** A first key chosen by the operator. */
  readonly apiKey: string | undefined;
  /** Requests a minute, or `off`. */
  readonly rateLimit: number | 'off';
  /** Where visitors find the site, without a slash at the end; `undefined` where nobody said. */
  readonly url: string | undefined;
  /** How many proxies of the operator's own stand in front: so many entries of X-Forwarded-For are believed. */
  readonly trustedProxies: number;
  /** Where backups of the data folder are made (as given), how often in milliseconds, and how many are kept. */
  readonly backup: { readonly folder: string | undefined; readonly everyMs: number; readonly keep: number };
  /** How long a period stays open after its end for what is on its way, in milliseconds. */
  readonly graceMs: number;
  /** How far browsers remember to come by https only. */
  readonly hsts: HstsReach;
  /** Whose pages may read the API in a browser. */
  readonly readOrigins: Origins;
  /** Whose pages may show ours in a frame. */
  readonly frameOrigins: Origins;
  /** Where figures are served; nowhere, if nobody said. */
  readonly metrics: MetricsAddress | undefined;
  /** How much is logged, and how it is written. */
  readonly log: LogSettings;
  /** A sentence about each variable that looks like a setting and is none. */
  readonly misspelt: readonly string[];
  /** Where webhooks may lead: to the internet, and to what the operator allows of their own network. */
  readonly mayReach: MayReach;
}

/** Text of the environment; set but empty is the same as not set. */
function setting<T>(fallback: T, parse: (text: string) => T | undefined, rule: string) {
  return z.pipe(
    z.optional(z.string()),
    z.transform((text: string | undefined, context) => {
      if (text === undefined || text.trim() === '') return fallback;
      const value = parse(text.trim());
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', input: text, message: rule });
      return z.NEVER;
    }),
  );
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** The address of a database; its rule depends on what is wrong. */
const databaseSetting = z.pipe(
  z.optional(z.string()),
  z.transform((text: string | undefined, context): DatabaseAddress | undefined => {
    if (text === undefined || text.trim() === '') return undefined;
    const read = readDatabaseAddress(text.trim());
    if (read.state === 'read') return read.address;
    context.issues.push({ code: 'custom', input: text, message: read.rule });
    return z.NEVER;
  }),
);

/** What a message never repeats: a key, or a password in an address, may be in it. */
const SECRET = new Set(['LAURELS_API_KEY', 'LAURELS_DATA', 'LAURELS_DATABASE']);

const settingsSchema = z.object({
  PORT: setting(parsePort(undefined), portOrUndefined, 'must be a whole number from 0 to 65535'),
  HOST: setting('127.0.0.1', (text) => text, 'must be a host name or address'),
  LAURELS_DATA: setting<string | undefined>(
    undefined,
    (text) => (/^postgres(?:ql)?:/i.test(text) ? undefined : text),
    'must be a folder; the address of a database goes into LAURELS_DATABASE',
  ),
  LAURELS_DATABASE: databaseSetting,
  LAURELS_TIME_ZONE: setting(
    'UTC',
    (text) => (isTimeZone(text) ? text : undefined),
    'must be the name of an IANA time zone, such as Europe/Berlin',
  ),
  LAURELS_BOARD_TITLE: setting(
    'Leaderboard',
    (text) => titleSchema.safeParse(text).data,
    'must be a title of 1 to 80 characters in one line, without invisible ones',
  ),
  LAURELS_WEEK_START: setting<Weekday>(1, weekdayOf, WEEKDAY_RULE),
  LAURELS_API_KEY: setting<string | undefined>(
    undefined,
    (text) => (/^[\x21-\x7e]+$/.test(text) && text.length >= MIN_KEY_LENGTH ? text : undefined),
    `must have at least ${MIN_KEY_LENGTH} visible ASCII characters`,
  ),
  LAURELS_RATE_LIMIT: setting<number | 'off'>(
    DEFAULT_RATE_LIMIT,
    (text) => (text.toLowerCase() === 'off' ? 'off' : wholeNumber(text, 1, 999_999_999)),
    'must be a whole number of requests per minute, at least 1, or off',
  ),
  LAURELS_URL: setting<string | undefined>(
    undefined,
    (text) => (/^https?:\/\/[^/?#]+\/?$/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined),
    'must be an address without a path, such as https://play.example',
  ),
  LAURELS_TRUSTED_PROXIES: setting(0, (text) => wholeNumber(text, 0, 10), 'must be a whole number from 0 to 10'),
  LAURELS_WEBHOOK_ALLOW: setting<MayReach>(
    reachable('')!,
    reachable,
    'must be addresses or networks of your own that webhooks may be sent to, such as 10.2.0.0/16, separated by commas',
  ),
  LAURELS_BACKUP_FOLDER: setting<string | undefined>(undefined, (text) => text, 'must be a folder'),
  LAURELS_BACKUP_EVERY: setting<number>(
    DAY_MS,
    (text) => (/^[1-9]\d{0,3}[mhd]$/.test(text) ? Number.parseInt(text, 10) * UNIT_MS[text.at(-1)!]! : undefined),
    'must be how often, such as 6h, 1d or 30m',
  ),
  LAURELS_BACKUP_KEEP: setting(
    14,
    (text) => wholeNumber(text, 1, 100_000),
    'must be how many backups are kept, a whole number of at least 1',
  ),
  LAURELS_GRACE: setting(60, (text) => wholeNumber(text, 0, LONGEST_GRACE), `must be a whole number of seconds from 0 to ${LONGEST_GRACE}`),
  LAURELS_HSTS: setting<HstsReach>(
    'host',
    (text) => (Object.keys(HSTS) as HstsReach[]).find((reach) => reach === text.toLowerCase()),
    `must be ${Object.keys(HSTS).join(', ')}`,
  ),
  LAURELS_READ_ORIGINS: setting<Origins>([], readOrigins, ORIGINS_RULE),
  LAURELS_FRAME_ORIGINS: setting<Origins>([], readOrigins, ORIGINS_RULE),
  LAURELS_METRICS: setting<MetricsAddress | undefined>(undefined, readMetricsAddress, METRICS_RULE),
  LAURELS_LOG: setting<LogSettings>({}, readLogSettings, LOG_RULE),
});

/** Settings nobody can start with; the message names every fault at once. */
class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the settings of the live edition from the environment, once.
 * @throws {SettingsError} naming every setting that is wrong, what it is and what it must be; a key and an address with
 *   a password are not repeated.
 */
export function parseLiveSettings(env: Readonly<Record<string, string | undefined>>): LiveSettings {
  const parsed = settingsSchema.safeParse(env);
  const faults = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return SECRET.has(name) ? `${name} ${message}` : `${name} ${message}; it is ${JSON.stringify(env[name])}`;
  });
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  if (isSet('LAURELS_DATA') && isSet('LAURELS_DATABASE'))
    faults.push('LAURELS_DATA and LAURELS_DATABASE are both set. The data is in a folder or in a database: set one of them');
  if (!parsed.success || faults.length > 0)
    throw new SettingsError(`Cannot start with these settings:\n${faults.map((fault) => `  ${fault}.`).join('\n')}`);
  const { data } = parsed;
  const calendar = { timeZone: data.LAURELS_TIME_ZONE, weekStart: data.LAURELS_WEEK_START };
  return {
    port: data.PORT,
    host: data.HOST,
    data:
      data.LAURELS_DATABASE === undefined
        ? { kind: 'folder', folder: data.LAURELS_DATA ?? DEFAULT_FOLDER }
        : { kind: 'postgres', address: data.LAURELS_DATABASE },
    calendar,
    firstBoard: { title: data.LAURELS_BOARD_TITLE, calendar },
    saidCalendar: {
      ...(isSet('LAURELS_TIME_ZONE') && { timeZone: calendar.timeZone }),
      ...(isSet('LAURELS_WEEK_START') && { weekStart: calendar.weekStart }),
    },
    apiKey: data.LAURELS_API_KEY,
    rateLimit: data.LAURELS_RATE_LIMIT,
    url: data.LAURELS_URL,
    trustedProxies: data.LAURELS_TRUSTED_PROXIES,
    backup: { folder: data.LAURELS_BACKUP_FOLDER, everyMs: data.LAURELS_BACKUP_EVERY, keep: data.LAURELS_BACKUP_KEEP },
    graceMs: data.LAURELS_GRACE * 1000,
    hsts: data.LAURELS_HSTS,
    readOrigins: data.LAURELS_READ_ORIGINS,
    frameOrigins: data.LAURELS_FRAME_ORIGINS,
    metrics: data.LAURELS_METRICS,
    log: data.LAURELS_LOG,
    misspelt: misspeltSettings(env, Object.keys(settingsSchema.shape)),
    mayReach: data.LAURELS_WEBHOOK_ALLOW,
  };
}

function portOrUndefined(text: string): number | undefined {
  try {
    return parsePort(text);
  } catch {
    return undefined;
  }
}

/** The name of a day, as it is set. */
export function weekdayName(day: Weekday): string {
  return WEEKDAYS[day - 1]!;
}

/** The day that a name or a number means, or `undefined`. */
export function weekdayOf(text: string): Weekday | undefined {
  const day = text.trim().toLowerCase();
  const number = /^[1-7]$/.test(day) ? Number(day) : WEEKDAYS.indexOf(day) + 1;
  return number === 0 ? undefined : (number as Weekday);
}
