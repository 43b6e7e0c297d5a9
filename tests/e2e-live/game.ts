// A game that posts points over HTTP to a real server with a throw-away folder.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { type ApiClient, createApiClient } from '../../src/remote/api-client.ts';
import { DEFAULT_BOARD } from '../../src/contract/live-source.ts';
import type { Catalogue } from '../../src/contract/catalogue.ts';
import type { PointsEvent } from '../../src/contract/points-event.ts';
import { NODE, ROOT } from '../../scripts/tools/child-process.ts';
import type { Answer, Order } from './game-server.ts';

/** Set here, so that it need not be read from the server's output. */
const KEY = 'lk_key-of-the-browser-tests';

/** In memory if possible: no test here is about disks. */
const FOLDERS = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Node's compile cache for the program's next process: compiling takes longer than the rest of its start. */
const COMPILED = join(ROOT, 'node_modules/.cache/game-server');

export type Environment = Readonly<Record<string, string>>;

/** An event in a test; without an id, one is generated. */
export type Scored = Omit<PointsEvent, 'id'> & { readonly id?: string };

/** After this long without an answer, in milliseconds, a test fails with the name of what hangs, instead of only timing out. */
const HANGS_MS = 120_000;

/** Rejects with the name of what hangs, unless `work` settles first. */
async function unlessItHangs<T>(what: string, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const { signal } = done;
  const hung = sleep(HANGS_MS, undefined, { signal, ref: false }).then(() => {
    throw new Error(`${what}: no answer for ${HANGS_MS / 1000} s`);
  });
  hung.catch(() => undefined);
  try {
    return await Promise.race([work, hung]);
  } finally {
    done.abort();
  }
}

/** `fetch`, retried after connect timeouts: the limit is ten seconds, which a stalled machine may exceed. */
export function patientFetch(url: string, init?: RequestInit): Promise<Response> {
  const began = Date.now();
  const attempt = async (): Promise<Response> => {
    try {
      return await fetch(url, init);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
      if (code !== 'UND_ERR_CONNECT_TIMEOUT' || Date.now() - began > HANGS_MS) throw error;
      return attempt();
    }
  };
  return unlessItHangs(`${init?.method ?? 'GET'} ${url}`, attempt());
}

/** The process that serves the games of one worker: starting one for each test would take longer than most tests. */
export class GameServer {
  #process: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  /** Sends an order and returns the answer. Starts the process if needed. */
  async order(order: Order): Promise<Answer> {
    this.#process ??= this.#begun();
    const answered = once(this.#process, 'message');
    this.#process.send(order);
    const ended = this.#ended.then(() => [{ error: 'the process has ended' }]);
    const [answer] = (await unlessItHangs(`Order to ${order.kind} a server`, Promise.race([answered, ended]))) as [Answer];
    if (answer.error !== undefined) throw new Error(`The server could not ${order.kind}: ${answer.error}`);
    return answer;
  }

  /** Kills the process as a power cut would. */
  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
    await this.#ended;
  }

