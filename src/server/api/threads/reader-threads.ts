import { Worker } from 'node:worker_threads';

import type { HttpHandler, HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import type { Picture } from '../../pictures/picture.ts';
import type { Admitted } from '../admission.ts';
import type { StreamRoom } from '../stream-room.ts';
import type { FedStep } from '../../store/held/log-step.ts';
import type { NumberedTotals } from '../../store/held/open-totals.ts';
import type { OnAnswered } from '../../watching/answered-request.ts';
import type { Log } from '../../watching/log.ts';
import type { Desk, FromReader, Outcome, PassedBody, PassedRequest, ToReader } from './messages.ts';

/** How long after a reader ended another one is started, in milliseconds; twice as long each time one ends before it listens. */
const RESTART_AFTER_MS = 500;
const MOST_RESTART_AFTER_MS = 60_000;

/** How long a reader may take to stop: longer than its connections. */
const STOP_PATIENCE_MS = 9_600;

/** A reader's objects live no longer than an answer: more room for them costs 60 MB and saves no time. */
const YOUNG_MB = 12;

/** Admissions remembered of each reader; older streams of people and keys end, and their clients connect again. */
const MOST_ADMITTED = 1000;

export interface ReaderThreadsParts {
  /** The module of a reader, and what it is started with. */
  readonly module: URL;
  readonly workerData: () => unknown;
  /** How many. */
  readonly readers: number;
  readonly desks: Readonly<Record<Desk, HttpHandler>>;
  /** Admits somebody who listens to changes. */
  readonly admit: (request: HttpRequest) => Promise<Pick<Admitted, 'mayReadAll' | 'left' | 'goesOn'>>;
  readonly problemOf: (error: unknown, asked: { readonly method: string; readonly id: string }) => Problem;
  readonly room: StreamRoom;
  readonly onTold: (lagSeconds: number) => void;
  readonly draw: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;
  readonly totals: NumberedTotals;
  /** Called when a reader listens, which may share players from then on. */
  readonly sharePlayers: () => void;
  readonly used: (key: string, at: number) => void;
  readonly onAnswered: OnAnswered;
  readonly log: Log;
}

/** Threads that answer questions from their own copy of the state, on the same port, and pass everything else to this thread. */
export class ReaderThreads {
  readonly #parts: ReaderThreadsParts;
  readonly #readers = new Set<Reader>();
  #port: number | undefined;
  #isStopping = false;
  #restartAfterMs = RESTART_AFTER_MS;

  /** Start them while no step is missed: before anything else is written. */
  constructor(parts: ReaderThreadsParts) {
    this.#parts = parts;
    for (let i = 0; i < parts.readers; i += 1) this.#start();
  }

  /** Sends durable steps of the log, all those of a commit, to all of them. Must be called before anything tells of it. */
  steps(steps: readonly FedStep[]): void {
    for (const reader of this.#readers) reader.send({ kind: 'steps', steps });
  }

  /** Has them read the keys again. Call it before anything tells of the change. */
  keysChanged(): void {
    for (const reader of this.#readers) reader.send({ kind: 'keys changed' });
  }

  /** Resolves once all have loaded; rejects with an Error if one cannot. */
  async ready(): Promise<void> {
    await Promise.all(Array.from(this.#readers, ({ ready }) => ready));
  }

  /** Resolves once all that have not failed are listening. */
  async listen(port: number): Promise<void> {
    this.#port = port;
    await Promise.allSettled(Array.from(this.#readers, (reader) => reader.listen(port)));
  }

  /** How many are listening. */
  get listening(): number {
    return [...this.#readers].filter(({ isListening }) => isListening).length;
  }

  /** Resolves once they have answered what they received. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(Array.from(this.#readers, (reader) => reader.stop()));
  }

  #start(): void {
    try {
      this.#startOne();
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

  #startOne(): void {
    const reader = new Reader(this.#parts, (error) => {
      this.#readers.delete(reader);
      if (this.#isStopping) return;
      this.#parts.log(`A reader thread ended${error === undefined ? '' : `: ${error}`}. Another one is started.`, { level: 'error' });
      if (reader.isListening) this.#restartAfterMs = RESTART_AFTER_MS;
      this.#startLater();
    });
    this.#readers.add(reader);
    if (this.#port !== undefined) void reader.listen(this.#port).catch(() => {});
  }
}

class Reader {
  readonly #worker: Worker;
  readonly #parts: ReaderThreadsParts;
  readonly #ready = Promise.withResolvers<void>();
  readonly #listening = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #bodies = new Map<number, (body: PassedBody) => void>();
  isListening = false;
  #told: Outcome[] = [];
  /** Of its admissions, by number. */
  readonly #admitted = new Map<number, () => Promise<boolean>>();
  /** The callers of its open streams. */
  readonly #streams: string[] = [];

  constructor(parts: ReaderThreadsParts, onEnd: (error: string | undefined) => void) {
    this.#parts = parts;
    this.#worker = new Worker(parts.module, { workerData: parts.workerData(), resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    let failure: string | undefined;
    this.#ready.promise.catch(() => {});
    this.#listening.promise.catch(() => {});
    this.#worker.on('message', (message: FromReader) => this.#receive(message));
    this.#worker.on('error', (error) => (failure = error instanceof Error ? (error.stack ?? error.message) : String(error)));
    this.#worker.on('exit', () => {
      const ended = new Error(failure ?? 'A reader thread ended.');
      this.#ready.reject(ended);
      this.#listening.reject(ended);
      this.#ended.resolve();
      for (const give of this.#bodies.values()) give({ broken: 'The connection is gone.' });
      for (const caller of this.#streams) parts.room.leave(caller);
      onEnd(failure);
    });
  }

  send(message: ToReader): void {
    this.#worker.postMessage(message);
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  async listen(port: number): Promise<void> {
    await this.ready;
    this.send({ kind: 'listen', port });
    await this.#listening.promise;
  }

  async stop(): Promise<void> {
    this.send({ kind: 'drain' });
    const patience = setTimeout(() => void this.#worker.terminate(), STOP_PATIENCE_MS);
    await this.#ended.promise;
    clearTimeout(patience);
  }

  #receive(message: FromReader): void {
    switch (message.kind) {
      case 'ready':
        return this.#ready.resolve();
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
        return message.answered.forEach((request) => this.#parts.onAnswered(request));
      case 'left':
        return this.#leave(message.caller);
      case 'told':
        return this.#parts.onTold(message.lagSeconds);
      case 'used':
        return this.#parts.used(message.key, message.at);
      case 'log':
        return this.#parts.log(message.line, message.facts);
    }
  }

  async #answer({ number, asked }: Extract<FromReader, { readonly kind: 'asked' }>): Promise<void> {
    const { desks, draw, admit, totals, problemOf } = this.#parts;
    try {
      if (asked.what === 'stream') return this.#tell({ number, told: await this.#take(asked.ask) });
      if (asked.what === 'scoreOf') return this.#tell({ number, told: await totals.scoreOf(...asked.ask) });
      if (asked.what === 'latestEvent') return this.#tell({ number, told: await totals.latestEvent(...asked.ask) });
      if (asked.what === 'standings') return this.#tell({ number, told: await totals.standings(...asked.ask) });
      if (asked.what === 'draw') return this.#tell({ number, told: await draw(asked.ask) });
      if (asked.what === 'still valid') return this.#tell({ number, told: (await this.#admitted.get(asked.ask)?.()) === true });
      if (asked.what === 'admission') {
        const { mayReadAll, left, goesOn } = await admit(this.#requestOf(number, asked.ask));
        if (goesOn !== undefined && mayReadAll) this.#remember(number, goesOn);
        return this.#tell({ number, told: { mayReadAll, left } });
      }
      const { desk, request } = asked.ask;
      this.#tell({ number, told: await desks[desk](this.#requestOf(number, request)) });
    } catch (error) {
      if (asked.what === 'answer' || error instanceof Problem) {
        const request = asked.what === 'answer' ? asked.ask.request : { method: 'GET', id: '' };
        const { code, message, faults, headers, told } = problemOf(error, request);
        return this.#tell({ number, problem: { code, message, faults, headers, told } });
      }
      this.#tell({ number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      this.#bodies.delete(number);
    }
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

  /** Tells an outcome together with those of the same turn. */
  #tell(outcome: Outcome): void {
    if (this.#told.push(outcome) > 1) return;
    setImmediate(() => {
      this.send({ kind: 'told', told: this.#told });
      this.#told = [];
    });
  }

  #requestOf(number: number, { headers, body, ...passed }: PassedRequest): HttpRequest {
    return {
      ...passed,
      header: (name) => headers[name] ?? null,
      headers: () => headers,
      readBody: async (mostBytes) => {
        if (body !== undefined) return body.length > mostBytes ? undefined : body;
        if (passed.method === 'GET' || passed.method === 'HEAD') return new Uint8Array();
        const given = new Promise<PassedBody>((give) => this.#bodies.set(number, give));
        this.send({ kind: 'body', number, mostBytes });
        const sent = await given;
        if ('broken' in sent) throw new Error(sent.broken);
        return sent.bytes;
      },
    };
  }
}
