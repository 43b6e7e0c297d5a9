import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ENDPOINTS } from '../contract/api.ts';
import { targetOf } from '../contract/endpoint.ts';
import { type Catalogue, EMPTY_CATALOGUE } from '../contract/catalogue.ts';
import { importLabel } from '../contract/files/import-label.ts';
import { type LiveServer, startLive } from '../main/serve/start-live.ts';
import { createApiClient } from '../remote/api-client.ts';
import { parseLiveSettings } from '../server/operation/live-settings.ts';
import { announceServer } from '../server/operation/running-server.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { run } from './run.ts';

/** The time on every clock here. */
const NOW = Date.parse('2026-11-18T12:00:00Z');
const PROGRAM = join(import.meta.dirname, 'laurels.ts');
const HEADER = 'id,at,username,display_name,points,activity\n';

let folder: string;
let data: string;
let server: LiveServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-cli-'));
  data = join(folder, 'data');
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true });
});

/** Runs a command line in this process. */
async function laurels(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await run(args, {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: { LAURELS_DATA: data },
    cwd: folder,
    clock: () => NOW,
  });
  return { code, out, err };
}

/** Starts the program as a process of its own. */
function started(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, LAURELS_DATA: data }, cwd: folder });
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal, out, err }));
  return { child, ended };
}

function points(text: string, name = 'points.csv'): string {
  writeFileSync(join(folder, name), text);
  return name;
}

async function start(rateLimit = 'off', more: Readonly<Record<string, string>> = {}) {
  const settings = parseLiveSettings({ PORT: '0', LAURELS_DATA: data, LAURELS_RATE_LIMIT: rateLimit, ...more });
  server = await startLive({
    settings,
    pages: () => () => Promise.reject(new Error('no pages are asked for')),
    headers: [],
    clock: () => NOW,
    steady: () => NOW,
    log: () => {},
  });
  return server;
}

async function allTime(): Promise<[string, number][]> {
  const { url } = server ?? (await start());
  const answer = await createApiClient(ENDPOINTS, { origin: url })('rankings', { board: 'main', query: { period: 'all-time' } });
  return answer.standings.map(({ player, points }) => [player.displayName, points]);
}

/** Waits until the server has closed a day. */
async function closedDay(board: string, day: string): Promise<void> {
  const call = createApiClient(ENDPOINTS, { origin: server!.url });
  await vi.waitUntil(async () => (await call('rankings', { board, query: { at: day } })).period.closed, 300_000);
}

const ROWS = `a,2020-01-01T00:00:00Z,ada,Ada,5,race
b,2020-01-02T00:00:00Z,bob,"Bob, ""the"" Builder",7,race
c,2020-01-02T00:00:00Z,ada,Ada,4,
`;

test('help, version and usage errors', async () => {
  expect(await laurels('--help')).toMatchObject({ code: 0, out: expect.stringContaining('import FILE') as string });
  expect((await laurels('help')).out).toContain('catalogue set FILE');
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };
  for (const asked of ['--version', '-v']) expect(await laurels(asked)).toEqual({ code: 0, out: `${version}\n`, err: '' });
  expect(await laurels('frobnicate')).toMatchObject({ code: 2, err: expect.stringContaining('Unknown command "frobnicate"') as string });
  expect(await laurels('import')).toMatchObject({ code: 2, err: expect.stringContaining('FILE is missing') as string });
  expect(await laurels('import', 'x.csv', '--skip')).toMatchObject({ code: 2 });
});

describe('a mistyped folder', () => {
  test.each([
    [['keys', 'list']],
    [['keys', 'revoke', 'game']],
    [['import', 'none.csv']],
    [['import', 'empty.csv']],
    [['import', 'bad.csv']],
    [['catalogue', 'set', 'none.json']],
    [['catalogue', 'set', 'bad.json']],
    [['catalogue', 'set', 'half.json']],
    [['appearance', 'unset']],
    [['appearance', 'set', 'bad.json']],
  ])('is not created by %j', async (args) => {
    points(HEADER, 'empty.csv');
    points(`${HEADER}a,,ada,,x,\n`, 'bad.csv');
    points('{"prizes": [{"board": "none", "from": 1, "prize": "Cake"}]}', 'bad.json');
    points('{', 'half.json');
    const { code, out, err } = await laurels(...args);
    expect(code).toBe(args[1] === 'empty.csv' ? 0 : 1);
    expect(out + err).not.toBe('');
    expect(existsSync(data)).toBe(false);
  });

  test('is created by keys add, which says so', async () => {
    expect((await laurels('keys', 'add', 'game')).err).toContain(`Created a new database: ${join(data, 'laurels.db')}\n`);
    expect((await laurels('keys', 'add', 'more')).err).not.toContain('database');
    expect(await laurels('keys', 'revoke', 'game')).toMatchObject({ code: 0 });
    rmSync(data, { recursive: true });
    expect((await laurels('keys', 'list')).err).toContain(`There is no database in ${data}. If it is in another folder, set LAURELS_DATA.`);
  });

  test.each(['itself', 'above'])('is rejected by every command and by the server if there is a file %s', async (where) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    data = where === 'itself' ? file : join(file, 'data');
    const said = /^The data folder is set to .*, but .* is not a folder\. Set LAURELS_DATA to a folder, or move the file away\.\n$/;
    for (const args of [['keys', 'list'], ['keys', 'add', 'x'], ['boards', 'list'], ['boards', 'add', 'x'], ['rebuild']])
      expect(await laurels(...args)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(said) as string });
    await expect(start()).rejects.toThrow('is not a folder. Set LAURELS_DATA');
  });
});

