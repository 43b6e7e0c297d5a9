import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { StorageFailure, type StorageTrouble } from '../../points-store.ts';
import type { LedgerWrite } from './ledger-write.ts';

/** A part of a commit, of which the thread says nothing. */
interface ThreadGiven {
  readonly ask: 'write';
  readonly part: LedgerWrite;
}

/** What the thread is asked. `commit` and `take back` end the commit that the parts before them are of. */
export type ThreadAsked = ThreadGiven | { readonly ask: 'commit' | 'take back' | 'empty log' | 'make anew' | 'close' };

/** What it answers. `isLast`: nothing will be stored any more. */
export type ThreadTold =
  | { readonly outcome: 'written'; readonly logPages: number }
  | { readonly outcome: 'known' }
  | { readonly outcome: 'failed'; readonly message: string; readonly trouble: StorageTrouble; readonly isLast: boolean }
  | { readonly outcome: 'anew'; readonly isClean: boolean }
  | { readonly outcome: 'done' };

type Written =
  | Exclude<ThreadTold, { readonly outcome: 'failed' | 'done' | 'anew' }>
  | { readonly outcome: 'failed'; readonly failure: StorageFailure; readonly isLast: boolean };

/** A thread with a connection of its own, so that the one that answers waits for no disk. It answers one question after the other. */
export class WritingThread {
  readonly #worker: Worker;
  /** Whom it has not answered yet, in the order in which they asked. */
  readonly #waiting: ((told: ThreadTold) => void)[] = [];
  #ended: string | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (told: ThreadTold) => this.#waiting.shift()?.(told));
    worker.on('error', (error) => this.#end(error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#end('it ended'));
  }

  /** Starts a thread for the database in a file, which is there. @throws {Error} if it cannot open it. */
  static async start(file: string): Promise<WritingThread> {
    const worker = new Worker(new URL('write-on-thread.ts', import.meta.url), { workerData: { file } });
    await once(worker, 'message');
    return new WritingThread(worker);
  }

  /**
   * Writes what `parts` gives in one durable commit. Each part is handed over before the next is asked for, and all are before
   * this returns. @throws what `parts` threw, once nothing is left of those before.
   */
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

  /** Brings what is in the log into the file, as far as nobody still reads from it. */
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

  /** What is large moves to the thread, and is not copied. */
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

  /** What was asked may be durable or not, and nothing is from now on: what memory follows is no longer known. */
  #end(why: string): void {
    this.#ended = why;
    const message = `The thread that writes failed (${why}). Start the server again.`;
    for (const waiting of this.#waiting.splice(0)) waiting({ outcome: 'failed', message, trouble: 'failed', isLast: true });
  }
}
