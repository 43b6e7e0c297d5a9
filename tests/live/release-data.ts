// A version's data, as a fixture for later versions: a small game with most features in use, and its answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** An owner key of the fixture's game. */
const RELEASE_KEY = 'the-owner-key-of-every-release';

/** Folders of stored data, by version. */
export const RELEASES = join(import.meta.dirname, '../releases');

const DATABASE = 'laurels.db';
const ANSWERS = 'answers.json';
const BOARDS = ['main', 'sprint'] as const;
const PLAYERS = ['ada', 'grace', 'joan', 'katherine', 'mary', 'radia', 'sophie', 'annie', 'dorothy', 'hedy'];
/** Days inside periods that have ended; the game's points are of September and October 2026. */
const DAYS = ['2026-09-03', '2026-09-30', '2026-10-05', '2026-10-31'];

/** A server of any version, as a process. */
export interface ReleaseServer {
  /** Its URL, once it listens. Rejects with its output if it ends first. */
  readonly url: Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts `program` on a data folder. */
export function startRelease(program: readonly string[], folder: string, env: Readonly<Record<string, string>> = {}): ReleaseServer {
  const child = spawn(program[0]!, program.slice(1), {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      LAURELS_DATA: folder,
      LAURELS_RATE_LIMIT: 'off',
      LAURELS_API_KEY: RELEASE_KEY,
      ...env,
    },
  });
  const ended = once(child, 'exit');
  const url = new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /http:\/\/localhost:\d+/.exec(said)?.[0];
        if (found !== undefined) resolve(found);
      });
    child.once('exit', () => reject(new Error(`It did not start: ${said}`)));
  });
  // A server killed before it starts is not an error.
  url.catch(() => {});
  return {
    url,
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** Plays the game on a new server of `program`, and stores its data and answers in `to`. */
async function keepRelease(program: readonly string[], to: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-release-'));
  try {
    const server = startRelease(program, folder, env);
    const url = await server.url;
    await play(url);
    const answers = await releaseAnswers(url);
    await server.kill('SIGTERM');
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, `${DATABASE}.gz`), gzipSync(readFileSync(join(folder, DATABASE)), { level: 9 }));
    writeFileSync(join(to, 'keys.json'), readFileSync(join(folder, 'keys.json')));
    writeFileSync(join(to, `${ANSWERS}.gz`), gzipSync(JSON.stringify(answers), { level: 9 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a version's data into an empty folder, and returns the expected answers. */
export function unpackRelease(from: string, folder: string): Readonly<Record<string, unknown>> {
  writeFileSync(join(folder, DATABASE), gunzipSync(readFileSync(join(from, `${DATABASE}.gz`))), { mode: 0o600 });
  writeFileSync(join(folder, 'keys.json'), readFileSync(join(from, 'keys.json')), { mode: 0o600 });
  return JSON.parse(gunzipSync(readFileSync(join(from, `${ANSWERS}.gz`))).toString()) as Readonly<Record<string, unknown>>;
}

/** The game's answers, by URL, as far as they depend neither on the time nor on the process. */
export async function releaseAnswers(url: string): Promise<Readonly<Record<string, unknown>>> {
  const addresses = [
    ...BOARDS.flatMap((board) => [
      ...DAYS.flatMap((day) =>
        ['daily', 'weekly', 'monthly'].map((period) => `boards/${board}/rankings?period=${period}&at=${day}T12:00:00Z`),
      ),
      `boards/${board}/rankings?period=all-time`,
      `boards/${board}/winners?period=weekly`,
      `boards/${board}/records`,
      `boards/${board}/limits`,
      `boards/${board}/review`,
      `boards/${board}/ledger/events?limit=100`,
      ...PLAYERS.map((player) => `players/${player}/receipt?board=${board}&period=monthly&at=2026-10-10T12:00:00Z`),
    ]),
    ...PLAYERS.map((player) => `players/${player}/data`),
    'absent-players',
    'appearance',
    'audit?limit=100',
    'catalogue',
    'held',
    'payouts',
    'privacy',
    'webhooks',
  ];
  const answered = await Promise.all(
    addresses.map(async (address) => {
      const answer = await ask(url, 'GET', address);
      return [address, answer.ok ? await answer.json() : answer.status] as const;
    }),
  );
  return Object.fromEntries(answered);
}

function ask(url: string, method: string, address: string, body?: object): Promise<Response> {
  return fetch(`${url}/api/v1/${address}`, {
    method,
    headers: { authorization: `Bearer ${RELEASE_KEY}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

async function play(url: string): Promise<void> {
  const act = async (method: string, address: string, body?: object): Promise<unknown> => {
    const answer = await ask(url, method, address, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  await act('POST', 'boards', { name: 'sprint', title: 'Sprint', unit: 'time', timeZone: 'America/New_York', weekStart: 7 });
  await act('PUT', 'appearance', { name: 'Kept Game', colour: '#3fb27f' });
  await act('PUT', 'boards/main/review', { reviewMinutes: 0 });
  const start = Date.UTC(2026, 8, 1, 9);
  for (const [i, board] of BOARDS.entries()) {
    const events = Array.from({ length: 240 }, (_, n) => ({
      id: `${board}-${n}`,
      at: new Date(start + n * 6 * 3_600_000).toISOString(),
      username: PLAYERS[(n * 7 + i) % PLAYERS.length]!,
      displayName: `Player ${(n * 7 + i) % PLAYERS.length}`,
      points: 100 + ((n * 37) % 400),
      activity: n % 3 === 0 ? 'Quest' : 'Race',
    }));
    const { import: begun } = (await act('POST', 'imports', { board, file: 'history.csv' })) as { import: { id: string } };
    await act('POST', `points/import?board=${board}&import=${begun.id}`, { events });
    await act('DELETE', `imports/${begun.id}`);
  }
  await act('POST', 'boards/main/revisions', { event: 'main-239', does: 'void', reason: 'Played by a bot' });
  await act('PUT', 'players/hedy/visibility', { state: 'hidden' });
  await act('PUT', 'players/annie/name', { username: 'annie', displayName: 'Annie Easley' });
  await act('POST', 'players/dorothy/merges', { into: 'mary' });
  await act('DELETE', 'players/sophie');
  await act('PUT', 'boards/sprint/limits', { event: 100_000 });
  await act('POST', 'players/ada/notes', { text: 'Asked about a prize' });
}

/** `node tests/live/release-data.ts VERSION PROJECT`: stores the version's data in a project's folder. */
if (process.argv[1] === import.meta.filename) {
  const [version = '', project = ''] = process.argv.slice(2);
  await keepRelease([process.execPath, join(project, 'src/laurels.mjs'), 'serve'], join(RELEASES, version));
}
