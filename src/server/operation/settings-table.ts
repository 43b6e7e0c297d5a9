// Every environment variable that an operator can set: how it is read, and what is told of it.
import { isTimeZone, titleSchema } from '../../contract/parts/text-rules.ts';
import type { SettingGroup } from '../../contract/server-answers.ts';
import type { Weekday } from '../../domain/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { ORIGINS_RULE, readOrigins } from '../http/other-origins.ts';
import { HSTS, type HstsReach } from '../http/security-headers.ts';
import { readDatabaseAddress, shownAddress } from '../store/postgres/database/database-address.ts';
import { LOG_RULE, readLogSettings } from '../watching/log-settings.ts';
import { reachable } from '../outgoing/webhooks/receiver-address.ts';
import { MIN_KEY_LENGTH } from './keys/key-list.ts';
import { ADDRESS_RULE, addressIn, PORT_RULE, portIn } from './port.ts';
import { weekdayOf, WEEKDAY_RULE } from './weekday.ts';

/** The longest a period may stay open after its end: a day, in seconds. */
const LONGEST_GRACE = 86_400;

/** How long the units of LAURELS_BACKUP_EVERY are. */
const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** A variable of the environment. */
export interface Setting<T> {
  readonly group: SettingGroup;
  /** What it does, in the sentences of docs/settings.md. */
  readonly meaning: string;
  /** What it must be, after its name. */
  readonly rule: string;
  /** What a text says, without spaces around it; `undefined` if it breaks the rule. @throws {BrokenRule} if it breaks another one. */
  parse(text: string): T | undefined;
  /** What operators are told that it is, if that is not the text itself: then no message repeats the text, which may have a password in it. */
  told?(value: T): string | null;
  /** The text of it, if nobody sets it; where there is none, what it is then, and what operators are told of that. */
  readonly byDefault?: string;
  readonly unset?: T;
  readonly toldUnset?: string;
}

/** One that always has a value. */
function always<T>(setting: Setting<T> & ({ readonly byDefault: string } | { readonly unset: T })): Setting<T> {
  return setting;
}

/** One that is `undefined` if nobody sets it. */
function optional<T>(setting: Setting<T>): Setting<T | undefined> {
  return setting;
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** The address of an issuer; without TLS only on this machine. */
function issuerOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password } = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isHere)) ? text : undefined;
}

