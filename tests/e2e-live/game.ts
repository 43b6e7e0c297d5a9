// A game that posts points over HTTP to a real server on a throw-away folder.
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

/** Chosen here, so that nothing has to be read from what the server prints. */
const KEY = 'lk_key-of-the-browser-tests';

/** In memory where there is such a folder: no test here is about disks. */
const FOLDERS = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** What Node made of the program's sources, for the next process of it: to make it takes longer than all else at its start. */
const COMPILED = join(ROOT, 'node_modules/.cache/game-server');

export type Environment = Readonly<Record<string, string>>;

/** An event as a test writes it: an id is made up where it does not matter. */
export type Scored = Omit<PointsEvent, 'id'> & { readonly id?: string };

/** After so long without an answer, in milliseconds, something hangs: the test then says what, instead of only that its time was up. */
const HANGS_MS = 120_000;

/** Rejects with what it was that hung, unless `work` is done before. */
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

/** `fetch`, again if no connection came about: it gives up after ten seconds, which a machine that stands still may take. */
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

/** The process that serves the games of one worker: to start one for each test takes longer than most tests. */
export class GameServer {
  #process: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  /** Has an order followed; starts the process if there is none. */
  async order(order: Order): Promise<Answer> {
    this.#process ??= this.#begun();
    const answered = once(this.#process, 'message');
    this.#process.send(order);
    const ended = this.#ended.then(() => [{ error: 'the process has ended' }]);
    const [answer] = (await unlessItHangs(`Order to ${order.kind} a server`, Promise.race([answered, ended]))) as [Answer];
    if (answer.error !== undefined) throw new Error(`The server could not ${order.kind}: ${answer.error}`);
    return answer;
  }

  /** Ends the process as a power cut does. */
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
    // If it broke, that is one test's failure: the next one starts another.
    child.once('exit', () => this.#process === child && (this.#process = undefined));
    return child;
  }
}

export class Game {
  readonly #folder = mkdtempSync(join(FOLDERS, 'laurels-game-'));
  readonly #server: GameServer;
  readonly #env: Environment;
  /** How far the server's clock is ahead of ours, in milliseconds; or the moment at which it stands. */
  #clock: { readonly aheadMs: number } | { readonly stillAt: number };
  #runs = false;
  #events = 0;
  #url = '';

  private constructor(server: GameServer, aheadMs: number, env: Environment) {
    this.#server = server;
    this.#clock = { aheadMs };
    this.#env = env;
  }

  /** Starts a game whose clock is so many milliseconds ahead of ours; `env` is as an operator sets it. */
  static async start(server: GameServer, aheadMs: number, env: Environment = {}): Promise<Game> {
    const game = new Game(server, aheadMs, env);
    await game.#listen('0');
    return game;
  }

  /** Where it listens, such as `http://localhost:41234`. */
  get url(): string {
    return this.#url;
  }

  /** Stops the server's clock at a moment, in epoch milliseconds. */
  async stopClockAt(at: number): Promise<void> {
    this.#clock = { stillAt: at };
    await this.#setClock();
  }

  /** Ends the server: politely, or as a power cut does. The data stays. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (signal === 'SIGKILL') await this.#server.kill();
    else if (this.#runs) await this.#server.order({ kind: 'stop' });
    this.#runs = false;
  }

  /** Starts a stopped server on the port and the data it had. */
  async startAgain(): Promise<void> {
    await this.#listen(new URL(this.#url).port);
  }

  /** Stops the server and throws its data away. */
  async discard(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Posts points of days that are over too, within an import, so that they count there. Those days are final then, and nothing changes them. */
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

  /** What the server says of a day, and of itself. */
  async #told(at: string): Promise<string> {
    const { period, later } = await this.call('boardView', { board: DEFAULT_BOARD, query: { at } });
    const ready = await patientFetch(`${this.#url}/readyz`);
    return JSON.stringify([period, later, await this.call('imports'), await ready.text()]);
  }

  /** Whether the day of a moment is open, or final. */
  async #isSettled(at: string): Promise<boolean> {
    const { period, later } = await this.call('boardView', { board: DEFAULT_BOARD, query: { at } });
    return later === null || period.closed;
  }

  /** Posts points, all in one request. `board` is its name; without one it is the first. */
  async scored(events: readonly Scored[], board?: string): Promise<void> {
    const body = { events: events.map((event) => ({ id: `event-${(this.#events += 1)}`, ...event })) };
    const answer = await this.call('submitPoints', { query: { board }, body });
    // A batch is answered with a result for each event, refused ones among them.
    if ('results' in answer && answer.results.some((result) => 'problem' in result)) throw new Error(JSON.stringify(answer));
  }

  /** Posts one player's points. */
  async score(username: string, points: number, more: Partial<Scored> = {}): Promise<void> {
    await this.scored([{ username, points, ...more }]);
  }

  /** Tells what there is beside points. */
  async tell(catalogue: Partial<Catalogue>): Promise<void> {
    await this.call('replaceCatalogue', { body: catalogue });
  }

  /** Makes a board. */
  async open(name: string, title: string): Promise<void> {
    await this.call('makeBoard', { body: { name, title } });
  }

  /** Calls the API with the key. */
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
