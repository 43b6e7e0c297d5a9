import { expect, test } from 'vitest';

import { parseLiveSettings } from './live-settings.ts';

test('the defaults are a server for this machine', () => {
  expect(parseLiveSettings({ PORT: '', LAURELS_DATA: ' ' })).toEqual({
    port: 3000,
    host: '127.0.0.1',
    threads: undefined,
    data: { kind: 'folder', folder: './data' },
    calendar: { timeZone: 'UTC', weekStart: 1 },
    firstBoard: { title: 'Leaderboard', calendar: { timeZone: 'UTC', weekStart: 1 } },
    saidCalendar: {},
    apiKey: undefined,
    rateLimit: 12_000,
    url: undefined,
    trustedProxies: 0,
    backup: { folder: undefined, everyMs: 86_400_000, keep: 14 },
    graceMs: 60_000,
    hsts: 'host',
    readOrigins: [],
    frameOrigins: [],
    contact: undefined,
    privacyPage: 'on',
    metrics: undefined,
    log: {},
    misspelt: [],
    mayReach: expect.any(Function),
    told: expect.any(Array),
  });
});

test('all settings can be set', () => {
  const settings = parseLiveSettings({
    PORT: '0',
    HOST: '0.0.0.0',
    LAURELS_THREADS: '3',
    LAURELS_DATA: '/srv/laurels',
    LAURELS_TIME_ZONE: 'Australia/Lord_Howe',
    LAURELS_WEEK_START: 'Sunday',
    LAURELS_BOARD_TITLE: ' Grand Prix ',
    LAURELS_API_KEY: 'a-key-of-twenty-two-or-more',
    LAURELS_RATE_LIMIT: 'OFF',
    LAURELS_URL: 'https://play.example/',
    LAURELS_TRUSTED_PROXIES: '1',
    LAURELS_GRACE: '86400',
    LAURELS_LOG: 'Debug, json',
    LAURELS_METRICS: '0.0.0.0:9464',
    LAURELS_HSTS: 'Subdomains',
    LAURELS_READ_ORIGINS: '*',
    LAURELS_FRAME_ORIGINS: 'https://fan.example/',
    LAURELS_CONTACT: 'privacy@play.example',
    LAURELS_PRIVACY_PAGE: 'https://play.example/policy',
  });
  expect(settings).toEqual({
    port: 0,
    host: '0.0.0.0',
    threads: 3,
    data: { kind: 'folder', folder: '/srv/laurels' },
    calendar: { timeZone: 'Australia/Lord_Howe', weekStart: 7 },
    firstBoard: { title: 'Grand Prix', calendar: { timeZone: 'Australia/Lord_Howe', weekStart: 7 } },
    saidCalendar: { timeZone: 'Australia/Lord_Howe', weekStart: 7 },
    apiKey: 'a-key-of-twenty-two-or-more',
    rateLimit: 'off',
    url: 'https://play.example',
    trustedProxies: 1,
    backup: { folder: undefined, everyMs: 86_400_000, keep: 14 },
    graceMs: 86_400_000,
    hsts: 'subdomains',
    readOrigins: '*',
    frameOrigins: ['https://fan.example'],
    contact: { href: 'mailto:privacy@play.example', text: 'privacy@play.example' },
    privacyPage: 'https://play.example/policy',
    metrics: { host: '0.0.0.0', port: 9464 },
    log: { reach: 'debug', form: 'json' },
    misspelt: [],
    mayReach: expect.any(Function),
    told: expect.any(Array),
  });
  expect(parseLiveSettings({ LAURELS_WEEK_START: '3', LAURELS_RATE_LIMIT: '50', LAURELS_GRACE: '0' })).toMatchObject({
    calendar: { weekStart: 3 },
    rateLimit: 50,
    graceMs: 0,
  });
});

test('the data is in a folder or in a database, and a password is never shown', () => {
  const DATABASE = 'postgres://l:hunter2@db/game';
  expect(parseLiveSettings({ LAURELS_DATA: ' ', LAURELS_DATABASE: ` ${DATABASE} ` }).data).toMatchObject({
    kind: 'postgres',
    address: { user: 'l', password: 'hunter2', database: 'game' },
  });
  const refusal = (env: Record<string, string>) => {
    try {
      return JSON.stringify(parseLiveSettings(env));
    } catch (error) {
      return String(error);
    }
  };
  const said = {
    both: refusal({ LAURELS_DATA: './data', LAURELS_DATABASE: DATABASE }),
    swapped: refusal({ LAURELS_DATA: DATABASE }),
    wrong: refusal({ LAURELS_DATABASE: `${DATABASE}?sslmode=maybe` }),
  };
  expect(said.both).toContain('  LAURELS_DATA and LAURELS_DATABASE are both set: set only one of them.');
  expect(said.swapped).toContain('  LAURELS_DATA must be a folder; for a database URL, use LAURELS_DATABASE.');
  expect(said.wrong).toContain('  LAURELS_DATABASE must have sslmode=');
  for (const text of Object.values(said)) expect(text).not.toContain('hunter2');
});