describe('import', () => {
  test.each(['without a server', 'through a server'])('accepts a file of any name, and prints the name on one line: %s', async (how) => {
    const name = points(`${HEADER}a,,ada,,1,\n`, 'odd "name"\nof\u200b a\u202efile ');
    const { url, firstKey } = await start();
    const call = createApiClient(ENDPOINTS, { origin: url, key: firstKey! });
    const label = await importLabel(join(folder, name), readFileSync(join(folder, name)));
    const { id } = (await call('beginImport', { body: { board: 'main', file: label } })).import;
    if (how === 'without a server') {
      await server!.stop();
      server = undefined;
    }
    const quoted = JSON.stringify(label);
    const { out } = await laurels('imports', 'list');
    expect(out).toContain(quoted);
    expect(out.match(/\n/g)).toHaveLength(1);
    expect(await laurels('import', name)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Continuing to import 1 row') as string,
    });
    expect(await laurels('imports', 'drop', id)).toMatchObject({
      code: 1,
      err: `There is no import "${id}". See "laurels imports list".\n`,
    });
    expect(await laurels('imports', 'drop', 'zz')).toMatchObject({
      code: 1,
      err: 'There is no import "zz". See "laurels imports list".\n',
    });
  });

  test('without a server, repeated: every row counts once', async () => {
    const file = points(HEADER + ROWS);
    expect(await laurels('import', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 new events, 0 already recorded') as string,
    });
    expect(await laurels('import', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 new events, 3 already recorded') as string,
    });
    expect(await allTime()).toEqual([
      ['Ada', 9],
      ['Bob, "the" Builder', 7],
    ]);
  });

  test('a file with the same name but other contents is a separate import, which can be voided separately', async () => {
    await laurels('import', points(`${HEADER}a,,ada,,1,\n`));
    await laurels('import', points(`${HEADER}b,,ada,,2,\n`));
    const store = await openSqliteStore(data);
    const ids = (await store.eventsOf('main', 1, { limit: 2 })).map(({ author }) => author!.import!);
    await store.close();
    expect(new Set(ids).size).toBe(2);
    const voided = await laurels('events', 'void', '--import', ids[0]!, '--reason', 'A wrong file', '--yes');
    expect(voided).toMatchObject({ code: 0, out: expect.stringContaining('1 event voided') as string });
    expect(await allTime()).toEqual([['ada', 1]]);
  });

  test('through a running server, regardless of its limits', async () => {
    await start('5');
    const rows = Array.from({ length: 8000 }, (_, i) => `r${i},,p${i % 20},,1,`).join('\n');
    const result = await laurels('import', points(`${HEADER}${rows}\n`));
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining(`through the server at ${server!.url}`) as string });
    expect(result.out).toContain('8,000 new events');
    expect((await allTime()).map(([, total]) => total)).toEqual(Array<number>(20).fill(400));
  });

  test('bad rows are reported by file and line and nothing is imported, without --skip-bad', async () => {
    const file = points(
      `${HEADER}${ROWS}d,2020-01-03T00:00:00Z,cy,Cy,1.5,race\ne,yesterday,,Dee,1\nf,2020-01-03T00:00:00Z,eve,Eve,3,race\na,2020-01-01T00:00:00Z,ada,Ada,6,race\n`,
    );
    const refused = await laurels('import', file);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/points\.csv:5: points must be a whole number/);
    expect(refused.out).toMatch(/points\.csv:6: has 5 fields, but the first line names 6 columns/);
    expect(refused.out).toMatch(/points\.csv:8: has the same id "a" as line 2, but different content/);
    expect(refused.out).toContain('3 bad rows: nothing was imported');
    expect(await allTime()).toEqual([]);
    expect(await laurels('import', file, '--skip-bad')).toMatchObject({
      code: 0,
      out: expect.stringContaining('4 new events, 0 already recorded, 3 bad rows skipped') as string,
    });
    expect((await allTime()).length).toBe(3);
  });

  test.each([
    ['id,username,points,score\na,ada,1,2\n', 'unknown column "score"'],
    [`id,username,points,${'x'.repeat(3000)}\n`, `unknown column "${'x'.repeat(40)}…". The columns`],
    ['id,username,points,a,b,c,d,e,f\n', 'unknown column "a", "b", "c", "d", "e", …. The columns'],
    ['id,username\na,ada\n', 'the column "points" is missing'],
    ['id,username,points,id\n', 'the column "id" appears twice'],
    ['', 'is empty'],
    [`${HEADER}"a`, ':2: the line has an unclosed quote'],
  ])('rejects %j', async (text, why) => {
    expect(await laurels('import', points(text), '--skip-bad')).toMatchObject({ code: 1, err: expect.stringContaining(why) as string });
  });

  test('rejects a file that is not UTF-8 or missing, and an unknown board', async () => {
    writeFileSync(join(folder, 'latin.csv'), Buffer.from(`${HEADER}a,,zo\xeb,,1,\n`, 'latin1'));
    expect((await laurels('import', 'latin.csv')).err).toContain('latin.csv:2: the line is not UTF-8');
    expect((await laurels('import', 'none.csv')).err).toMatch(/There is no file .*none\.csv/);
    expect((await laurels('import', points(HEADER + ROWS), '--board', 'none')).err).toContain('There is no board "none"');
  });

  test('an interrupted import continues, into days that are still open', async () => {
    const file = points(HEADER + ROWS);
    // An interruption leaves some of the rows, and an unfinished import.
    const { url, firstKey } = await start();
    const call = createApiClient(ENDPOINTS, { origin: url, key: firstKey! });
    const label = await importLabel(join(folder, file), readFileSync(join(folder, file)));
    await call('beginImport', { body: { board: 'main', file: label } });
    const race = { activity: 'race' };
    await call('submitPoints', {
      body: {
        events: [
          { id: 'a', at: '2020-01-01T00:00:00Z', username: 'ada', displayName: 'Ada', points: 5, ...race },
          { id: 'b', at: '2020-01-02T00:00:00Z', username: 'bob', displayName: 'Bob, "the" Builder', points: 7, ...race },
        ],
      },
    });
    // Periods close in order: once a later one is closed, it has been decided that these wait.
    await laurels('boards', 'add', 'other');
    await laurels('import', points(`${HEADER}o,2020-02-01T00:00:00Z,ada,Ada,1,\n`, 'other.csv'), '--board', 'other');
    await closedDay('other', '2020-02-01');
    const result = await laurels('import', file);
    expect(result.out).toContain('Continuing to import 3 rows');
    expect(result.out).toContain('1 new event, 2 already recorded');
    expect(result.out).not.toContain('closed');
  });

  test.each(['without a server', 'through a server'])('rejects dates before 1900, and the epoch without --any-date: %s', async (how) => {
    if (how === 'through a server') await start();
    const file = points(`${HEADER}a,1970-01-01T00:00:00Z,ada,Ada,1,\n`);
    const refused = await laurels('import', file);
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('1 bad row: nothing was imported') as string });
    expect(refused.out).toContain('points.csv:2: at must not be 1970-01-01T00:00:00Z');
    expect(await laurels('import', file, '--any-date')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 new event, 0 already recorded') as string,
    });
    expect(await allTime()).toEqual([['Ada', 1]]);
    const older = points(`${HEADER}b,1899-12-31T23:59:59Z,ada,Ada,1,\n`);
    expect((await laurels('import', older, '--any-date')).out).toContain('points.csv:2: at must not be before 1900-01-01T00:00:00Z');
  });

  test('reports events in days that are already closed', async () => {
    await laurels('import', points(HEADER + ROWS));
    await start();
    await closedDay('main', '2020-01-02');
    const result = await laurels('import', points(`${HEADER}z,2020-01-02T10:00:00Z,ada,Ada,1,race\n`));
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining('1 event arrived after a period closed') as string });
  });
});

test('keys are created, listed and revoked while the server runs', async () => {
  const { url } = await start();
  const { out, code } = await laurels('keys', 'add', 'game');
  const key = out.trim();
  expect([code, key]).toEqual([0, expect.stringMatching(/^lk_/)]);
  const post = () =>
    fetch(url + targetOf(ENDPOINTS.submitPoints, {}), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"id":"a","username":"ada","points":1}',
    });
  // The server caches keys for a moment.
  await expect.poll(async () => (await post()).status).toBe(201);
  expect((await laurels('keys', 'list')).out).toMatch(/^first +owner.*\ngame +write/);
  expect((await laurels('keys', 'revoke', 'game')).code).toBe(0);
  await expect.poll(async () => (await post()).status).toBe(401);
  expect(await laurels('keys', 'add', 'x', '--role', 'root')).toMatchObject({ code: 2 });
  expect(await laurels('keys', 'revoke', 'game')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no active key named "game"') as string,
  });
});

