import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import { CHANGE_EVERY_MS } from '../../src/server/api/push.ts';
import { seeded } from '../seeded.ts';
import type { TrialServer } from './trial-server.ts';

/** A client that is still wrong after this long never recovers, in milliseconds. */
const NEVER_MS = 60_000;

/** How long points are posted and clients disconnected in one round, in milliseconds. */
const ROUND = 60;

/** The minimum number of events per round, however slow the machine. */
const LEAST_EVENTS = 5;

export interface PushFigures {
  readonly cuts: number;
  readonly events: number;
  /** The number of notifications to clients. */
  readonly told: number;
  /** The longest time from the return of a round's last client until all showed the current state, in milliseconds. */
  readonly slowest: number;
  /** Clients that showed a different state from the server's. */
  readonly stale: readonly string[];
}

/** A page with a board: requests it when notified, and resumes from the last id after a cut, like browsers with server-sent events. */
class Listener {
  readonly #url: string;
  #lastId = '';
  #stream: { destroy(): void } | undefined;
  #isAsking = false;
  #mustAsk = false;
  told = 0;
  shown = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** Disconnects, whatever is in flight, and opens another connection. */
  reconnect(): void {
    this.cut();
    const stream = get(this.#url + targetOf(ENDPOINTS.changes, { board: 'main' }), {
      agent: false,
      headers: this.#lastId === '' ? {} : { 'last-event-id': this.#lastId },
    });
    this.#stream = stream;
    stream.on('error', () => {});
    stream.on('response', (response: IncomingMessage) => {
      response.on('error', () => {});
      // Without an id it cannot say what it has missed.
      if (this.#lastId === '') this.#ask();
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (this.#stream !== stream) return;
        text += chunk;
        for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
          this.#hear(text.slice(0, end));
          text = text.slice(end + 2);
        }
      });
    });
  }

  cut(): void {
    this.#stream?.destroy();
    this.#stream = undefined;
  }

  #hear(event: string): void {
    const id = /^id: (.*)$/m.exec(event)?.[1];
    if (id !== undefined) this.#lastId = id;
    if (!/^event: change$/m.test(event)) return;
    this.told += 1;
    this.#ask();
  }

  /** One request at a time, and another afterwards if something changed meanwhile. */
  #ask(): void {
    this.#mustAsk = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    void (async () => {
      while (this.#mustAsk) {
        this.#mustAsk = false;
        this.shown = await rankingsText(this.#url);
      }
      this.#isAsking = false;
    })();
  }
}

/**
 * Posts points while clients are disconnected at moments that `seed` decides and return, `cuts` times in all, and after each cut checks
 * that the client shows the server's state. Meanwhile `deaf` connections never read.
 */
export async function pushCuts(server: TrialServer, cuts: number, clients: number, deaf: number, seed: number): Promise<PushFigures> {
  const chance = seeded(seed);
  const listeners = Array.from({ length: clients }, () => new Listener(server.url));
  const sockets = Array.from({ length: deaf }, () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /api/v1/boards/main/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket.pause();
  });
  const stale: string[] = [];
  let done = 0;
  let events = 0;
  let slowest = 0;
  for (const listener of listeners) listener.reconnect();
  while (done < cuts) {
    const until = performance.now() + ROUND;
    const posting = (async () => {
      for (let posted = 0; posted < LEAST_EVENTS || performance.now() < until; posted += 1) {
        await server.post({ id: `cut ${(events += 1)}`, username: `player ${events % 20}`, points: 1 });
        await wait(chance() * 5);
      }
    })();
    const round = listeners.slice(0, cuts - done);
    await Promise.all(
      round.map(async (listener, i) => {
        await wait(chance() * ROUND);
        listener.cut();
        // Some reconnect at once, others when all other clients have been notified of everything.
        if (i % 3 === 0) await posting.then(() => wait(2 * CHANGE_EVERY_MS * chance() + 50));
        else await wait(chance() * chance() * ROUND);
        listener.reconnect();
      }),
    );
    done += round.length;
    await posting;
    const ended = performance.now();
    const truth = await rankingsText(server.url);
    while (listeners.some(({ shown }) => shown !== truth) && performance.now() - ended < NEVER_MS) await wait(5);
    slowest = Math.max(slowest, performance.now() - ended);
    for (const [i, { shown }] of listeners.entries())
      if (shown !== truth) stale.push(`after ${done} cuts client ${i} shows ${shown.slice(0, 200)} instead of ${truth.slice(0, 200)}`);
  }
  for (const listener of listeners) listener.cut();
  for (const socket of sockets) socket.destroy();
  return { cuts: done, events, told: listeners.reduce((sum, { told }) => sum + told, 0), slowest, stale };
}

async function rankingsText(url: string): Promise<string> {
  return (await fetch(url + targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time', limit: 20 } }))).text();
}
