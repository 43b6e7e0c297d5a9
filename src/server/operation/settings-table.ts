// All settings: their parsing, defaults and descriptions.
import { isTimeZone, titleSchema } from '../../contract/parts/text-rules.ts';
import { FIRST_TITLE, type SettingGroup } from '../../contract/running-server.ts';
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

/** The longest grace time: a day, in seconds. */
const LONGEST_GRACE = 86_400;

/** Units of LAURELS_BACKUP_EVERY. */
const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** An environment variable. */
export interface Setting<T> {
  readonly group: SettingGroup;
  /** Its description, as in docs/settings.md. */
  readonly meaning: string;
  /** The rule for its values, as a predicate. */
  readonly rule: string;
  /** Parses a trimmed text; `undefined` if it breaks the rule. @throws {BrokenRule} if it breaks another one. */
  parse(text: string): T | undefined;
  /** The value shown to operators instead of the text, which may contain a secret and is then never repeated. */
  told?(value: T): string | null;
  /** The default text; or the default value, and what operators see then. */
  readonly byDefault?: string;
  readonly unset?: T;
  readonly toldUnset?: string;
}

/** A setting with a default. */
function always<T>(setting: Setting<T> & ({ readonly byDefault: string } | { readonly unset: T })): Setting<T> {
  return setting;
}

/** A setting without a default. */
function optional<T>(setting: Setting<T>): Setting<T | undefined> {
  return setting;
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** An issuer URL; http only on this machine. */
function issuerOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password } = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isHere)) ? text : undefined;
}

/** How visitors reach the operator. */
export interface Contact {
  readonly href: string;
  readonly text: string;
}

/** An https URL without a password. */
function webAddressOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && !/\s/.test(text) ? url.href : undefined;
}

/** An e-mail address, as browsers accept it in forms, or an https URL. */
function contactOf(text: string): Contact | undefined {
  const [, name, host] = /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63})$/i.exec(text) ?? [];
  if (host !== undefined) return { href: `mailto:${encodeURIComponent(name!)}@${host}`, text };
  const href = webAddressOf(text);
  return href === undefined ? undefined : { href, text };
}