test('keys have bounds and an expiry, and show when they were last used', async () => {
  await laurels('boards', 'add', 'cup');
  const made = await laurels(
    'keys',
    'add',
    'shop',
    '--board',
    'cup',
    '--max-points',
    '500',
    '--no-negative',
    '--no-rename',
    '--expires',
    '90d',
  );
  const until = '16 Feb 2027, 12:00 UTC';
  const may = 'only cup, at most 500 points, no negative points, no renaming';
  expect(made).toMatchObject({ code: 0, err: `Key "shop" created with role write, ${may}, until ${until}. It is shown only once:\n` });
  expect((await laurels('keys', 'add', 'reader', '--role', 'read', '--expires', '2026-11-19')).code).toBe(0);
  const created = '18 Nov 2026, 12:00 UTC';
  expect((await laurels('keys', 'list')).out).toBe(
    `${'shop'.padEnd(24)} write     created ${created}, never used, expires ${until}: ${may}\n` +
      `${'reader'.padEnd(24)} read      created ${created}, never used, expires 19 Nov 2026, 00:00 UTC\n`,
  );
  const late = (await laurels('keys', 'add', 'late')).out.trim();
  const { url } = await start();
  const post = (body: object, board: string, key = made.out.trim()) =>
    fetch(url + targetOf(ENDPOINTS.submitPoints, { query: { board } }), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post({ id: 'a', username: 'ada', points: 500 }, 'cup')).status).toBe(201);
  expect((await post({ id: 'b', username: 'ada', points: 501 }, 'cup')).status).toBe(422);
  expect((await post({ id: 'c', username: 'ada', points: 1 }, 'main')).status).toBe(403);
  // A use not written within the minute is written at shutdown.
  expect((await post({ id: 'd', username: 'ada', points: 1 }, 'main', late)).status).toBe(201);
  await server!.stop();
  server = undefined;
  const { out } = await laurels('keys', 'list');
  expect(out).toContain(`created ${created}, last used ${created}, expires ${until}`);
  expect(out).toMatch(/^late +write +created .*, last used/m);
});

test.each([
  [['--board', 'none'], 1, 'There is no board "none". The boards are main. No key was created.'],
  [['--max-points', '0'], 2, 'bounds.maxPoints must be'],
  [['--max-points', '-5'], 2, 'bounds.maxPoints must be'],
  [['--max-points', '9007199254740992'], 2, 'bounds.maxPoints must be'],
  [['--expires', 'soon'], 2, '--expires must be a day (2027-01-31), a moment'],
  [['--expires', ''], 2, '--expires must be a day'],
  [['--expires', '2026-11-18'], 2, '--expires must be in the future, not "2026-11-18"'],
  [['--expires', '0d'], 2, '--expires must be in the future'],
  [['--role', 'play', '--max-points', '5'], 2, 'bounds.maxPoints only applies to keys with role write; this key has play'],
  [['--role', 'play', '--origin', 'https://a.example/game'], 2, 'bounds.origins[0] must be an origin such as https://play.example'],
  [['--role', 'play', '--plays', '0'], 2, 'bounds.plays must be'],
  [['--origin', 'https://a.example'], 2, 'bounds.origins only applies to keys with role play; this key has write'],
  [['--role', 'owner', '--no-rename'], 2, 'bounds.noRename only applies to keys with role write; this key has owner'],
] as const)('keys add %j is rejected with the rule, and creates no key', async (args, code, why) => {
  expect(await laurels('keys', 'add', 'x', ...args)).toMatchObject({ code, err: expect.stringContaining(why) as string });
  expect((await laurels('keys', 'list')).out).toBe('');
});

test('limits of plays are set one by one, and a cheater’s possible gain is printed once a public key can play', async () => {
  await laurels('boards', 'add', 'other');
  const limits = (...args: readonly string[]) => laurels('boards', 'limits', 'main', ...args);
  expect((await limits('--play-seconds', '20', '--play-rate', '0.5', '--event', '100')).out).toContain(
    'plays    at least 20 s, at most 0.5 points per second\n',
  );
  expect((await limits('--play-hour', '3', '--play-rate', 'none', '--play-podium', 'on')).out).toMatch(
    / plays {4}at least 20 s, 3 per hour, those that reach the podium are held\n {2}replays {2}of the best 10 players of a day\n$/,
  );
  expect((await limits('--challenge', 'on', '--replays', '3', '--play-day', '5')).out).toMatch(
    /at least 20 s, 3 per hour, 5 attempts per day, .*\n {2}daily {4}a challenge: .*\n {2}replays {2}of the best 3 players of a day\n$/,
  );
  const off = (await limits('--challenge', 'off', '--play-day', 'none')).out;
  expect(off).toContain('replays  of the best 3 players of a day');
  expect(off).not.toMatch(/challenge|per day/);
  const made = await laurels('keys', 'add', 'web', '--role', 'play', '--board', 'main', '--origin', 'https://a.example', '--plays', '50');
  expect(made.err).toContain(
    'with role play, only main, on https://a.example, 50 plays an hour. It is public, so your game can contain it.',
  );
  expect((await limits()).out).toContain(
    'A cheater who knows these limits could gain at most 300 points per hour, and with many guests 5000.',
  );
  expect((await limits('--event', 'none')).out).toContain('could gain any number of points. Set --hour first.');
  expect((await limits('--play-podium', 'yes')).err).toContain('--play-podium must be on or off.');
  expect((await limits('--challenge', '3')).err).toContain('--challenge must be on or off.');
  expect((await limits('--replays', '101')).err).toContain('replays must be');
  expect((await limits('--play-day', '0')).err).toContain('play.day must be');
});

test.each(['with', 'without'])('boards get a unit, and are archived, restored and removed, %s a server', async (how) => {
  if (how === 'with') await start();
  else await laurels('boards', 'add', 'other');
  expect((await laurels('boards', 'add', 'laps', '--unit', 'time', '--direction', 'low', '--scoring', 'best')).out).toContain(
    'best of time, low first',
  );
  expect((await laurels('boards', 'set', 'laps', '--unit', 'coin,coins', '--title', 'Purse')).out).toMatch(
    /laps +best of coins, .*: Purse\n/,
  );
  expect((await laurels('boards', 'archive', 'laps')).out).toContain('Purse (archived)\n');
  const file = points('id,username,points\n1,ada,5\n');
  expect(await laurels('import', file, '--board', 'laps')).toMatchObject({ code: 1, err: expect.stringContaining('archived') as string });
  expect((await laurels('boards', 'restore', 'laps')).out).toContain('Purse\n');
  expect(await laurels('import', file, '--board', 'laps')).toMatchObject({ code: 0 });
  expect(await laurels('boards', 'remove', 'laps')).toMatchObject({ code: 1, err: expect.stringContaining('has points') as string });
  expect((await laurels('boards', 'add', 'staff', '--private')).out).toMatch(/^staff .*: staff \(private\)\n/m);
  expect((await laurels('boards', 'set', 'staff', '--public')).out).toMatch(/^staff .*: staff\n/m);
  expect((await laurels('boards', 'set', 'staff', '--private')).out).toMatch(/^staff .*: staff \(private\)\n/m);
  expect(await laurels('boards', 'set', 'main', '--private')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be private') as string,
  });
  await laurels('boards', 'set', 'laps', '--group', 'Cups');
  expect((await laurels('boards', 'add', 'empty', '--copy', 'laps')).out).toMatch(
    /^empty .*best of coins, low first.*: empty \(group Cups\)\n/m,
  );
  expect((await laurels('boards', 'set', 'empty', '--group', '')).out).toMatch(/^empty .*: empty\n/m);
  expect((await laurels('boards', 'remove', 'empty')).out).not.toMatch(/^empty /m);
  expect(await laurels('boards', 'remove', 'empty')).toMatchObject({ code: 1, err: expect.stringContaining('no board "empty"') as string });
  for (const act of ['archive', 'remove'])
    expect(await laurels('boards', act, 'main')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be archived or removed') as string,
    });
});

