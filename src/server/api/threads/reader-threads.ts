import { Worker } from 'node:worker_threads';

import { createFairQueue, type QueueBounds } from '../../http/fair-queue.ts';
import type { HttpAnswer, HttpHandler, HttpRequest } from '../../http/http-message.ts';
import type { Problem } from '../../http/problem.ts';
import { passingProblem } from '../../http/problem.ts';
import type { Picture } from '../../pictures/picture.ts';
import type { Admitted } from '../admission.ts';
import type { StreamRoom } from '../stream-room.ts';
import type { AskedTotals } from '../../store/held/asked-totals.ts';
import type { OnAnswered } from '../../watching/answered-request.ts';
import type { Log } from '../../watching/log.ts';
import type { Asked, Desk, FromReader, PassedBody, PassedRequest, Questions, Told, ToReader } from './messages.ts';
import { LineEnd, mayHaveBody, outcomeOf, passedRequest, requestOf } from './line-end.ts';

/** The delay before a reader that ended is restarted, in milliseconds; doubled each time one ends before it listens. */
const RESTART_AFTER_MS = 500;
const MOST_RESTART_AFTER_MS = 60_000;

/** How long a reader may take to stop: longer than its connections. */
const STOP_PATIENCE_MS = 9_600;

/** A reader's objects live no longer than an answer: more room for them costs 60 MB and saves no time. */
const YOUNG_MB = 12;

/** Admissions remembered per reader. Older streams of people and keys end, and their clients reconnect. */
const MOST_ADMITTED = 1000;

/** Pages that readers render for this thread: readers do not learn that a client left, so few are passed at once, in turns among callers. */
const PAGES: QueueBounds = { atOnce: 8, perCaller: 64, inAll: 1024 };

export interface ReaderThreadsParts {
  /** The module of a reader, and its start data. */
  readonly module: URL;
  readonly workerData: () => unknown;
  /** How many. */
  readonly readers: number;
  readonly desks: Readonly<Record<Desk, HttpHandler>>;
  /** Admits a listener to changes. */
  readonly admit: (request: HttpRequest) => Promise<Pick<Admitted, 'mayReadAll' | 'left' | 'goesOn'>>;
  readonly problemOf: (error: unknown, asked: { readonly method: string; readonly id: string; readonly route: string }) => Problem;
  readonly room: StreamRoom;
  readonly onTold: (lagSeconds: number) => void;
  readonly draw: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;
  readonly totals: AskedTotals;
  /** Called when a reader listens, and may share players from then on. */
  readonly sharePlayers: () => void;
  readonly used: (key: string, at: number) => void;
  readonly onAnswered: OnAnswered;
  readonly log: Log;
}

/** Threads that answer questions from their own copy of the state, on the same port, and pass everything else to this thread. */
export class ReaderThreads {
  readonly #parts: ReaderThreadsParts;
  readonly #readers = new Set<Reader>();
  readonly #pages = createFairQueue<HttpAnswer>(PAGES);
  #turn = 0;
  #asked = 0;
  #port: number | undefined;
  #isStopping = false;
  #restartAfterMs = RESTART_AFTER_MS;

  /** Create them before anything else is written, so that they miss no step. */
  constructor(parts: ReaderThreadsParts) {
    this.#parts = parts;
    for (let i = 0; i < parts.readers; i += 1) this.#start();
  }

  /** Sends a change to all readers: durable steps of the log, all those of a commit, or of keys. Call it before any answer reports it. */
  send(change: ToReader): void {
    for (const reader of this.#readers) {
      reader.send(change);
      reader.flush();
    }
  }

