import { Worker } from 'node:worker_threads';

import type { Picture } from './picture.ts';

/** After this long for a picture, a thread counts as stuck, in milliseconds. Starting one took 10 seconds on a busy machine. */
const PATIENCE_MS = 30_000;

/** An idle thread ends after this time to free its memory; milliseconds. */
const REST_MS = 60_000;

/** The thread's answers, in the order of the requests. */
export type Drawn = { readonly png: Uint8Array<ArrayBuffer> } | { readonly failure: string };

/** Draws pictures on its own thread, started on demand. Callers must limit the queue. */
export class Drawing {
  readonly #fonts: string;
  readonly #waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `fonts`: the folder that `Typesetter` reads; not needed to clean a logo. */
  constructor(fonts: string) {
    this.#fonts = fonts;
  }

  /**
   * The picture as PNG.
   * @throws {Error} if the thread fails.
   */
  async draw(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
    const worker = (this.#worker ??= this.#started());
    const drawn = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    if (this.#waiting.push(drawn) === 1) this.#endAfter(PATIENCE_MS);
    worker.postMessage(picture);
    return drawn.promise;
  }

  /** Ends the thread. Pending requests fail. */
  end(why = 'The thread that draws pictures was ended.'): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#ended(worker, new Error(why));
    void worker.terminate();
  }

  #started(): Worker {
    const worker = new Worker(new URL('drawing-worker.ts', import.meta.url), { workerData: { fonts: this.#fonts } });
    worker.unref();
    worker.on('message', (drawn: Drawn) => {
      if (this.#worker !== worker) return;
      const waiting = this.#waiting.shift();
      this.#endAfter(this.#waiting.length === 0 ? REST_MS : PATIENCE_MS);
      if ('png' in drawn) waiting?.resolve(drawn.png);
      else waiting?.reject(new Error(`A picture was not drawn: ${drawn.failure}`));
    });
    worker.on('error', (error) => this.#ended(worker, error));
    worker.on('exit', () => this.#ended(worker, new Error('The thread that draws pictures ended.')));
    return worker;
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end('The thread that draws pictures was stuck.'), milliseconds).unref();
  }

  #ended(worker: Worker, why: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0)) reject(why instanceof Error ? why : new Error(String(why)));
  }
}