test.each([
  [['boards', 'set', 'main'], '--title, --unit, --group, --time-zone, --week-start, --private or --public is missing.'],
  [
    ['boards', 'set', 'main', '--unit', 'metres'],
    'unit must be "points", "time", "distance", "laps", or an object with the words "one" and "other"',
  ],
  [['boards', 'set', 'main', '--unit', 'coin,'], 'unit.other must have at least one visible character'],
  [['boards', 'set', 'main', '--unit', 'a,b,c'], '--unit takes two words'],
  [['boards', 'add', 'x', '--unit', `${'a'.repeat(25)},b`], 'unit.one must have at most 24 characters'],
  [['boards', 'set', 'main', '--private', '--public'], 'Use --private or --public, not both.'],
  [['boards', 'archive'], 'NAME is missing.'],
  [['boards', 'drop', 'main'], 'Unknown subcommand "drop".\n  boards list '],
])('%s is a usage error', async (args, words) => {
  expect(await laurels(...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) as string });
});

test('boards are added with and without a server', async () => {
  expect(
    await laurels('boards', 'add', 'speedrun', '--scoring', 'best', '--direction', 'low', '--time-zone', 'Asia/Kathmandu'),
  ).toMatchObject({ code: 0 });
  await start();
  expect((await laurels('boards', 'add', 'weekly', '--title', 'Weekly cup', '--week-start', '7')).code).toBe(0);
  const { out } = await laurels('boards', 'list');
  expect(out).toMatch(/speedrun +best of points, low first, Asia\/Kathmandu/);
  expect(out).toMatch(/weekly +sum of points, high first, UTC, weeks start on sunday: Weekly cup/);
  expect(await laurels('boards', 'add', 'weekly')).toMatchObject({ code: 1, err: expect.stringContaining('already') as string });
  expect(await laurels('boards', 'add', 'Bad Name')).toMatchObject({ code: 2 });
});

test('--week-start accepts the same days as LAURELS_WEEK_START, and rejects others with the same message', async () => {
  for (const [name, day, number] of [
    ['a', 'Sunday', 'sunday'],
    ['b', ' tuesday ', 'tuesday'],
    ['c', '3', 'wednesday'],
  ] as const) {
    expect((await laurels('boards', 'add', name, '--week-start', day)).out).toContain(`weeks start on ${number}: ${name}\n`);
  }
  for (const day of ['0', '8', '1.0', 'sun', '']) {
    expect(await laurels('boards', 'add', 'd', '--week-start', day)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `--week-start must be monday to sunday, or a number from 1 (Monday) to 7 (Sunday), not ${JSON.stringify(day)}.`,
      ) as string,
    });
  }
  expect((await laurels('boards', 'list')).out).not.toMatch(/^d /m);
});

test('the visibility of events is set and shown, with and without a server', async () => {
  await laurels('boards', 'add', 'cup');
  expect((await laurels('privacy', 'show')).out).toBe('Visitors see every event behind a total ("all").\n');
  expect((await laurels('privacy', 'set', 'none')).out).toMatch(/^Visitors see no events behind a total \("none"\), directly/);
  await start();
  expect((await laurels('privacy', 'set', 'by-day')).out).toContain('through the server');
  expect((await laurels('privacy', 'show')).out).toContain('("by-day")');
});

test.each([
  [['privacy'], 'The command is incomplete.\n  privacy show '],
  [['privacy', 'hide'], '\n  privacy set all|by-day|none '],
  [['privacy', 'set'], 'all|by-day|none is missing.'],
  [['privacy', 'set', 'some'], 'events must be "all", "by-day" or "none"'],
  [['privacy', 'show', 'all'], 'Unexpected argument "all".'],
  [['boards'], '\n  boards limits NAME '],
  [['boards', 'archive'], 'NAME is missing.'],
  [['boards', 'archive', 'cup', 'laps'], 'Unexpected argument "laps".'],
  [['players'], '\n  players hide NAME '],
  [['players', 'rename', 'ada'], 'NEW-NAME is missing.'],
  [['players', 'erase'], 'NAME is missing.'],
])('%j is a usage error with the reason', async (args, sentence) => {
  await laurels('boards', 'add', 'cup');
  expect(await laurels(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) as string });
});

test('archiving a board shows it as archived, is idempotent, and rejects an unknown board', async () => {
  await laurels('boards', 'add', 'cup');
  expect((await laurels('boards', 'archive', 'cup')).out).toMatch(/^cup .*\(archived\)$/m);
  expect(await laurels('boards', 'archive', 'cup')).toMatchObject({ code: 0 });
  expect(await laurels('boards', 'archive', 'none')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('There is no board "none".') as string,
  });
});

test('all data about a player is printed as JSON, with and without a server', async () => {
  await laurels('import', points(HEADER + ROWS));
  const directly = await laurels('players', 'export', 'ADA');
  expect(JSON.parse(directly.out)).toMatchObject({
    player: { username: 'ada', displayName: 'Ada' },
    visibility: { state: 'shown', reason: null },
    events: [
      { board: 'main', id: 'c', points: 4 },
      { board: 'main', id: 'a', points: 5, activity: 'race' },
    ],
  });
  await start();
  const through = await laurels('players', 'export', 'ada');
  expect(JSON.parse(through.out)).toMatchObject({ player: { username: 'ada' }, events: [{ id: 'c' }, { id: 'a' }] });
  expect(await laurels('players', 'export', 'nobody')).toMatchObject({ code: 1, out: '' });
});

test('players are hidden, removed and shown again, with and without a server', async () => {
  await laurels('import', points(HEADER + ROWS));
  expect(await laurels('players', 'hide', 'BOB')).toMatchObject({ code: 0, out: expect.stringContaining('directly in') as string });
  await start();
  expect(await allTime()).toEqual([['Ada', 9]]);
  const removed = await laurels('players', 'remove', 'ada', '--reason', 'Used a bot.');
  expect(removed).toMatchObject({ code: 0, out: expect.stringContaining('through the server') as string });
  expect((await laurels('players', 'list-hidden')).out).toMatch(/^bob +hidden .*\nada +removed Ada: Used a bot\.\n$/);
  expect(await allTime()).toEqual([]);
  for (const name of ['ada', 'bob']) expect((await laurels('players', 'show', name)).code).toBe(0);
  expect((await allTime()).map(([, total]) => total)).toEqual([9, 7]);
  expect(await laurels('players', 'hide', 'nobody')).toMatchObject({ code: 1, err: expect.stringContaining('No player named') as string });
  expect(await laurels('players', 'remove', 'ada')).toMatchObject({ code: 2, err: expect.stringContaining('--reason') as string });
  expect((await laurels('players', 'hide')).code).toBe(2);
  expect((await laurels('players', 'ban', 'ada')).code).toBe(2);
});

test.each(['without a server', 'through a server'])('an act is previewed, and rejected if the preview is stale: %s', async (how) => {
  await laurels('import', points(HEADER + ROWS));
  if (how === 'through a server') await start();
  const previewed = await laurels('players', 'hide', 'ada', '--preview');
  expect(previewed.out).toMatch(
    /main, all time:\n {2}ada: rank 1 with 9 points -> unranked\n {2}1 other player would change rank\.\n {2}Podium: ada, BOB -> BOB\n/i,
  );
  expect((await laurels('players', 'list-hidden')).out).toBe('');
  const since = /--since (\S+)/.exec(previewed.out)![1]!;
  expect((await laurels('players', 'hide', 'ada', '--since', since)).code).toBe(0);
  expect(await laurels('players', 'remove', 'ada', '--reason', 'A bot.', '--since', since)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The preview is out of date for: player "ada"') as string,
  });
  expect((await laurels('players', 'list-hidden')).out).toMatch(/^ada +hidden/);
});

