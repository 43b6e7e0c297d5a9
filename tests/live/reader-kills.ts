import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { seeded } from '../seeded.ts';
import { KEY, start } from './shutdown.ts';
import { timed } from './half-open.ts';

const SERVER = ['tests/live/serve-with-kills.ts'];

/** Callers that post continuously, each for its own players. */
const CALLERS = 8;
const PLAYERS = 5;

/** Enough connections for each thread to get some. */
const CONNECTIONS = 24;

/** The results of ending a server's reader threads under load. */
export interface ReaderKillFigures {
  readonly acknowledged: number;
  /** Posts that got no answer and were retried. */
  readonly again: number;
  /** The number of checks for posted points, each over a new connection. */
  readonly looks: number;
  /** Answers that no caller should get, and points that were not shown to their sender. */
  readonly faults: readonly string[];
  /** Events that were lost, counted twice or answered in two ways, and totals that differ from the ledger's. */
  readonly differences: readonly string[];
  /** Probes of `/livez` over new connections, in milliseconds; Infinity for those at a thread that was just ended. */
  readonly livez: readonly number[];
}

/** Ends reader threads of a server `kills` times while points are posted and read. `seed` decides which and when; `env`: its settings. */
export async function readerKills(
  folder: string,
  kills: number,
  seed: number,
  env: Readonly<Record<string, string>>,
): Promise<ReaderKillFigures> {
  const chance = seeded(seed);
  const { child, port } = await start(folder, undefined, env, SERVER);
  const faults: string[] = [];
  const livez: number[] = [];
  /** The expected total of each player, from acknowledged posts. */
  const totals = new Map<string, number>();
  const ids = new Set<string>();
  let again = 0;
  let looks = 0;
  const over = new AbortController();

  async function postAll(caller: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; !over.signal.aborted; i += 1) {
      const username = `player ${caller}-${i % PLAYERS}`;
      const event = { id: `${caller}-${i}`, username, points: 1 + (i % 9) };
      while (!(await acknowledged(agent, event))) again += 1;
      ids.add(event.id);
      totals.set(username, (totals.get(username) ?? 0) + event.points);
      if (i % 3 === 0) await look(username);
    }
    agent.destroy();
  }

  async function acknowledged(agent: Agent, event: object): Promise<boolean> {
    const answer = await asked(port, targetOf(ENDPOINTS.submitPoints, {}), agent, event);
    if (answer === undefined || answer.status === 503) return false;
    if (answer.status !== 201 && answer.status !== 200) faults.push(`POST: ${answer.status} ${answer.text}`);
    return true;
  }

  async function look(username: string): Promise<void> {
    const answer = await asked(port, rankingOf({ around: username, limit: 1 }));
    if (answer === undefined) return;
    looks += 1;
    const shown = answer.status === 200 ? pointsIn(answer.text).get(username) : answer.text;
    if (shown !== totals.get(username)) faults.push(`${username} has ${totals.get(username)} and is shown ${shown}`);
  }

  async function probe(): Promise<void> {
    while (!over.signal.aborted) {
      livez.push(await timed(port, '127.0.0.3', false, 'GET', '/livez'));
      await wait(10);
    }
  }

  const load = [...Array.from({ length: CALLERS }, (_, caller) => postAll(caller)), probe()];
  for (let killed = 0; killed < kills;) {
    await wait(chance() * 100);
    if ((await told(child, Math.floor(chance() * 100))) > 0) killed += 1;
  }
  over.abort();
  await Promise.all(load);
  const all = Number(env['LAURELS_THREADS']) - 1;
  while ((await told(child, null)) < all) await wait(20);
  const differences: string[] = [];
  const targets = [rankingOf({ limit: 1000 }), targetOf(ENDPOINTS.boards, {}), '/api/v1/boards/main/view', '/api/v1/players/player%200-0'];
  for (const target of targets) {
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => asked(port, target)));
    const different = new Set(answers.map((answer) => JSON.stringify(answer)));
    if (different.size !== 1) differences.push(`${target} is answered in ${different.size} ways: ${[...different].join('\n')}`);
  }
  const shown = pointsIn((await asked(port, targets[0]!))!.text);
  for (const [username, points] of totals)
    if (shown.get(username) !== points) differences.push(`${username} has ${points} and is shown ${shown.get(username)}`);
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) differences.push(`The server ended with ${code}`);
  differences.push(...(await inLedger(folder, ids)));
  return { acknowledged: ids.size, again, looks, faults, differences, livez };
}

/** The number of readers listening before the `chosen` one was ended. */
async function told(child: ChildProcess, chosen: number | null): Promise<number> {
  child.send(chosen as number);
  const [count] = (await once(child, 'message')) as [number];
  return count;
}

/** Errors in the stored events. */
async function inLedger(folder: string, ids: ReadonlySet<string>): Promise<readonly string[]> {
  const store = await openSqliteStore(folder);
  const { differences } = await store.verify();
  await store.close();
  const database = new DatabaseSync(join(folder, 'laurels.db'), { readOnly: true });
  const stored = database
    .prepare('SELECT id FROM events')
    .all()
    .map(({ id }) => String(id));
  database.close();
  const known = new Set(stored);
  const lost = [...ids].filter((id) => !known.has(id)).map((id) => `${id} is lost`);
  return [...differences, ...lost, ...(stored.length === ids.size ? [] : [`${stored.length} events are stored, not ${ids.size}`])];
}

function rankingOf(query: { readonly around?: string; readonly limit: number }): string {
  return targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time', ...query } });
}

function pointsIn(text: string): ReadonlyMap<string, number> {
  const { standings } = JSON.parse(text) as {
    readonly standings: readonly { readonly player: { readonly username: string }; readonly points: number }[];
  };
  return new Map(standings.map(({ player, points }) => [player.username, points]));
}

/** An answer, by default over a new connection; `undefined` if the connection ends first. */
async function asked(port: number, path: string, agent: Agent | false = false, body?: object) {
  const text = body && JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${KEY}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  const asking = request({ port, host: '127.0.0.1', agent, method: body === undefined ? 'GET' : 'POST', path, headers });
  asking.end(text);
  try {
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    return { status: response.statusCode!, tag: response.headers.etag, text: await textOf(response) };
  } catch {
    return undefined;
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return text;
}