  /** Resolves once all have loaded; rejects with an Error if one cannot. */
  async ready(): Promise<void> {
    await Promise.all(Array.from(this.#readers, ({ ready }) => ready.promise));
  }

  /** Resolves once all that have not failed are listening. */
  async listen(port: number): Promise<void> {
    this.#port = port;
    await Promise.allSettled(Array.from(this.#readers, (reader) => reader.listen(port)));
  }

  /** The readers that listen. */
  get listening(): readonly Reader[] {
    return [...this.#readers].filter(({ isListening }) => isListening);
  }

  /** Resolves with a page rendered by a reader; `undefined` if none is listening. */
  page(request: HttpRequest): Promise<HttpAnswer> | undefined {
    if (this.listening.length === 0 || mayHaveBody(request)) return undefined;
    const { caller, isGone } = request;
    const work = async () => {
      const passed = await passedRequest(request);
      const ready = this.listening;
      if (ready.length === 0) return this.#parts.desks.page(request);
      return ready[(this.#turn += 1) % ready.length]!.ask('answer', { desk: 'page', request: passed });
    };
    // Clients choose request ids.
    return this.#pages.get({ caller, what: String((this.#asked += 1)), isGone, work });
  }

  /** Resolves once they have answered all received requests. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(Array.from(this.#readers, (reader) => reader.stop()));
  }

  #start(): void {
    try {
      const reader = new Reader(this.#parts, (error) => {
        this.#readers.delete(reader);
        if (this.#isStopping) return;
        this.#parts.log(`A reader thread ended${error === undefined ? '' : `: ${error}`}. Another one is started.`, { level: 'error' });
        if (reader.isListening) this.#restartAfterMs = RESTART_AFTER_MS;
        this.#startLater();
      });
      this.#readers.add(reader);
      if (this.#port !== undefined) void reader.listen(this.#port).catch(() => {});
    } catch (error) {
      this.#parts.log(`No reader thread can be started: ${String(error)}`, { level: 'error' });
      this.#startLater();
    }
  }

  #startLater(): void {
    setTimeout(() => {
      if (!this.#isStopping) this.#start();
    }, this.#restartAfterMs).unref();
    this.#restartAfterMs = Math.min(MOST_RESTART_AFTER_MS, 2 * this.#restartAfterMs);
  }
}

type Received = FromReader | Asked | Told;

class Reader extends LineEnd<ToReader> {
  readonly #worker: Worker;
  readonly #parts: ReaderThreadsParts;
  readonly ready = Promise.withResolvers<void>();
  readonly #listening = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #bodies = new Map<number, (body: PassedBody) => void>();
  isListening = false;
  /** Validity checks of its admissions, by number. */
  readonly #admitted = new Map<number, () => Promise<boolean>>();
  /** The callers of its open streams. */
  readonly #streams: string[] = [];

  constructor(parts: ReaderThreadsParts, onEnd: (error: string | undefined) => void) {
    super();
    this.#parts = parts;
    this.#worker = new Worker(parts.module, { workerData: parts.workerData(), resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    let failure: string | undefined;
    this.ready.promise.catch(() => {});
    this.#listening.promise.catch(() => {});
    this.#worker.on('message', (messages: readonly Received[]) => {
      for (const message of messages) this.#receive(message);
    });
    this.#worker.on('error', (error) => (failure = error instanceof Error ? (error.stack ?? error.message) : String(error)));
    this.#worker.on('exit', () => {
      const ended = new Error(failure ?? 'A reader thread ended.');
      this.ready.reject(ended);
      this.#listening.reject(ended);
      this.#ended.resolve();
      for (const give of this.#bodies.values()) give({ broken: 'The connection is gone.' });
      this.fail(gone());
      for (const caller of this.#streams) parts.room.leave(caller);
      onEnd(failure);
    });
  }

  protected post(messages: readonly (ToReader | Asked | Told)[]): void {
    this.#worker.postMessage(messages);
  }

  async listen(port: number): Promise<void> {
    await this.ready.promise;
    this.send({ kind: 'listen', port });
    await this.#listening.promise;
  }

  async stop(): Promise<void> {
    this.isListening = false;
    this.send({ kind: 'drain' });
    const patience = setTimeout(() => void this.#worker.terminate(), STOP_PATIENCE_MS);
    await this.#ended.promise;
    clearTimeout(patience);
  }

  #receive(message: Received): void {
    switch (message.kind) {
      case 'ready':
        return this.ready.resolve();
      case 'listening':
        this.isListening = true;
        this.#parts.sharePlayers();
        return this.#listening.resolve();
      case 'drained':
        return void this.#worker.terminate();
      case 'asked':
        return void this.#answer(message);
      case 'body':
        return this.#bodies.get(message.number)?.(message.body);
      case 'answered':
        return this.#parts.onAnswered(message.request);
      case 'left':
        return this.#leave(message.caller);
      case 'told':
        return this.told(message);
      case 'pushed':
        return this.#parts.onTold(message.lagSeconds);
      case 'used':
        return this.#parts.used(message.key, message.at);
      case 'log':
        return this.#parts.log(message.line, message.facts);
    }
  }

  async #answer({ number, asked }: Asked): Promise<void> {
    const outcome = await outcomeOf(number, () => this.#answerTo(number, asked));
    this.#bodies.delete(number);
    this.send({ kind: 'told', outcome });
  }

  async #answerTo(number: number, { what, ask }: Asked['asked']): Promise<Questions[keyof Questions]['told']> {
    const { desks, draw, admit, totals, problemOf } = this.#parts;
    if (what === 'answer')
      return desks[ask.desk](this.#requestOf(number, ask.request)).catch((error: unknown) => {
        throw problemOf(error, { ...ask.request, route: ask.desk });
      });
    if (what === 'stream') return this.#take(ask);
    if (what === 'scoreOf') return totals.scoreOf(...ask);
    if (what === 'latestEvent') return totals.latestEvent(...ask);
    if (what === 'standings') return totals.standings(...ask);
    if (what === 'draw') return draw(ask);
    if (what === 'still valid') return (await this.#admitted.get(ask)?.()) === true;
    const { mayReadAll, left, goesOn } = await admit(this.#requestOf(number, ask));
    if (goesOn !== undefined && mayReadAll) this.#remember(number, goesOn);
    return { mayReadAll, left };
  }

  #remember(number: number, goesOn: () => Promise<boolean>): void {
    this.#admitted.set(number, goesOn);
    if (this.#admitted.size <= MOST_ADMITTED) return;
    const [oldest] = this.#admitted.keys();
    this.#admitted.delete(oldest!);
  }

  async #take(caller: string): Promise<void> {
    await this.#parts.room.take(caller);
    this.#streams.push(caller);
  }

  #leave(caller: string): void {
    this.#streams.splice(this.#streams.indexOf(caller), 1);
    this.#parts.room.leave(caller);
  }

  #requestOf(number: number, passed: PassedRequest): HttpRequest {
    return requestOf(passed, async (mostBytes) => {
      const given = new Promise<PassedBody>((give) => this.#bodies.set(number, give));
      this.send({ kind: 'body', number, mostBytes });
      const sent = await given;
      if ('broken' in sent) throw new Error(sent.broken);
      return sent.bytes;
    });
  }
}

function gone(): Problem {
  return passingProblem('unavailable', 'The page could not be finished. Try again in a moment.', 1);
}