/** In the order of docs/settings.md. */
export const SETTINGS = {
  PORT: always({
    group: 'network',
    meaning: 'The port to listen on. 0 picks a free one.',
    rule: PORT_RULE,
    byDefault: '3000',
    parse: portIn,
  }),
  HOST: always({
    group: 'network',
    meaning: 'The address to listen on. 127.0.0.1 is this machine only; use 0.0.0.0 in a container.',
    rule: 'must be a host name or address',
    byDefault: '127.0.0.1',
    parse: (text) => text,
  }),
  LAURELS_THREADS: optional({
    group: 'network',
    meaning:
      'How many threads answer requests, on Linux with a data folder: by default one for each processor, and at most 4. Each has a copy ' +
      'of all ranks. With PostgreSQL, run several processes instead.',
    rule: 'must be a whole number from 1 to 16',
    parse: (text) => wholeNumber(text, 1, 16),
  }),
  LAURELS_URL: optional({
    group: 'network',
    meaning: 'The site’s public URL. Needed for previews of shared links, canonical URLs and passkeys.',
    rule: 'must be a URL without a path, for example https://play.example',
    parse: (text) => (/^https?:\/\/[^/?#]+\/?$/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined),
    told: (origin) => origin,
  }),
  LAURELS_TRUSTED_PROXIES: always({
    group: 'network',
    meaning: 'The number of reverse proxies in front that are trusted to forward the client’s address.',
    rule: 'must be a whole number from 0 to 10',
    byDefault: '0',
    parse: (text) => wholeNumber(text, 0, 10),
  }),
  LAURELS_HSTS: always<HstsReach>({
    group: 'network',
    meaning: 'How far browsers enforce https: host, subdomains, or off, which makes them forget.',
    rule: `must be ${Object.keys(HSTS).join(', ')}`,
    byDefault: 'host',
    parse: (text) => (Object.keys(HSTS) as HstsReach[]).find((reach) => reach === text.toLowerCase()),
  }),
  LAURELS_READ_ORIGINS: always({
    unset: [],
    group: 'network',
    meaning:
      'Origins whose pages may read the API in a browser: https://play.example,https://fan.example, or * for all. Default: none. Never with a key, and never to write.',
    rule: ORIGINS_RULE,
    parse: readOrigins,
  }),
  LAURELS_FRAME_ORIGINS: always({
    unset: [],
    group: 'network',
    meaning: 'Origins whose pages may embed the site in a frame, in the same format. Default: none.',
    rule: ORIGINS_RULE,
    parse: readOrigins,
  }),
  LAURELS_CONTACT: optional({
    group: 'privacy',
    meaning: 'How visitors reach you about their data: an e-mail address or an https URL, shown on the privacy page.',
    rule: 'must be an e-mail address or an https URL, for example privacy@play.example',
    parse: contactOf,
    told: ({ text }) => text,
  }),
  LAURELS_PRIVACY_PAGE: always({
    group: 'privacy',
    meaning:
      'The link “Privacy” below every page: on leads to /privacy, which is generated from these settings; off removes both; an https URL leads to a policy of your own.',
    rule: 'must be on, off or an https URL',
    byDefault: 'on',
    parse: (text) => (/^(?:on|off)$/i.test(text) ? text.toLowerCase() : webAddressOf(text)),
    told: (where) => where,
  }),
  LAURELS_DATA: always({
    group: 'data',
    meaning: 'The folder for the database and the keys.',
    rule: 'must be a folder; for a database URL, use LAURELS_DATABASE',
    byDefault: './data',
    parse: (text) => (/^postgres(?:ql)?:/i.test(text) ? undefined : text),
    // A database URL put here by mistake has a password in it.
    told: (folder) => folder,
  }),
  LAURELS_DATABASE: optional({
    group: 'data',
    meaning: 'A PostgreSQL database instead of a folder, shared by any number of processes.',
    rule: 'must be a PostgreSQL URL, for example postgres://user:password@host1,host2:5432/name',
    parse: readDatabaseAddress,
    told: shownAddress,
  }),
  LAURELS_BOARD_TITLE: always({
    group: 'boards',
    meaning: 'The title of the first board. "laurels boards set" renames it later.',
    rule: 'must be one line of 1 to 80 characters, without invisible ones',
    byDefault: FIRST_TITLE,
    parse: (text) => titleSchema.safeParse(text).data,
  }),
  LAURELS_TIME_ZONE: always({
    group: 'boards',
    meaning: 'The IANA time zone of the first board. Existing boards keep theirs, and the server logs a warning.',
    rule: 'must be an IANA time zone, for example Europe/Berlin',
    byDefault: 'UTC',
    parse: (text) => (isTimeZone(text) ? text : undefined),
  }),
  LAURELS_WEEK_START: always<Weekday>({
    group: 'boards',
    meaning: 'The first day of the week on the first board.',
    rule: WEEKDAY_RULE,
    byDefault: 'monday',
    parse: weekdayOf,
  }),
  LAURELS_GRACE: always({
    group: 'boards',
    meaning: 'The grace time in seconds: how long a period accepts late points after it ends.',
    rule: `must be a whole number of seconds from 0 to ${LONGEST_GRACE}`,
    byDefault: '60',
    parse: (text) => wholeNumber(text, 0, LONGEST_GRACE),
  }),
  LAURELS_API_KEY: optional({
    group: 'access',
    meaning:
      'A key of your own with role owner instead of a generated one, for automation. With it, a start outside a terminal prints no setup code: ' +
      'create one with laurels operators invite --role owner.',
    rule: `must have at least ${MIN_KEY_LENGTH} visible ASCII characters`,
    parse: (text) => (/^[\x21-\x7e]+$/.test(text) && text.length >= MIN_KEY_LENGTH ? text : undefined),
    told: () => 'set',
    toldUnset: 'not set',
  }),
  LAURELS_OIDC_ISSUER: optional({
    group: 'access',
    meaning: 'The issuer for single sign-on (OpenID Connect), for invited operators. Requires the next two settings and LAURELS_URL.',
    rule: 'must be an https URL without a password, for example https://login.example (http only on this machine)',
    parse: issuerOf,
    told: (issuer) => issuer,
  }),
  LAURELS_OIDC_CLIENT_ID: optional({
    group: 'access',
    meaning: 'The client id at the issuer. The redirect URL is LAURELS_URL followed by /console/oidc.',
    rule: 'must consist of visible ASCII characters',
    parse: (text) => (/^[\x21-\x7e]{1,500}$/.test(text) ? text : undefined),
  }),
  LAURELS_OIDC_CLIENT_SECRET: optional({
    group: 'access',
    meaning: 'The client secret from the issuer.',
    rule: 'must consist of visible ASCII characters',
    parse: (text) => (/^[\x21-\x7e]{1,2000}$/.test(text) ? text : undefined),
    told: () => 'set',
    toldUnset: 'not set',
  }),
  LAURELS_OIDC_NAME: always({
    group: 'access',
    meaning: 'The provider’s name on the sign-in button.',
    rule: 'must be one line of 1 to 80 characters, without invisible ones',
    byDefault: 'your organisation',
    parse: (text) => titleSchema.safeParse(text).data,
  }),
  LAURELS_RATE_LIMIT: always<number | 'off'>({
    group: 'access',
    meaning:
      'Requests per minute for each writing key and each reading address, or off. Invalid keys are always limited to 60 per address.',
    rule: 'must be a whole number of requests per minute, at least 1, or off',
    // Generous: meant for runaway programs.
    byDefault: '12000',
    parse: (text) => (text.toLowerCase() === 'off' ? 'off' : wholeNumber(text, 1, 999_999_999)),
  }),
  LAURELS_WEBHOOK_ALLOW: always({
    unset: reachable('')!,
    group: 'access',
    meaning: 'Comma-separated private addresses or networks that webhooks may reach. Default: none.',
    rule: 'must be comma-separated addresses or networks, for example 10.2.0.0/16',
    parse: reachable,
  }),
  LAURELS_BACKUP_FOLDER: optional({
    group: 'backups',
    meaning: 'The folder for scheduled backups. Without it, there are none.',
    rule: 'must be a folder',
    parse: (text) => text,
  }),
  LAURELS_BACKUP_EVERY: always({
    group: 'backups',
    meaning: 'The backup interval.',
    rule: 'must be an interval, for example 30m, 6h or 1d',
    byDefault: '1d',
    parse: (text) => (/^[1-9]\d{0,3}[mhd]$/.test(text) ? Number.parseInt(text, 10) * UNIT_MS[text.at(-1)!]! : undefined),
  }),
  LAURELS_BACKUP_KEEP: always({
    group: 'backups',
    meaning:
      'How many of the newest scheduled backups to keep, besides the last of each of 7 days and 4 weeks. The same number of manual backups is kept.',
    rule: 'must be a whole number of at least 1',
    byDefault: '14',
    parse: (text) => wholeNumber(text, 1, 100_000),
  }),
  LAURELS_LOG: always({
    unset: {},
    group: 'watching',
    meaning:
      'The log level: error, warn, info, requests (a line per request) or debug, each including the ones before. Logs go to standard error, by default at requests as JSON, or at info as text on a terminal; warn,json or debug,text sets both. Only debug logs paths, which may contain players’ names.',
    rule: LOG_RULE,
    parse: readLogSettings,
  }),
  LAURELS_METRICS: optional({
    group: 'watching',
    meaning: 'A separate port for Prometheus: 9464 for this machine, or 0.0.0.0:9464. It needs no key, so keep it private.',
    rule: ADDRESS_RULE,
    parse: addressIn,
  }),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SettingName = keyof typeof SETTINGS;

/** The parsed settings. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never;
};
