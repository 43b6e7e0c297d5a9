// A real server process on a throw-away folder, and a game that posts points to it over HTTP.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { type ApiClient, createApiClient } from '../../src/remote/api-client.ts';
import type { Catalogue } from '../../src/contract/catalogue.ts';
import type { PointsEvent } from '../../src/contract/points-event.ts';
import { NODE, ROOT } from '../../scripts/tools/child-process.ts';

/** Chosen here, so that nothing has to be read from what the server prints but its address. */
const KEY = 'lk_key-of-the-browser-tests';

export type Environment = Readonly<Record<string, string>>;

/** An event as a test writes it: an id is made up where it does not matter. */
export type Scored = Omit<PointsEvent, 'id'> & { readonly id?: string };

export class Game {
  readonly #folder = mkdtempSync(join(tmpdir(), 'laurels-game-'));
  readonly #env: Environment;
  #process: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #events = 0;
  #url = '';
  /** What the server had to say that nobody expects of a calm one, one line each. */
  readonly logged: string[] = [];

  private constructor(env: Environment) {
    this.#env = env;
  }

  /** Starts a server; `env` is as an operator sets it. */
  static async start(env: Environment = {}): Promise<Game> {
    const game = new Game(env);
    await game.#listen('0');
    return game;
  }

  /** Where it listens, such as `http://localhost:41234`. */
  get url(): string {
    return this.#url;
  }

  /** Of the server as it runs now. */
  get pid(): number {
    return this.#process!.pid!;
  }

  /** Ends the server: politely, or as a power cut does. The data stays. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.#process?.kill(signal);
    await this.#ended;
    this.#process = undefined;
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
    return createApiClient(ENDPOINTS, { origin: this.#url, key: KEY });
  }

  async #listen(port: string): Promise<void> {
    const child = spawn(NODE, ['src/main/serve/live-server.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: port,
        LAURELS_DATA: this.#folder,
        LAURELS_API_KEY: KEY,
        LAURELS_RATE_LIMIT: 'off',
        LAURELS_TIME_ZONE: 'UTC',
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.#ended = once(child, 'exit');
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.logged.push(...text.split('\n').filter((line) => line !== '')));
    let said = '';
    this.#url = await new Promise((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [url] = /http:\/\/localhost:\d+(?=\n)/.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      });
      child.once('exit', () => reject(new Error(`The server ended by itself: ${said}${this.logged.join('\n')}`)));
    });
  }
}
