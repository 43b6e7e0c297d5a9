import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import type { ApiRankings } from '../../src/contract/game-answers.ts';
import { ANSWER_WITHIN_MS, Caller, POSITION } from './caller.ts';
import { MOST_FAULTS } from './points-load.ts';
import type { TrialCluster } from './trial-cluster.ts';

/** How long a visitor looks at an answer before the next request, in milliseconds, like a page. */
const LOOK_MS = 600;

/** How long a browsing visitor stays on a page, in milliseconds, on average. */
const STROLL_MS = 2000;

/** How soon a visitor reconnects after a disconnect, in milliseconds. */
const LISTEN_AGAIN_MS = 100;

/** A player whose points equal the number of the latest event, which visitors should see by now. */
export const WATCHED = 'the watched one';

/** The number of parsed rankings to cache, as most visitors get the same ones. */
const KEPT_RANKINGS = 50;

const RANKINGS = targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time', limit: 1000 } });
const CHANGES = targetOf(ENDPOINTS.changes, { board: 'main' });

/** An event of the watched player. Times are milliseconds of `performance.now()`. */
interface WatchedEvent {
  readonly sentAt: number;
  /** Its position in the sender's answer; Infinity until it is acknowledged. */
  position: number;
}

/** A visitor with a browser. */
interface Visitor {
  readonly name: string;
  readonly address: string;
  /** The browser's cookies, by name. The initial position cookie is from another game. */
  readonly cookies: Map<string, string>;
  /** The state shown by the answers so far. Replaced with each, never mutated. */
  seen: Seen;
  /** The times of change notifications, with the positions. */
  readonly told: { readonly at: number; readonly position: number }[];
}

interface Seen {
  /** The furthest position in any answer. */
  readonly position: number;
  /** The highest points shown for each player. */
  readonly points: ReadonlyMap<string, number>;
}

/** A parsed ranking. */
interface Shown {
  readonly points: ReadonlyMap<string, number>;
  readonly isInOrder: boolean;
}

/**
 * Visitors who listen to changes and then request the ranking, like open pages: each request goes to another process, with the cookies of
 * earlier answers. A visitor with several pages requests from all of them at once, with shared cookies, and the answers arrive in any
 * order. Points only rise, so no answer may show less than one that had arrived before its request.
 */
export class HoppingVisitors {
  /** Answers that went back in time. */
  readonly faults: string[] = [];
  answers = 0;
  /** How often a process did not answer, or said that it does not know yet what the visitor has seen. */
  refusals = 0;
  /** From sending an event of the watched player until each visitor saw it, in milliseconds. */
  readonly shownAfterMs: number[] = [];
  readonly #watched: WatchedEvent[] = [];
  readonly #over = new AbortController();
  readonly #visitors: readonly Visitor[];
  readonly #visits: Promise<unknown>;
  readonly #cluster: TrialCluster;
  #strolling: (() => number) | undefined;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #rankings = new Map<string, Shown>();

  constructor(cluster: TrialCluster, visitors: number, pagesEach = 1) {
    this.#cluster = cluster;
    this.#visitors = Array.from({ length: visitors }, (_, i) => ({
      name: `Visitor ${i}`,
      address: `10.0.${Math.floor(i / 250)}.${i % 250}`,
      cookies: new Map([[`${POSITION}-another-1`, '1']]),
      seen: { position: 0, points: new Map() },
      told: [],
    }));
    this.#visits = Promise.all(this.#visitors.flatMap((visitor) => Array.from({ length: pagesEach }, () => this.#visit(visitor))));
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

  /** The number of events of the watched player. */
  get watched(): number {
    return this.#watched.length;
  }

  /** The number of visitors who have seen all posted events of the watched player. */
  get upToDate(): number {
    return this.#visitors.filter(({ seen }) => (seen.points.get(WATCHED) ?? -1) >= this.watched).length;
  }

  /** From sending an event of the watched player until each visitor was notified, in milliseconds. */
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
   * From now on visitors go from page to page, each of which sends two requests at once: two processes may answer, and the second may lag
   * behind the first. `chance` decides when.
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

  /** Listens until the end, reconnecting after each disconnect. */
  async #listen(visitor: Visitor, tell: () => void): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      try {
        const stream = await this.#get(CHANGES, visitor, false, signal);
        // Fetches the changes missed.
        tell();
        stream.setEncoding('utf8').on('data', (text: string) => {
          const mark = /^id: (\S+)\nevent: change$/m.exec(text)?.[1];
          if (mark === undefined) return;
          visitor.told.push({ at: performance.now(), position: positionIn(mark) });
          tell();
        });
        await once(stream, 'close');
      } catch {
        // The run is over, or the process has ended.
      }
      await wait(LISTEN_AGAIN_MS);
    }
  }

  /** Requests the ranking. Resolves to whether there was an answer. */
  async #look(visitor: Visitor): Promise<boolean> {
    const before = visitor.seen;
    try {
      const answer = await this.#get(RANKINGS, visitor, this.#agent, AbortSignal.timeout(ANSWER_WITHIN_MS));
      let text = '';
      for await (const part of answer.setEncoding('utf8')) text += part;
      if (answer.statusCode === 200) {
        this.#see(visitor, before, answer, text);
        return true;
      }
    } catch {
      // The process has ended.
    }
    if (!this.#over.signal.aborted) this.refusals += 1;
    return false;
  }

  async #get(target: string, { cookies, address }: Visitor, agent: Agent | false, signal: AbortSignal): Promise<IncomingMessage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-forwarded-for': address };
    const [answer] = (await once(get(this.#cluster.url + target, { agent, headers, signal }), 'response')) as [IncomingMessage];
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (line.includes('Max-Age=0')) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return answer;
  }

  /** Processes an answer; `before` is the state seen when it was requested. */
  #see(visitor: Visitor, before: Seen, { headers }: IncomingMessage, text: string): void {
    const { name, seen } = visitor;
    this.answers += 1;
    const position = positionIn(String(headers[POSITION]));
    if (position < before.position) this.#fault(`${name} saw position ${before.position}, and then ${position}`);

    const { points, isInOrder } = this.#shown(text);
    for (const [username, shown] of before.points) {
      const now = points.get(username) ?? 0;
      if (now < shown) this.#fault(`${name} saw ${username} with ${shown} points, and then with ${now}`);
    }
    const now = points.get(WATCHED) ?? 0;
    for (let number = seen.points.get(WATCHED) ?? 0; number < now; number += 1)
      this.shownAfterMs.push(performance.now() - this.#watched[number]!.sentAt);
    const most = new Map(seen.points).set(WATCHED, Math.max(now, seen.points.get(WATCHED) ?? 0));
    for (const [username, all] of points) most.set(username, Math.max(all, most.get(username) ?? 0));
    visitor.seen = { position: Math.max(position, seen.position), points: most };
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

/** The number in a token, such as 7 of `1a2b-7`. */
function positionIn(mark: string): number {
  return Number(mark.split('-')[1]);
}