/** In the order of docs/settings.md. */
export const SETTINGS = {
  PORT: always({
    group: 'network',
    meaning: 'The port to listen on. 0 takes a free one.',
    rule: PORT_RULE,
    byDefault: '3000',
    parse: portIn,
  }),
  HOST: always({
    group: 'network',
    meaning: 'The address to listen on. 127.0.0.1 is for this machine only; in a container take 0.0.0.0.',
    rule: 'must be a host name or address',
    byDefault: '127.0.0.1',
    parse: (text) => text,
  }),
  LAURELS_URL: optional({
    group: 'network',
    meaning: 'The site’s public address. With it, shared links show a picture and one address.',
    rule: 'must be an address without a path, such as https://play.example',
    parse: (text) => (/^https?:\/\/[^/?#]+\/?$/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined),
    told: (origin) => origin,
  }),
  LAURELS_TRUSTED_PROXIES: always({
    group: 'network',
    meaning: 'How many proxies in front are trusted to name the caller’s address.',
    rule: 'must be a whole number from 0 to 10',
    byDefault: '0',
    parse: (text) => wholeNumber(text, 0, 10),
  }),
  LAURELS_HSTS: always<HstsReach>({
    group: 'network',
    meaning: 'How far browsers remember to come by https only: host, subdomains too, or off, which makes them forget.',
    rule: `must be ${Object.keys(HSTS).join(', ')}`,
    byDefault: 'host',
    parse: (text) => (Object.keys(HSTS) as HstsReach[]).find((reach) => reach === text.toLowerCase()),
  }),
  LAURELS_READ_ORIGINS: always({
    unset: [],
    group: 'network',
    meaning:
      'Whose pages may read the API in a browser, such as https://play.example,https://fan.example, or * for all; none unless set. Never with a key, and never to write.',
    rule: ORIGINS_RULE,
    parse: readOrigins,
  }),
  LAURELS_FRAME_ORIGINS: always({
    unset: [],
    group: 'network',
    meaning: 'Whose pages may show the site in a frame, in the same way as those that may read the API; none unless set.',
    rule: ORIGINS_RULE,
    parse: readOrigins,
  }),
  LAURELS_DATA: always({
    group: 'data',
    meaning: 'The folder of the database and the keys.',
    rule: 'must be a folder; the address of a database goes into LAURELS_DATABASE',
    byDefault: './data',
    parse: (text) => (/^postgres(?:ql)?:/i.test(text) ? undefined : text),
    // An address that was put here by mistake has a password in it.
    told: (folder) => folder,
  }),
  LAURELS_DATABASE: optional({
    group: 'data',
    meaning: 'In place of a folder, a PostgreSQL database that any number of processes share.',
    rule: 'must be the address of a PostgreSQL database, such as postgres://user:password@host1,host2:5432/name',
    parse: readDatabaseAddress,
    told: shownAddress,
  }),
  LAURELS_BOARD_TITLE: always({
    group: 'boards',
    meaning: 'What the first board is called when it is made. Later, "laurels boards set" calls it otherwise.',
    rule: 'must be a title of 1 to 80 characters in one line, without invisible ones',
    byDefault: 'Leaderboard',
    parse: (text) => titleSchema.safeParse(text).data,
  }),
  LAURELS_TIME_ZONE: always({
    group: 'boards',
    meaning: 'The IANA time zone in which the first board counts its days. A board that is there keeps its own, and the server says so.',
    rule: 'must be the name of an IANA time zone, such as Europe/Berlin',
    byDefault: 'UTC',
    parse: (text) => (isTimeZone(text) ? text : undefined),
  }),
  LAURELS_WEEK_START: always<Weekday>({
    group: 'boards',
    meaning: 'The day on which the weeks of the first board start.',
    rule: WEEKDAY_RULE,
    byDefault: 'monday',
    parse: weekdayOf,
  }),
  LAURELS_GRACE: always({
    group: 'boards',
    meaning: 'For how many seconds a period still takes what is on its way when it ends.',
    rule: `must be a whole number of seconds from 0 to ${LONGEST_GRACE}`,
    byDefault: '60',
    parse: (text) => wholeNumber(text, 0, LONGEST_GRACE),
  }),
  LAURELS_API_KEY: optional({
    group: 'access',
    meaning: 'Your own first key instead of a generated one, for automation.',
    rule: `must have at least ${MIN_KEY_LENGTH} visible ASCII characters`,
    parse: (text) => (/^[\x21-\x7e]+$/.test(text) && text.length >= MIN_KEY_LENGTH ? text : undefined),
    told: () => 'set',
    toldUnset: 'not set',
  }),
  LAURELS_OIDC_ISSUER: optional({
    group: 'access',
    meaning: 'Your organisation’s sign-in (OpenID Connect), for operators who were invited. It needs the next two, and LAURELS_URL.',
    rule: 'must be the https address of an issuer, such as https://login.example (http only on this machine), without a password',
    parse: issuerOf,
    told: (issuer) => issuer,
  }),
  LAURELS_OIDC_CLIENT_ID: optional({
    group: 'access',
    meaning: 'What the issuer knows this site as. Its redirect address is LAURELS_URL with /console/oidc behind it.',
    rule: 'must have visible ASCII characters',
    parse: (text) => (/^[\x21-\x7e]{1,500}$/.test(text) ? text : undefined),
  }),
  LAURELS_OIDC_CLIENT_SECRET: optional({
    group: 'access',
    meaning: 'The secret that the issuer gave this site.',
    rule: 'must have visible ASCII characters',
    parse: (text) => (/^[\x21-\x7e]{1,2000}$/.test(text) ? text : undefined),
    told: () => 'set',
    toldUnset: 'not set',
  }),
  LAURELS_OIDC_NAME: always({
    group: 'access',
    meaning: 'What people know that sign-in as.',
    rule: 'must be 1 to 80 characters in one line, without invisible ones',
    byDefault: 'your organisation',
    parse: (text) => titleSchema.safeParse(text).data,
  }),
  LAURELS_RATE_LIMIT: always<number | 'off'>({
    group: 'access',
    meaning:
      'Requests a minute for each key that writes and each address that reads, or off. Wrong keys stay limited, to 60 for each address.',
    rule: 'must be a whole number of requests per minute, at least 1, or off',
    // Generous: it stops what runs wild.
    byDefault: '12000',
    parse: (text) => (text.toLowerCase() === 'off' ? 'off' : wholeNumber(text, 1, 999_999_999)),
  }),
  LAURELS_WEBHOOK_ALLOW: always({
    unset: reachable('')!,
    group: 'access',
    meaning: 'Addresses or networks of your own that webhooks may be sent to, separated by commas; none unless set.',
    rule: 'must be addresses or networks of your own that webhooks may be sent to, such as 10.2.0.0/16, separated by commas',
    parse: reachable,
  }),
  LAURELS_BACKUP_FOLDER: optional({
    group: 'backups',
    meaning: 'Where backups of the data folder are made by schedule. Without it none are.',
    rule: 'must be a folder',
    parse: (text) => text,
  }),
  LAURELS_BACKUP_EVERY: always({
    group: 'backups',
    meaning: 'How often a backup is made.',
    rule: 'must be how often, such as 6h, 1d or 30m',
    byDefault: '1d',
    parse: (text) => (/^[1-9]\d{0,3}[mhd]$/.test(text) ? Number.parseInt(text, 10) * UNIT_MS[text.at(-1)!]! : undefined),
  }),
  LAURELS_BACKUP_KEEP: always({
    group: 'backups',
    meaning:
      'How many scheduled backups are kept, the newest ones, beside the last of each of 7 days and 4 weeks. As many manual ones are kept.',
    rule: 'must be how many backups are kept, a whole number of at least 1',
    byDefault: '14',
    parse: (text) => wholeNumber(text, 1, 100_000),
  }),
  LAURELS_LOG: always({
    unset: {},
    group: 'watching',
    meaning:
      'What is logged, to standard error: error, warn, info, requests (a line for each request) or debug, each with those before it. Unless set, requests as lines of JSON, or info as text on a terminal; warn,json or debug,text chooses both. Only debug shows addresses, which may have players’ names in them.',
    rule: LOG_RULE,
    parse: readLogSettings,
  }),
  LAURELS_METRICS: optional({
    group: 'watching',
    meaning:
      'A port of its own for Prometheus, such as 9464 for this machine, or 0.0.0.0:9464. It asks for no key, so let nobody else reach it.',
    rule: ADDRESS_RULE,
    parse: addressIn,
  }),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SettingName = keyof typeof SETTINGS;

/** What each setting is, once it is read. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never;
};
