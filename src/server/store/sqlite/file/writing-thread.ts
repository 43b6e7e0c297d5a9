import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { StorageFailure, type StorageTrouble } from '../../points-store.ts';
import type { LedgerWrite } from './ledger-write.ts';

/** A part of a commit, which the thread does not acknowledge. */
interface ThreadPart {
  readonly ask: 'write';
  readonly part: LedgerWrite;
}

/** Requests to the thread. `commit` and `cancel` end the commit of the preceding parts. */
export type ThreadRequest = ThreadPart | { readonly ask: 'commit' | 'cancel' | 'empty log' | 'rewrite' | 'close' };

/** Responses of the thread. `isLast`: no further commit is possible. */
export type ThreadResponse =
  | { readonly outcome: 'written'; readonly logPages: number }
  | { readonly outcome: 'known' }
  | { readonly outcome: 'failed'; readonly message: string; readonly trouble: StorageTrouble; readonly isLast: boolean }
  | { readonly outcome: 'rewritten'; readonly isClean: boolean }
  | { readonly outcome: 'done' };

type Written =
  | Exclude<ThreadResponse, { readonly outcome: 'failed' | 'done' | 'rewritten' }>
  | { readonly outcome: 'failed'; readonly failure: StorageFailure; readonly isLast: boolean };

/** A thread with its own connection, so that the main thread does not wait for the disk. It handles one request at a time. */
export class WritingThread {
  readonly #worker: Worker;
  /** Requests awaiting a response, in order. */
  readonly #waiting: ((response: ThreadResponse) => void)[] = [];
  #ended: string | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (response: ThreadResponse) => this.#waiting.shift()?.(response));
    worker.on('error', (error) => this.#end(error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#end('it ended'));
  }

  /** Starts a thread for an existing database file. @throws {Error} if it cannot be opened. */
  static async start(file: string): Promise<WritingThread> {
    const worker = new Worker(new URL('write-on-thread.ts', import.meta.url), { workerData: { file } });
    await once(worker, 'message');
    return new WritingThread(worker);
  }

  /** Writes all `parts` in one durable commit, posting each before preparing the next. @throws what `parts` threw, after a rollback. */
  async write(parts: Iterable<LedgerWrite>): Promise<Written> {
    try {
      for (const part of parts) this.#post({ ask: 'write', part });
    } catch (error) {
      await this.#request({ ask: 'cancel' });
      throw error;
    }
    const response = await this.#request({ ask: 'commit' });
    if (response.outcome === 'done' || response.outcome === 'rewritten') throw new Error('The writing thread sent an unexpected response');
    if (response.outcome !== 'failed') return response;
    return { outcome: 'failed', failure: new StorageFailure(response.message, response.trouble), isLast: response.isLast };
  }

  /** Checkpoints the log as far as no connection reads from it. */
  async emptyLog(): Promise<void> {
    await this.#request({ ask: 'empty log' });
  }

  /** The same as `rewriteFile`. @throws {StorageFailure} if it fails. */
  async rewrite(): Promise<boolean> {
    const response = await this.#request({ ask: 'rewrite' });
    if (response.outcome === 'failed') throw new StorageFailure(response.message, response.trouble);
    return response.outcome === 'rewritten' && response.isClean;
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const ended = once(this.#worker, 'exit');
    await this.#request({ ask: 'close' });
    await ended;
  }

  /** Transfers large buffers instead of copying them. */
  #post(request: ThreadPart): void {
    const { events, totals } = request.part;
    this.#worker.postMessage(request, [events.numbers.buffer, ...totals.map(([, , , bytes]) => bytes.buffer)]);
  }

  #request(request: Exclude<ThreadRequest, ThreadPart>): Promise<ThreadResponse> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#ended === undefined) this.#worker.postMessage(request);
      else this.#end(this.#ended);
    });
  }

  /** Fails all requests, past and future: it is unknown whether a pending commit succeeded, so memory may be wrong. */
  #end(why: string): void {
    this.#ended = why;
    const message = `The writing thread failed (${why}). Start the server again.`;
    for (const waiting of this.#waiting.splice(0)) waiting({ outcome: 'failed', message, trouble: 'failed', isLast: true });
  }
}