test('all invalid settings are reported at once, with their value and rule, but without a key', () => {
  const wrong = {
    PORT: '70000',
    LAURELS_TIME_ZONE: 'Mars/Olympus',
    LAURELS_BOARD_TITLE: 'Two\nlines',
    LAURELS_WEEK_START: '0',
    LAURELS_API_KEY: 'short secret',
    LAURELS_RATE_LIMIT: '0',
    LAURELS_TRUSTED_PROXIES: '-1',
    LAURELS_GRACE: '86401',
    LAURELS_METRICS: '99999',
    LAURELS_LOG: 'loud',
  };
  expect(() => parseLiveSettings(wrong)).toThrow(
    [
      'Cannot start with these settings:',
      '  PORT must be a whole number from 0 to 65535, not "70000".',
      '  LAURELS_TRUSTED_PROXIES must be a whole number from 0 to 10, not "-1".',
      '  LAURELS_BOARD_TITLE must be one line of 1 to 80 characters, without invisible ones, not "Two\\nlines".',
      '  LAURELS_TIME_ZONE must be an IANA time zone, for example Europe/Berlin, not "Mars/Olympus".',
      '  LAURELS_WEEK_START must be monday to sunday, or a number from 1 (Monday) to 7 (Sunday), not "0".',
      '  LAURELS_GRACE must be a whole number of seconds from 0 to 86400, not "86401".',
      '  LAURELS_API_KEY must have at least 22 visible ASCII characters.',
      '  LAURELS_RATE_LIMIT must be a whole number of requests per minute, at least 1, or off, not "0".',
      '  LAURELS_LOG must be one of error, warn, info, requests, debug, optionally with json or text, for example warn,json, not "loud".',
      '  LAURELS_METRICS must be a separate port (9464), or an address and port (0.0.0.0:9464 or [::1]:9464), not "99999".',
    ].join('\n'),
  );
});

test('all settings are listed with their value or default, without secrets', () => {
  const told = (env: Record<string, string>) => Object.fromEntries(parseLiveSettings(env).told.map((setting) => [setting.name, setting]));
  const set = told({
    LAURELS_API_KEY: 'a-key-of-twenty-two-or-more',
    LAURELS_DATABASE: 'postgres://l:hunter2@db:5433/game',
    LAURELS_URL: 'https://me:hunter2@play.example/',
    LAURELS_GRACE: ' 0 ',
    HOST: '',
  });
  expect(set['LAURELS_API_KEY']).toMatchObject({ state: 'set', value: 'set' });
  expect(set['LAURELS_DATABASE']).toMatchObject({ state: 'set', value: expect.stringContaining('db:5433/game') as string });
  expect(set['LAURELS_DATA']).toMatchObject({ state: 'default', value: null });
  expect(set['LAURELS_URL']).toMatchObject({ state: 'set', value: 'https://play.example' });
  expect(set['LAURELS_GRACE']).toMatchObject({ state: 'set', value: '0', rule: expect.stringContaining('86400') as string });
  expect(set['HOST']).toMatchObject({ state: 'default', value: '127.0.0.1' });
  expect(JSON.stringify(set)).not.toMatch(/hunter2|a-key-of/);
  expect(told({})).toMatchObject({
    LAURELS_API_KEY: { state: 'default', value: 'not set' },
    LAURELS_BACKUP_FOLDER: { state: 'default', value: null },
    LAURELS_BACKUP_EVERY: { state: 'default', value: '1d' },
  });
});

test('single sign-on requires all of its settings, and its secret is never shown', () => {
  const whole = {
    LAURELS_URL: 'https://play.example',
    LAURELS_OIDC_ISSUER: 'https://login.example/tenant',
    LAURELS_OIDC_CLIENT_ID: 'laurels',
    LAURELS_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
  };
  const { oidc, told } = parseLiveSettings(whole);
  expect(oidc).toEqual({
    issuer: 'https://login.example/tenant',
    clientId: 'laurels',
    clientSecret: 'a-secret-of-the-client',
    name: 'your organisation',
  });
  expect(JSON.stringify(told)).not.toContain('a-secret-of-the-client');
  for (const missing of Object.keys(whole))
    expect(() => parseLiveSettings({ ...whole, [missing]: '' })).toThrow('LAURELS_OIDC_CLIENT_SECRET and LAURELS_URL go together');
  for (const issuer of ['http://login.example', 'https://me:hunter2@login.example', 'login.example'])
    expect(() => parseLiveSettings({ ...whole, LAURELS_OIDC_ISSUER: issuer })).toThrow(
      /^(?!.*hunter2)[^]*LAURELS_OIDC_ISSUER must be an https URL/,
    );
  expect(() => parseLiveSettings({ ...whole, LAURELS_OIDC_CLIENT_SECRET: 'two words' })).toThrow(/^(?!.*two words)/);
});