  #begun(): ChildProcess {
    const program = join(ROOT, 'tests/e2e-live/game-server.ts');
    const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
    const child = fork(program, { cwd: ROOT, env, execPath: NODE, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#ended = once(child, 'exit');
    // If it crashed, only one test fails: the next one starts another process.
    child.once('exit', () => this.#process === child && (this.#process = undefined));
    return child;
  }
}

export class Game {
  readonly #folder = mkdtempSync(join(FOLDERS, 'laurels-game-'));
  readonly #server: GameServer;
  readonly #env: Environment;
  /** How far the server's clock is ahead of the machine's, in milliseconds; or the moment at which it is stopped. */
  #clock: { readonly aheadMs: number } | { readonly stillAt: number };
  #runs = false;
  #events = 0;
  #url = '';

  private constructor(server: GameServer, aheadMs: number, env: Environment) {
    this.#server = server;
    this.#clock = { aheadMs };
    this.#env = env;
  }

  /** Starts a game whose clock is `aheadMs` milliseconds ahead of the machine's, with an operator's settings in `env`. */
  static async start(server: GameServer, aheadMs: number, env: Environment = {}): Promise<Game> {
    const game = new Game(server, aheadMs, env);
    await game.#listen('0');
    return game;
  }

  /** The server's origin, such as `http://localhost:41234`. */
  get url(): string {
    return this.#url;
  }

  /** Stops the server's clock at a moment, in epoch milliseconds. */
  async stopClockAt(at: number): Promise<void> {
    this.#clock = { stillAt: at };
    await this.#setClock();
  }

  /** Stops the server, gracefully or as a power cut would. The data stays. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (signal === 'SIGKILL') await this.#server.kill();
    else if (this.#runs) await this.#server.order({ kind: 'stop' });
    this.#runs = false;
  }

  /** Starts a stopped server again, with its port and data. */
  async startAgain(): Promise<void> {
    await this.#listen(new URL(this.#url).port);
  }

  /** Stops the server and deletes its data. */
  async discard(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Posts points within an import, so that past days accept them too. Those days are then final, and nothing changes them. */
  async filled(events: readonly Scored[]): Promise<void> {
    const begun = await this.call('beginImport', { body: { board: DEFAULT_BOARD, file: 'the past of a test' } });
    await this.scored(events);
    await this.call('endImport', { import: begun.import.id });
    const began = Date.now();
    for (const at of new Set(events.flatMap((event) => event.at ?? [])))
      while (!(await this.#isSettled(at))) {
        if (Date.now() - began > HANGS_MS) throw new Error(`The day of ${at} does not become final: ${await this.#told(at)}`);
        await sleep(20);
      }
  }

  /** The server's view of a day and of itself, for an error message. */
  async #told(at: string): Promise<string> {
    const { period, later } = await this.call('boardView', { board: DEFAULT_BOARD, query: { at } });
    const ready = await patientFetch(`${this.#url}/readyz`);
    return JSON.stringify([period, later, await this.call('imports'), await ready.text()]);
  }

  /** Whether the day of a moment is open or final. */
  async #isSettled(at: string): Promise<boolean> {
    const { period, later } = await this.call('boardView', { board: DEFAULT_BOARD, query: { at } });
    return later === null || period.closed;
  }

  /** Posts points in one request, to `board` or else to the default board. */
  async scored(events: readonly Scored[], board?: string): Promise<void> {
    const body = { events: events.map((event) => ({ id: `event-${(this.#events += 1)}`, ...event })) };
    const answer = await this.call('submitPoints', { query: { board }, body });
    // The answer to a batch has a result for each event, including refused ones.
    if ('results' in answer && answer.results.some((result) => 'problem' in result)) throw new Error(JSON.stringify(answer));
  }

  /** Posts one player's points. */
  async score(username: string, points: number, more: Partial<Scored> = {}): Promise<void> {
    await this.scored([{ username, points, ...more }]);
  }

  /** Replaces the catalogue. */
  async tell(catalogue: Partial<Catalogue>): Promise<void> {
    await this.call('replaceCatalogue', { body: catalogue });
  }

  /** Creates a board. */
  async open(name: string, title: string): Promise<void> {
    await this.call('makeBoard', { body: { name, title } });
  }

  /** The API's client, with the key. */
  get call(): ApiClient<typeof ENDPOINTS> {
    return createApiClient(ENDPOINTS, { origin: this.#url, key: KEY, fetch: patientFetch });
  }

  async #listen(port: string): Promise<void> {
    await this.#setClock();
    const env = {
      HOST: '127.0.0.1',
      PORT: port,
      LAURELS_DATA: this.#folder,
      LAURELS_API_KEY: KEY,
      LAURELS_RATE_LIMIT: 'off',
      LAURELS_TIME_ZONE: 'UTC',
      LAURELS_LOG: 'warn',
      ...this.#env,
    };
    const { url } = await this.#server.order({ kind: 'start', env });
    this.#url = url!;
    this.#runs = true;
  }

  async #setClock(): Promise<void> {
    const clock = this.#clock;
    if ('stillAt' in clock) await this.#server.order({ kind: 'time', at: clock.stillAt, still: true });
    else await this.#server.order({ kind: 'time', at: Date.now() + clock.aheadMs, still: false });
  }
}