describe('undoing mistakes', () => {
  const REASON = ['--reason', 'Sent twice.'];

  test.each(['without a server', 'through a server'])('events are voided and restored, and the periods are named: %s', async (how) => {
    await laurels('import', points(`${HEADER}a,2026-11-18T11:00:00Z,ada,Ada,5,race\nb,2026-11-18T11:00:00Z,bob,Bob,1,race\n`));
    if (how === 'through a server') await start();
    const voided = await laurels('events', 'void', 'a', ...REASON);
    expect(voided).toMatchObject({ code: 0, err: '' });
    expect(voided.out).toContain('Event "a" voided ');
    expect(voided.out).toContain(': 5 points of ada.\nRemoved from: 18 Nov 2026, week of 16 Nov 2026, November 2026, all time.\n');
    expect(await laurels('events', 'void', 'a', ...REASON)).toMatchObject({
      code: 1,
      err: 'Event "a" is already voided. event must not be voided\n',
    });
    expect((await laurels('events', 'restore', 'a', ...REASON)).out).toContain('\nCounts again in: 18 Nov 2026, ');
    expect((await laurels('events', 'void', 'b', '--board', 'main', ...REASON)).out).toContain(': 1 point of bob.');
    for (const [args, why] of [
      [['none'], 'There is no event "none" on "main". event must be the id of an event of this board\n'],
      [['a', '--board', 'none'], 'There is no board "none". board must be the name of a board\n'],
    ] as const)
      expect(await laurels('events', 'void', ...args, ...REASON)).toMatchObject({ code: 1, err: why });
    expect(await allTime()).toEqual([['Ada', 5]]);
  });

  test.each(['without a server', 'through a server'])('many events are previewed, voided, and restored with one undo: %s', async (how) => {
    const rows = Array.from(
      { length: 30 },
      (_, i) => `e${i},2026-11-18T11:0${i % 10}:00Z,p${i % 3},,${i + 1},${i % 2 === 0 ? 'race' : 'quest'}\n`,
    );
    await laurels('import', points(HEADER + rows.join('')));
    if (how === 'through a server') await start();
    const before = await allTime();
    const filters = ['--activity', 'race', '--until', '2026-11-18T11:08:00Z', ...REASON];
    const preview = await laurels('events', 'void', ...filters);
    expect(preview).toMatchObject({ code: 0, err: '' });
    expect(preview.out).toContain('12 items would change, 0 would be left alone.');
    expect(await allTime()).toEqual(before);
    const [, since = ''] = /--since (\S+)/.exec(preview.out) ?? [];
    const voided = await laurels('events', 'void', ...filters, '--since', since);
    expect(voided).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^12 events voided .*\. To undo it: undo \d+\n$/) as string,
    });
    const sum = (totals: readonly (readonly unknown[])[]) => totals.reduce((all, [, points]) => all + Number(points), 0);
    expect(sum(await allTime())).toBe(sum(before) - 168);
    expect(await laurels('events', 'void', ...filters, '--yes')).toMatchObject({ code: 1, err: 'There are no matching events to void.\n' });
    expect((await laurels('events', 'void', ...filters, '--since', since)).code).toBe(1);
    const [, entry = ''] = /undo (\d+)/.exec(voided.out) ?? [];
    expect(await laurels('undo', entry)).toMatchObject({ code: 0 });
    expect(await allTime()).toEqual(before);
    expect((await laurels('events', 'restore', '--board', 'main', '--yes', ...REASON)).err).toBe(
      'There are no matching events to restore.\n',
    );
    expect((await laurels('events', 'void', '--yes', ...REASON)).code).toBe(2);
    expect((await laurels('events', 'void', '--key', 'none', '--yes', ...REASON)).err).toContain('There is no key named "none".');
  });

  test.each(['without a server', 'through a server'])('the latest closed day is reopened: %s', async (how) => {
    await laurels('import', points(HEADER + ROWS));
    await start();
    await closedDay('main', '2020-01-02');
    if (how === 'without a server') {
      await server!.stop();
      server = undefined;
    }
    expect(await laurels('events', 'void', 'b', ...REASON)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Removed from: all time. Final, unchanged: 2 Jan 2020, week of 30 Dec 2019, January 2020.') as string,
    });
    const reopened = await laurels('periods', 'reopen', 'main', 'daily', '2020-01-02', ...REASON);
    expect(reopened.out).toMatch(/^Reopened on "main" .*: 2 Jan 2020\.\nResults become final 18 Nov 2026, 13:00 UTC/);
    expect(await laurels('periods', 'reopen', 'main', 'daily', '2020-01-02', ...REASON)).toMatchObject({
      code: 1,
      err: expect.stringContaining('date must be in the latest closed period') as string,
    });
    expect((await laurels('events', 'void', 'b', ...REASON)).out).toContain(
      'Removed from: 2 Jan 2020. Final, unchanged: week of 30 Dec 2019, January 2020. Already voided in: all time.',
    );
    expect((await laurels('events', 'void', 'b', ...REASON)).code).toBe(1);
  });

  test.each(['without a server', 'through a server'])('points over a limit are put on hold, then accepted or rejected: %s', async (how) => {
    const [, key = ''] = /(lk_\S+)/.exec((await laurels('keys', 'add', 'game')).out) ?? [];
    const { url } = await start();
    const post = (id: string, points: number) =>
      fetch(`${url}/api/v1/points`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id, username: 'ada', points }),
      });
    const set = await laurels('boards', 'limits', 'main', '--event', '100', '--history', '2.5');
    expect(set.out).toContain('event    100');
    expect((await laurels('boards', 'limits', 'main', '--history', 'none')).out).toMatch(/event {4}100\n.*\n.*\n {2}history {2}none/);
    expect([(await post('e1', 101)).status, (await post('e2', 102)).status]).toEqual([202, 202]);
    if (how === 'without a server') {
      await server!.stop();
      server = undefined;
    }
    const list = (await laurels('held', 'list')).out.trim().split('\n');
    expect(list).toHaveLength(2);
    const [id = '', other = ''] = list.map((line) => line.slice(0, 16));
    expect((await laurels('held', 'accept', id, '--preview')).out).toContain('ada: unranked -> rank 1 with 102 points');
    expect((await laurels('held', 'accept', id)).out).toMatch(/^102 points of ada accepted /);
    expect((await laurels('held', 'reject', other, '--reason', 'A bot')).out).toContain('rejected');
    expect((await laurels('held', 'list')).out).toBe('No points on hold.\n');
    expect((await laurels('held', 'list', '--state', 'rejected')).out).toContain('Rejected: A bot');
    expect((await laurels('held', 'accept', id)).err).toContain('already accepted');
    expect((await laurels('held', 'reject', other)).code).toBe(2);
    expect((await laurels('boards', 'limits', 'main', '--day', 'many')).code).toBe(2);
  });

  test('bulk decisions on held events, bulk hiding and a ban can each be undone with one undo', async () => {
    const [, key = ''] = /(lk_\S+)/.exec((await laurels('keys', 'add', 'game')).out) ?? [];
    const { url } = await start();
    const post = (id: string, username: string, points: number) =>
      fetch(`${url}/api/v1/points`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id, username, points }),
      });
    await laurels('boards', 'limits', 'main', '--event', '100');
    for (const [i, name] of ['ada', 'ada', 'bob', 'eve', 'eve'].entries()) await post(`e${i}`, name, 101 + i);
    await post('small', 'eve', 9);
    const undo = async ({ out }: { readonly out: string }) => (await laurels('undo', /undo (\d+)/.exec(out)![1]!)).code;

    expect((await laurels('held', 'accept', '--player', 'ada')).out).toContain('2 items would change');
    expect((await laurels('held', 'accept', '--player', 'ada', '--yes')).out).toMatch(/^2 held events accepted .*To undo it: undo \d+\n$/);
    const [first = '', second = ''] = (await laurels('held', 'list')).out.split('\n').map((line) => line.slice(0, 16));
    const rejected = await laurels('held', 'reject', first, second, ...REASON, '--yes');
    expect(rejected.out).toContain('2 held events rejected');
    expect((await laurels('held', 'reject', first, second, ...REASON, '--yes')).err).toContain('2 of the 2 selected points on hold');
    expect(await undo(rejected)).toBe(0);
    expect((await laurels('held', 'list')).out.trim().split('\n')).toHaveLength(3);

    const hidden = await laurels('players', 'hide', 'ada', 'eve', '--yes');
    expect([hidden.out, await allTime()]).toEqual([expect.stringContaining('2 players hidden'), []]);
    expect(await undo(hidden)).toBe(0);

    const ban = ['players', 'ban', 'eve', '--void-from', '2026-11-18T00:00:00Z', ...REASON];
    expect((await laurels(...ban)).out).toContain('2 held events would be rejected, 1 event voided.');
    const banned = await laurels(...ban, '--yes');
    expect(banned.out).toMatch(/^"eve" banned .*: 2 held events rejected, 1 event voided\. To undo it: undo \d+\n$/);
    expect(await allTime()).toEqual([['ada', 203]]);
    expect(await laurels(...ban, '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('"eve" is already removed') as string });
    expect(await undo(banned)).toBe(0);
    expect(await allTime()).toEqual([
      ['ada', 203],
      ['eve', 9],
    ]);
    expect((await laurels('players', 'ban', 'eve')).code).toBe(2);
  });

  test('the audit log names the user who ran a command, with and without a server', async () => {
    await laurels('keys', 'add', 'shop');
    await laurels('boards', 'add', 'other', '--title', 'Other');
    await start();
    await laurels('boards', 'set', 'other', '--title', 'Another');
    const told = [await laurels('audit', '--board', 'other')];
    await server!.stop();
    server = undefined;
    told.push(await laurels('audit', '--board', 'other'));
    const by = `by user ${JSON.stringify(userInfo().username)}: on "other"`;
    for (const { code, out } of told) {
      expect(code).toBe(0);
      const [set, made] = out.split('\n');
      expect(set).toContain(`18 Nov 2026, 12:00:00 UTC  change-board   ${by}, before {"title":"Other"}, after {"title":"Another"}`);
      expect(made).toContain(`make-board     ${by}, after {`);
    }
    expect((await laurels('audit', '--act', 'add-key')).out).toContain(`by user ${JSON.stringify(userInfo().username)}: "shop"`);
    expect((await laurels('audit', '--limit', '1')).err).toContain('For older entries, add --before');
    expect(await laurels('audit', '--act', 'dance')).toMatchObject({ code: 2, err: expect.stringContaining('must be one of') as string });
  });

  test('an act is undone after a preview, and only once, with and without a server', async () => {
    await laurels('boards', 'add', 'other', '--title', 'Other');
    for (const how of ['directly', 'through the server']) {
      if (how !== 'directly') await start();
      await laurels('boards', 'set', 'other', '--title', how);
      const [line] = (await laurels('audit', '--act', 'change-board', '--limit', '1')).out.split('\n');
      const number = line!.trim().split(' ')[0]!;
      expect((await laurels('undo', number, '--preview')).out).toContain(`change-board: {"title":"${how}"} -> {"title":"Other"}`);
      expect((await laurels('undo', number)).out).toContain(`Entry ${number} undone ${how}`);
      const [back, first] = (await laurels('audit', '--act', 'change-board', '--limit', '2')).out.split('\n');
      expect(back).toContain(`undoes ${number}`);
      expect(first).toContain(`undone by ${back!.trim().split(' ')[0]!}`);
      expect(await laurels('undo', number)).toMatchObject({ code: 1, err: expect.stringContaining('was already undone') as string });
      expect(await laurels('undo', 'it')).toMatchObject({ code: 2 });
      await laurels('keys', 'add', how.split(' ')[0]!);
      const [made] = (await laurels('audit', '--act', 'add-key', '--limit', '1')).out.split('\n');
      expect((await laurels('undo', made!.trim().split(' ')[0]!)).out).toContain('revoke-key');
      expect((await laurels('keys', 'list')).out).toMatch(new RegExp(`${how.split(' ')[0]!}.*revoked`));
    }
  });

  test('webhooks are created, listed, tested, turned off and removed, with and without a server', async () => {
    await laurels('boards', 'add', 'other');
    for (const how of ['directly', 'through the server']) {
      if (how !== 'directly') await start();
      const made = await laurels('webhooks', 'add', 'results', 'https://1.1.1.1/hook', '--event', 'period.final', '--board', 'main');
      expect(made.out).toMatch(new RegExp(`^Webhook "results" created ${how}.*[\\s\\S]*\nwhpk_`));
      const key = /whpk_\S+/.exec(made.out)![0];
      expect(await laurels('webhooks', 'add', 'results', 'https://1.1.1.1/hook')).toMatchObject({ code: 1 });
      await laurels('webhooks', 'off', 'results');
      expect(await laurels('webhooks', 'test', 'results')).toMatchObject({ code: 1 });
      expect((await laurels('webhooks', 'list')).out).toBe(
        `results                  off standard https://1.1.1.1/hook\n  receives period.final on main\n  0 waiting, 0 delivered, 0 failed\n  ${key}\n`,
      );
      expect((await laurels('webhooks', 'rotate', 'results')).out).toContain('whpk_');
      expect((await laurels('webhooks', 'redeliver', 'results')).out).toMatch(/^0 deliveries of "results" will be resent/);
      expect((await laurels('webhooks', 'log', 'results')).out).toBe('No deliveries.\n');
      expect((await laurels('webhooks', 'remove', 'results')).out).toMatch(/^Webhook "results" removed/);
      expect((await laurels('webhooks', 'list')).out).toBe('No webhooks.\n');
    }
  });

  test.each(['https://10.0.0.1/', 'https://me:secret@play.example/'])('rejects a webhook to %s', async (url) => {
    await laurels('boards', 'add', 'other');
    const { code, err } = await laurels('webhooks', 'add', 'results', url);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain('url must');
    expect(err).not.toContain('secret');
  });

  test('unfinished imports are listed and dropped', async () => {
    const { url, firstKey } = await start();
    expect((await laurels('imports', 'list')).out).toBe('No imports are running.\n');
    const call = createApiClient(ENDPOINTS, { origin: url, key: firstKey! });
    const { id } = (await call('beginImport', { body: { board: 'main', file: 'left.csv' } })).import;
    await server!.stop();
    server = undefined;
    expect((await laurels('imports', 'list')).out).toMatch(new RegExp(`^${id} main .*: "left\\.csv"\n$`));
    expect(await laurels('imports', 'drop', id)).toMatchObject({
      code: 0,
      out: expect.stringContaining('"left.csv" into "main" cancelled') as string,
    });
    expect(await laurels('imports', 'drop', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no import "${id}".`) as string,
    });
  });

  test.each([
    ['events', 'void', 'a'],
    ['events', 'restore', 'a'],
    ['events', 'undo', 'a', ...REASON],
    ['events', 'void', ...REASON],
    ['events', 'void', 'a', '--reason', 'two\nlines'],
    ['periods', 'reopen', 'main', 'daily', '2020-01-02'],
    ['periods', 'reopen', 'main', 'all-time', '2020-01-02', ...REASON],
    ['periods', 'reopen', 'main', 'daily', '2020-02-30', ...REASON],
    ['periods', 'close', 'main', 'daily', '2020-01-02', ...REASON],
    ['imports'],
    ['webhooks'],
    ['webhooks', 'add', 'results'],
    ['webhooks', 'log', 'results', '--state', 'gone'],
    ['webhooks', 'add', 'results', 'https://play.example/', '--event', 'nothing'],
    ['imports', 'drop'],
  ])('usage error: %s %s %s', async (...args) => {
    await laurels('boards', 'add', 'other');
    expect(await laurels(...args)).toMatchObject({ code: 2 });
  });

  test.each([
    [['events', 'void', 'a', ...REASON]],
    [['periods', 'reopen', 'main', 'daily', '2020-01-02', ...REASON]],
    [['imports', 'list']],
    [['imports', 'drop', 'x']],
    [['players', 'hide', 'ada']],
    [['boards', 'list']],
    [['catalogue', 'show']],
    [['rebuild']],
  ])('without a database, %j says what to do and creates none', async (args) => {
    const { code, err } = await laurels(...args);
    expect([code, err]).toEqual([
      1,
      `There is no database in ${data}. If it is in another folder, set LAURELS_DATA. If it was deleted, restore it from a backup.\n`,
    ]);
    expect(existsSync(data)).toBe(false);
  });
});

describe('catalogue', () => {
  const EXAMPLE = join(import.meta.dirname, '../../docs/examples/catalogue.json');
  const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as Catalogue;

  test('the example is set and shown, with and without a server, and the output can be set again', async () => {
    await laurels('boards', 'add', 'other');
    expect(JSON.parse((await laurels('catalogue', 'show')).out)).toEqual(EMPTY_CATALOGUE);
    expect(await laurels('catalogue', 'set', EXAMPLE)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Catalogue set directly in .*: activities 6, tournaments 3, achievements 4, prizes 12\./) as string,
    });
    const { out } = await laurels('catalogue', 'show');
    expect(JSON.parse(out)).toEqual(example);
    const { url } = await start();
    expect(await createApiClient(ENDPOINTS, { origin: url })('catalogue')).toEqual(example);
    writeFileSync(join(folder, 'shown.json'), `\uFEFF${out.replace('Lantern Cup', 'Comet Cup')}`);
    expect(await laurels('catalogue', 'set', 'shown.json')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`through the server at ${url}`) as string,
    });
    expect((await laurels('catalogue', 'show')).out).toBe(out.replace('Lantern Cup', 'Comet Cup'));
  });

  test('all errors are reported at once with file and field, and nothing is changed', async () => {
    await laurels('catalogue', 'set', EXAMPLE);
    const tournaments = Array.from({ length: 30 }, (_, i) => ({ ...example.tournaments[0], id: `cup-${i}`, title: '' }));
    const bad = { ...example, tournaments, seasons: [], prizes: [{ board: 'none', from: 2, to: 1, prize: 'Cake' }] };
    writeFileSync(join(folder, 'bad.json'), JSON.stringify(bad));
    const direct = await laurels('catalogue', 'set', 'bad.json');
    await start();
    const served = await laurels('catalogue', 'set', 'bad.json');
    for (const { code, err } of [direct, served]) {
      expect(code).toBe(1);
      for (const i of [0, 29]) expect(err).toContain(`/bad.json: tournaments[${i}].title must have at least one visible character\n`);
      expect(err).toContain('/bad.json: prizes[0].to must not be less than "from"\n');
      expect(err).toContain('/bad.json: prizes[0].board must be the name of a board\n');
      expect(err).toContain('/bad.json: seasons is not a known field\n');
      expect(err).toContain('Nothing was changed.');
    }
    expect(JSON.parse((await laurels('catalogue', 'show')).out)).toEqual(example);
  });

  test('rejects a file that is missing, not JSON, not UTF-8 or too large', async () => {
    expect((await laurels('catalogue', 'set', 'none.json')).err).toMatch(/There is no file .*none\.json/);
    writeFileSync(join(folder, 'half.json'), '{"activities": [');
    expect((await laurels('catalogue', 'set', 'half.json')).err).toMatch(/half\.json is not valid JSON: /);
    writeFileSync(join(folder, 'latin.json'), Buffer.from('{"zo\xeb": 1}', 'latin1'));
    expect((await laurels('catalogue', 'set', 'latin.json')).err).toMatch(/latin\.json:1: the line is not UTF-8/);
    const entries = Array.from({ length: 2000 }, (_, i) => ({
      id: `${i}`,
      title: 'ö'.repeat(80),
      subtitle: 'ö'.repeat(120),
      avatar: '🏆',
      extra: 'ö'.repeat(60),
    }));
    writeFileSync(join(folder, 'large.json'), JSON.stringify({ tournaments: entries }));
    expect((await laurels('catalogue', 'set', 'large.json')).err).toMatch(
      /large\.json has [\d,]+ bytes without spaces; the limit is 1,048,576/,
    );
  });

  test('usage errors', async () => {
    expect(await laurels('catalogue')).toMatchObject({ code: 2, err: expect.stringContaining('catalogue set FILE') as string });
    expect(await laurels('catalogue', 'set')).toMatchObject({ code: 2, err: expect.stringContaining('FILE is missing') as string });
    expect(await laurels('catalogue', 'show', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unexpected argument "x".') as string,
    });
  });
});

describe('appearance', () => {
  const lantern = { name: 'Lantern Run', sentence: 'A race at night.', colour: '#001f5b', poweredBy: false };

  test('is set, shown and reset, with and without a server, and the output can be set again', async () => {
    writeFileSync(join(folder, 'mine.json'), JSON.stringify(lantern));
    expect(await laurels('appearance', 'set', 'mine.json')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Appearance set directly in .*: Lantern Run, #001f5b\.\n$/) as string,
    });
    const { out } = await laurels('appearance', 'show');
    expect(JSON.parse(out)).toEqual(lantern);
    const { url } = await start();
    writeFileSync(join(folder, 'shown.json'), out.replace('Lantern', 'Comet'));
    expect(await laurels('appearance', 'set', 'shown.json')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`through the server at ${url}: Comet Run`) as string,
    });
    expect(await createApiClient(ENDPOINTS, { origin: url })('appearance')).toEqual({ ...lantern, name: 'Comet Run' });
    expect(await laurels('appearance', 'unset')).toMatchObject({ code: 0, out: expect.stringContaining('reset through') as string });
    expect(JSON.parse((await laurels('appearance', 'show')).out)).toEqual({ poweredBy: true });
  });

  test('the example is set, with the logo next to it', async () => {
    const example = join(import.meta.dirname, '../../docs/examples/appearance.json');
    expect(await laurels('appearance', 'set', example)).toMatchObject({ code: 0, out: expect.stringContaining(', a logo.') as string });
    const { logo } = JSON.parse((await laurels('appearance', 'show')).out) as { readonly logo: string };
    expect(logo).toMatch(/^data:image\/png;base64,/);
  });

  test.each([
    ['none.svg', /mine\.json: logo does not exist: .*none\.svg\nNothing was changed\.\n$/],
    ['mine.json', /mine\.json: logo must be the path of a PNG or SVG file, or a data URL\n/],
    ['bad.svg', /mine\.json: logo must be a PNG or SVG file\nNothing was changed\.\n$/],
    ['huge.png', /mine\.json: logo must be at most 512 KiB\n/],
  ])('rejects an invalid logo: %s', async (logo, why) => {
    writeFileSync(join(folder, 'bad.svg'), 'hello');
    writeFileSync(join(folder, 'huge.png'), Buffer.alloc(600 * 1024));
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ logo }));
    const { code, err } = await laurels('appearance', 'set', 'mine.json');
    expect(code).toBe(1);
    expect(err).toMatch(why);
  });

  test('all errors are reported at once with file and field, and nothing is changed', async () => {
    writeFileSync(join(folder, 'mine.json'), JSON.stringify(lantern));
    await laurels('appearance', 'set', 'mine.json');
    writeFileSync(join(folder, 'bad.json'), JSON.stringify({ name: '', colour: 'red', link: 'play.example', motto: 'x' }));
    const { code, err } = await laurels('appearance', 'set', 'bad.json');
    expect(code).toBe(1);
    expect(err).toContain('/bad.json: name must have at least one visible character\n');
    expect(err).toContain('/bad.json: colour must be a colour, for example #e10600\n');
    expect(err).toContain('/bad.json: link must be a URL that begins with https:// or http://\n');
    expect(err).toContain('/bad.json: motto is not a known field\n');
    expect(err).toContain('Nothing was changed.');
    expect(JSON.parse((await laurels('appearance', 'show')).out)).toEqual(lantern);
  });

  test('usage errors', async () => {
    expect(await laurels('appearance')).toMatchObject({ code: 2, err: expect.stringContaining('appearance set FILE') as string });
    expect(await laurels('appearance', 'unset', 'x')).toMatchObject({ code: 2 });
    expect((await laurels('appearance', 'set', 'none.json')).err).toMatch(/There is no file .*none\.json/);
  });
});

test('rebuild verifies the standings against the ledger, or reports the differences', async () => {
  await laurels('import', points(HEADER + ROWS));
  expect(await laurels('rebuild')).toMatchObject({ code: 0, out: expect.stringContaining('3 events replayed') as string });
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(data, 'laurels.db'));
  // The last byte belongs to the time of a total.
  database.exec("UPDATE totals SET totals = CAST(substr(totals, 1, length(totals) - 1) || x'00' AS BLOB)");
  database.close();
  expect(await laurels('rebuild')).toMatchObject({ code: 1, out: expect.stringContaining('compared: 1 difference') as string });
  await start();
  expect(await laurels('rebuild')).toMatchObject({ code: 1, err: expect.stringContaining('Stop it, then try again') as string });
});

test('a command on a copy of a folder in use works on the copy', async () => {
  await laurels('import', points(HEADER + ROWS));
  await start();
  const original = data;
  data = join(folder, 'copy');
  cpSync(original, data, { recursive: true });
  expect((await laurels('boards', 'add', 'second')).code).toBe(0);
  expect((await laurels('boards', 'list')).out).toContain('second');
  data = original;
  expect((await laurels('boards', 'list')).out).not.toContain('second');
});

test('a backup is created while the server runs, and restored to a folder without data', async () => {
  await laurels('import', points(HEADER + ROWS));
  await start();
  expect(await laurels('backup')).toMatchObject({ code: 1, err: expect.stringContaining('Set LAURELS_BACKUP_FOLDER') as string });
  mkdirSync(join(folder, 'kept'));
  expect(await laurels('backup', 'kept')).toMatchObject({ code: 0, out: expect.stringContaining('3 events') as string });
  const [name] = readdirSync(join(folder, 'kept'));
  expect(name).toBe('laurels-20261118T120000Z-manual.backup');
  const file = join('kept', name!);
  expect(await laurels('restore', file)).toMatchObject({ code: 1, err: expect.stringContaining('already contains laurels.db') as string });
  const keys = (await laurels('keys', 'list')).out;
  data = join(folder, 'back');
  expect(await laurels('restore', file)).toMatchObject({ code: 0, out: expect.stringContaining('3 events') as string });
  expect((await laurels('keys', 'list')).out).toBe(keys);
  expect((await laurels('rebuild')).out).toContain('no differences');
});

test('a running server creates a backup in its own backup folder, and lists them', async () => {
  await laurels('import', points(HEADER + ROWS));
  expect(await laurels('backup')).toMatchObject({ code: 2, err: expect.stringContaining('Specify where') as string });
  expect(await laurels('backups', 'list')).toMatchObject({ code: 1, err: expect.stringContaining('No server is running') as string });
  const kept = join(folder, 'scheduled');
  await start('off', { LAURELS_BACKUP_FOLDER: kept });
  const name = 'laurels-20261118T120000Z.backup';
  // The server creates its first one at start.
  await vi.waitUntil(() => existsSync(join(kept, name)), 300_000);
  expect(await laurels('backups', 'list')).toMatchObject({
    code: 0,
    out: expect.stringMatching(`^${name}  18 Nov 2026, 12:00 UTC  .* verified\n1 backup in ${kept}`) as string,
  });
  const manual = 'laurels-20261118T120000Z-manual.backup';
  await vi.waitUntil(async () => (await laurels('backup')).code === 0, 300_000);
  expect(readdirSync(kept).toSorted()).toEqual([manual, name]);
  // Names have a precision of one second.
  expect(await laurels('backup')).toMatchObject({ code: 1, err: expect.stringContaining('already exists') as string });
  expect((await laurels('audit', '--act', 'make-backup')).out).toContain(manual);
});

test('a second program is rejected, and the error names the first', async () => {
  const store = await openSqliteStore(data);
  const result = await laurels('boards', 'list');
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining(`in use by process ${process.pid}`) as string });
  await store.close();
});

/** Forwards a request to another server, with its own key, and returns the answer. */
async function forwarded(request: IncomingMessage, to: string, key: string): Promise<{ readonly status: number; readonly body: string }> {
  const body = await text(request);
  const answer = await fetch(to, {
    method: request.method!,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== '' && { body }),
  });
  return { status: answer.status, body: await answer.text() };
}

describe('the program itself', () => {
  test('prints to the right stream and exits with the right code', async () => {
    const [help, typo, missing] = await Promise.all([
      started('--help').ended,
      started('frobnicate').ended,
      started('import', 'x.csv').ended,
    ]);
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('import FILE') as string, err: '' });
    expect(typo).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Unknown command "frobnicate"') as string });
    expect(missing).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no file') as string });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('exits on %s during an import, which can be continued', async (signal) => {
    // A proxy in front of the server never answers points, so that the import is certainly in progress.
    const { url, firstKey } = await start();
    const slow = createServer((request, response) => {
      if (request.url!.startsWith(targetOf(ENDPOINTS.submitPoints, {}))) slow.emit('posted');
      else void forwarded(request, `${url}${request.url}`, firstKey!).then(({ status, body }) => response.writeHead(status).end(body));
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const posted = once(slow, 'posted');
    const file = points(HEADER + ROWS);
    const announced = announceServer(data, `http://127.0.0.1:${(slow.address() as AddressInfo).port}`, NOW);
    const { child, ended } = started('import', file);
    await Promise.race([posted, ended.then(({ err }) => expect.fail(`It ended before it posted: ${err}`))]);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: null, signal });
    slow.closeAllConnections();
    slow.close();
    announced.withdraw();
    await server!.stop();
    server = undefined;
    expect((await laurels('import', file)).out).toContain('Continuing to import 3 rows');
  });
});
