import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import type { ApiRankings } from '../../src/contract/game-answers.ts';
import { Caller } from './caller.ts';
import { MOST_FAULTS } from './points-load.ts';
import type { TrialCluster } from './trial-cluster.ts';

/** How long a visitor looks at what was shown before it asks again, in milliseconds: as long as a page does. */
const LOOK_MS = 600;

/** How soon a visitor whose connection was cut listens again, in milliseconds. */
const LISTEN_AGAIN_MS = 100;

/** The player whose points are the number of the event that visitors should see by now. */
export const WATCHED = 'the watched one';

/**
 * Visitors who listen to what changes and then ask for the ranking, as open pages do, each time another process. Points only
 * rise, so nothing that is shown may fall.
 */
export class HoppingVisitors {
  /** What went back in time. */
  readonly faults: string[] = [];
  answers = 0;
  /** From the acknowledgement of an event of the watched player until each visitor was shown it, in milliseconds. */
  readonly delaysMs: number[] = [];
  /** When each event of the watched player was acknowledged, by its number, in milliseconds of `performance.now()`. */
  readonly #acknowledgedAt: number[] = [];
  readonly #over = new AbortController();
  readonly #visitors: Promise<unknown>;
  readonly #cluster: TrialCluster;

  constructor(cluster: TrialCluster, visitors: number) {
    this.#cluster = cluster;
    this.#visitors = Promise.all(Array.from({ length: visitors }, (_, visitor) => this.#visit(visitor)));
  }

  /** Posts the next event of the watched player. */
  async watchNext(): Promise<void> {
    const number = this.#acknowledgedAt.length + 1;
    const answer = await new Caller(this.#cluster.key).ask(this.#cluster.url + targetOf(ENDPOINTS.submitPoints, {}), {
      id: `watched ${number}`,
      username: WATCHED,
      points: 1,
    });
    if (answer?.status !== 201) throw new Error(`The watched event was answered with ${answer?.status}`);
    this.#acknowledgedAt.push(performance.now());
  }

  /** How many events of the watched player there were. */
  get watched(): number {
    return this.#acknowledgedAt.length;
  }

  async end(): Promise<void> {
    this.#over.abort();
    await this.#visitors;
  }

  async #visit(visitor: number): Promise<void> {
    const caller = new Caller(this.#cluster.key);
    const seen = new Map<string, number>();
    let isTold = true;
    let told = Promise.withResolvers<void>();
    const tell = () => {
      isTold = true;
      told.resolve();
    };
    this.#over.signal.addEventListener('abort', tell);
    const listening = this.#listen(tell);
    while (!this.#over.signal.aborted) {
      await told.promise;
      if (isTold) {
        isTold = false;
        told = Promise.withResolvers();
        const answer = await caller.ask(
          this.#cluster.url + targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time', limit: 1000 } }),
        );
        if (answer?.status === 200) this.#see(visitor, answer.body as ApiRankings, seen);
        else tell();
        await wait(LOOK_MS, undefined, { signal: this.#over.signal }).catch(() => undefined);
      }
    }
    await listening;
  }

  /** Listens until all is over, again after each cut. */
  async #listen(tell: () => void): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      try {
        const request = get(this.#cluster.url + targetOf(ENDPOINTS.changes, { board: 'main' }), { agent: false, signal });
        const [stream] = (await once(request, 'response')) as [IncomingMessage];
        // What happened while nobody listened is asked for.
        tell();
        stream.on('data', (text: Buffer) => {
          if (text.includes('event: change')) tell();
        });
        await once(stream, 'close');
      } catch {
        // It is over, or the process is gone.
      }
      await wait(LISTEN_AGAIN_MS);
    }
  }

  #see(visitor: number, { standings }: ApiRankings, seen: Map<string, number>): void {
    this.answers += 1;
    const points = new Map(standings.map((each) => [each.player.username, each.points]));
    for (const [username, before] of seen) {
      const now = points.get(username) ?? 0;
      if (now < before) this.#fault(`Visitor ${visitor} saw ${username} with ${before} points, and then with ${now}`);
    }
    const [before, now] = [seen.get(WATCHED) ?? 0, points.get(WATCHED) ?? 0];
    // One that is shown before its acknowledgement arrived took no time.
    for (let number = before; number < now; number += 1)
      this.delaysMs.push(Math.max(0, performance.now() - (this.#acknowledgedAt[number] ?? Infinity)));
    for (const [username, now_] of points) seen.set(username, now_);
    const isInOrder = standings.every(({ rank, points: mine }, i) => rank === i + 1 && (i === 0 || mine <= standings[i - 1]!.points));
    if (!isInOrder) this.#fault(`Visitor ${visitor} saw ranks that are not those of the points`);
  }

  #fault(text: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(text);
  }
}
