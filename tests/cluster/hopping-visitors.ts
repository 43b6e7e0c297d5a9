import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import type { ApiRankings } from '../../src/contract/game-answers.ts';
import { ANSWER_WITHIN_MS, Caller, POSITION } from './caller.ts';
import { MOST_FAULTS } from './points-load.ts';
import type { TrialCluster } from './trial-cluster.ts';

/** How long a visitor looks at what was shown before it asks again, in milliseconds: as long as a page does. */
const LOOK_MS = 600;

/** How long a visitor who strolls rests between two pages, in milliseconds, on average. */
const STROLL_MS = 2000;

/** How soon a visitor whose connection was cut listens again, in milliseconds. */
const LISTEN_AGAIN_MS = 100;

/** The player whose points are the number of the event that visitors should see by now. */
export const WATCHED = 'the watched one';

/** Rankings that were taken apart are kept, up to so many: most visitors are shown the same ones. */
const KEPT_RANKINGS = 50;

const RANKINGS = targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time', limit: 1000 } });
const CHANGES = targetOf(ENDPOINTS.changes, { board: 'main' });

/** An event of the watched player. Times are milliseconds of `performance.now()`. */
interface WatchedEvent {
  readonly sentAt: number;
  /** The position by which its sender had it; Infinity until it was acknowledged. */
  position: number;
}

/** Somebody with a browser. */
interface Visitor {
  readonly name: string;
  readonly address: string;
  /** What the browser keeps of the last answer that said so. At first it is one of another game. */
  cookie: string;
  /** The furthest position of any answer. */
  position: number;
  /** The points of each player as they were shown last. */
  readonly seen: Map<string, number>;
  /** When it was told of a change, and of which. */
  readonly told: { readonly at: number; readonly position: number }[];
}

/** A ranking that was taken apart. */
interface Shown {
  readonly points: ReadonlyMap<string, number>;
  readonly isInOrder: boolean;
}

/**
 * Visitors who listen to what changes and then ask for the ranking, as open pages do: each request goes to another process, and
 * has the cookie of the answers before. Points only rise, so nothing that is shown may fall.
 */
export class HoppingVisitors {
  /** What went back in time. */
  readonly faults: string[] = [];
  answers = 0;
  /** How often a process said that it does not know yet what the visitor has seen, or did not answer at all. */
  refusals = 0;
  /** From when an event of the watched player was sent until each visitor was shown it, in milliseconds. */
  readonly shownAfterMs: number[] = [];
  readonly #watched: WatchedEvent[] = [];
  readonly #over = new AbortController();
  readonly #visitors: readonly Visitor[];
  readonly #visits: Promise<unknown>;
  readonly #cluster: TrialCluster;
  #strolling: (() => number) | undefined;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #rankings = new Map<string, Shown>();

