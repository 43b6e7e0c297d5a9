import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { StorageFailure, type StorageTrouble } from '../../points-store.ts';
import type { LedgerWrite } from './ledger-write.ts';

/** A part of a commit, which the thread does not acknowledge. */
interface ThreadGiven {
  readonly ask: 'write';
  readonly part: LedgerWrite;
}

/** Requests to the thread. `commit` and `take back` end the commit of the parts before them. */
export type ThreadAsked = ThreadGiven | { readonly ask: 'commit' | 'take back' | 'empty log' | 'make anew' | 'close' };

/** Its responses. `isLast`: nothing can be stored any more. */
export type ThreadTold =
  | { readonly outcome: 'written'; readonly logPages: number }
  | { readonly outcome: 'known' }
  | { readonly outcome: 'failed'; readonly message: string; readonly trouble: StorageTrouble; readonly isLast: boolean }
  | { readonly outcome: 'anew'; readonly isClean: boolean }
  | { readonly outcome: 'done' };

type Written =
  | Exclude<ThreadTold, { readonly outcome: 'failed' | 'done' | 'anew' }>
  | { readonly outcome: 'failed'; readonly failure: StorageFailure; readonly isLast: boolean };

/** A thread with its own connection, so that the main thread does not wait for the disk. It handles one request after the other. */
export class WritingThread {
  readonly #worker: Worker;
  /** Requests without a response yet, in order. */
  readonly #waiting: ((told: ThreadTold) => void)[] = [];
  #ended: string | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (told: ThreadTold) => this.#waiting.shift()?.(told));
    worker.on('error', (error) => this.#end(error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#end('it ended'));
  }

  /** Starts a thread for an existing database file. @throws {Error} if it cannot be opened. */
  static async start(file: string): Promise<WritingThread> {
    const worker = new Worker(new URL('write-on-thread.ts', import.meta.url), { workerData: { file } });
    await once(worker, 'message');
    return new WritingThread(worker);
  }

  /** Writes all `parts` in one durable commit, posting each before the next is made. @throws what `parts` threw, after a rollback. */
  async write(parts: Iterable<LedgerWrite>): Promise<Written> {
    try {
      for (const part of parts) this.#give({ ask: 'write', part });
    } catch (error) {
      await this.#ask({ ask: 'take back' });
      throw error;
    }
    const told = await this.#ask({ ask: 'commit' });
    if (told.outcome === 'done' || told.outcome === 'anew') throw new Error('The thread that writes answered another question');
    if (told.outcome !== 'failed') return told;
    return { outcome: 'failed', failure: new StorageFailure(told.message, told.trouble), isLast: told.isLast };
  }

  /** Checkpoints the log as far as no connection reads from it. */
  async emptyLog(): Promise<void> {
    await this.#ask({ ask: 'empty log' });
  }

  /** As `madeAnew`. @throws {StorageFailure} if it fails. */
  async makeAnew(): Promise<boolean> {
    const told = await this.#ask({ ask: 'make anew' });
    if (told.outcome === 'failed') throw new StorageFailure(told.message, told.trouble);
    return told.outcome === 'anew' && told.isClean;
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const ended = once(this.#worker, 'exit');
    await this.#ask({ ask: 'close' });
    await ended;
  }

  /** Transfers large buffers instead of copying them. */
  #give(given: ThreadGiven): void {
    const { events, totals } = given.part;
    this.#worker.postMessage(given, [events.numbers.buffer, ...totals.map(([, , , bytes]) => bytes.buffer)]);
  }

  #ask(asked: Exclude<ThreadAsked, ThreadGiven>): Promise<ThreadTold> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#ended === undefined) this.#worker.postMessage(asked);
      else this.#end(this.#ended);
    });
  }

  /** Fails all requests, past and future: whether a pending commit succeeded is unknown, so memory may be wrong. */
  #end(why: string): void {
    this.#ended = why;
    const message = `The thread that writes failed (${why}). Start the server again.`;
    for (const waiting of this.#waiting.splice(0)) waiting({ outcome: 'failed', message, trouble: 'failed', isLast: true });
  }
}