  constructor(cluster: TrialCluster, visitors: number) {
    this.#cluster = cluster;
    this.#visitors = Array.from({ length: visitors }, (_, i) => ({
      name: `Visitor ${i}`,
      address: `10.0.${Math.floor(i / 250)}.${i % 250}`,
      cookie: `${POSITION}=another-1`,
      position: 0,
      seen: new Map(),
      told: [],
    }));
    this.#visits = Promise.all(this.#visitors.map((visitor) => this.#visit(visitor)));
  }

  /** Posts the next event of the watched player. */
  async watchNext(): Promise<void> {
    const event: WatchedEvent = { sentAt: performance.now(), position: Infinity };
    const number = this.#watched.push(event);
    const caller = new Caller(this.#cluster.key);
    const answer = await caller.ask(this.#cluster.url + targetOf(ENDPOINTS.submitPoints, {}), {
      id: `watched ${number}`,
      username: WATCHED,
      points: 1,
    });
    if (answer?.status !== 201) throw new Error(`The watched event was answered with ${answer?.status}`);
    event.position = positionIn(caller.seen);
  }

  /** How many events of the watched player there were. */
  get watched(): number {
    return this.#watched.length;
  }

  /** How many visitors were shown everything of the watched player that was posted. */
  get upToDate(): number {
    return this.#visitors.filter(({ seen }) => (seen.get(WATCHED) ?? -1) >= this.watched).length;
  }

  /** From when an event of the watched player was sent until each visitor was told that there is something new, in milliseconds. */
  get toldAfterMs(): readonly number[] {
    return this.#visitors.flatMap(({ told }) => {
      let next = 0;
      return this.#watched.flatMap(({ sentAt, position }) => {
        while (next < told.length && told[next]!.position < position) next += 1;
        return next < told.length ? [told[next]!.at - sentAt] : [];
      });
    });
  }

  /**
   * From now on visitors go from page to page whatever they are told, each of which asks twice at once: two processes may answer,
   * and the second may be behind the first. `chance` decides when.
   */
  stroll(chance: () => number): void {
    this.#strolling = chance;
  }

  async end(): Promise<void> {
    this.#over.abort();
    await this.#visits;
    this.#agent.destroy();
  }

  async #visit(visitor: Visitor): Promise<void> {
    let isTold = true;
    let told = Promise.withResolvers<void>();
    const tell = () => {
      isTold = true;
      told.resolve();
    };
    this.#over.signal.addEventListener('abort', tell);
    const listening = this.#listen(visitor, tell);
    while (!this.#over.signal.aborted) {
      if (this.#strolling !== undefined) {
        await wait(this.#strolling() * 2 * STROLL_MS);
        for (let look = 0; look < 2; look += 1) await this.#look(visitor);
        continue;
      }
      await told.promise;
      if (isTold) {
        isTold = false;
        told = Promise.withResolvers();
        if (!(await this.#look(visitor))) tell();
        await wait(LOOK_MS);
      }
    }
    await listening;
  }

  /** Listens until all is over, again after each cut. */
  async #listen(visitor: Visitor, tell: () => void): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      try {
        const stream = await this.#get(CHANGES, visitor, false, signal);
        // What happened while nobody listened is asked for.
        tell();
        stream.setEncoding('utf8').on('data', (text: string) => {
          const mark = /^id: (\S+)\nevent: change$/m.exec(text)?.[1];
          if (mark === undefined) return;
          visitor.told.push({ at: performance.now(), position: positionIn(mark) });
          tell();
        });
        await once(stream, 'close');
      } catch {
        // It is over, or the process is gone.
      }
      await wait(LISTEN_AGAIN_MS);
    }
  }

  /** Asks for the ranking. Resolves to whether it was shown. */
  async #look(visitor: Visitor): Promise<boolean> {
    try {
      const answer = await this.#get(RANKINGS, visitor, this.#agent, AbortSignal.timeout(ANSWER_WITHIN_MS));
      let text = '';
      for await (const part of answer.setEncoding('utf8')) text += part;
      if (answer.statusCode === 200) {
        this.#see(visitor, answer, text);
        return true;
      }
    } catch {
      // The process is gone.
    }
    if (!this.#over.signal.aborted) this.refusals += 1;
    return false;
  }

  async #get(target: string, { cookie, address }: Visitor, agent: Agent | false, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = { cookie, 'x-forwarded-for': address };
    const [answer] = (await once(get(this.#cluster.url + target, { agent, headers, signal }), 'response')) as [IncomingMessage];
    return answer;
  }

  #see(visitor: Visitor, { headers }: IncomingMessage, text: string): void {
    const { name, seen } = visitor;
    this.answers += 1;
    visitor.cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? visitor.cookie;
    const position = positionIn(String(headers[POSITION]));
    if (position < visitor.position) this.#fault(`${name} saw position ${visitor.position}, and then ${position}`);
    visitor.position = Math.max(visitor.position, position);

    const { points, isInOrder } = this.#shown(text);
    for (const [username, before] of seen) {
      const now = points.get(username) ?? 0;
      if (now < before) this.#fault(`${name} saw ${username} with ${before} points, and then with ${now}`);
    }
    const [before, now] = [seen.get(WATCHED) ?? 0, points.get(WATCHED) ?? 0];
    for (let number = before; number < now; number += 1) this.shownAfterMs.push(performance.now() - this.#watched[number]!.sentAt);
    seen.set(WATCHED, now);
    for (const [username, all] of points) seen.set(username, all);
    if (!isInOrder) this.#fault(`${name} saw ranks that are not those of the points`);
  }

  #shown(text: string): Shown {
    let shown = this.#rankings.get(text);
    if (shown === undefined) {
      const { standings } = JSON.parse(text) as ApiRankings;
      shown = {
        points: new Map(standings.map((each) => [each.player.username, each.points])),
        isInOrder: standings.every(({ rank, points }, i) => rank === i + 1 && (i === 0 || points <= standings[i - 1]!.points)),
      };
      if (this.#rankings.size === KEPT_RANKINGS) this.#rankings.clear();
      this.#rankings.set(text, shown);
    }
    return shown;
  }

  #fault(text: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(text);
  }
}

/** The number in a mark, such as 7 of `1a2b-7`. */
function positionIn(mark: string): number {
  return Number(mark.split('-')[1]);
}
