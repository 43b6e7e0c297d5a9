import { Worker } from 'node:worker_threads';

import type { Picture } from './picture.ts';

/** For how long the thread may be silent over a picture before it counts as stuck, in milliseconds. */
const PATIENCE_MS = 10_000;

/** After how long without anything to draw the thread ends, and gives its memory back; milliseconds. */
const REST_MS = 60_000;

/** What the thread answers, to one picture after the other. */
export type Drawn = { readonly png: Uint8Array<ArrayBuffer> } | { readonly failure: string };

/** Draws pictures on a thread of its own, which is there while somebody wants one. How many may wait is for its callers to say. */
export class Drawing {
  readonly #fonts: string;
  /** Who waits, in the order in which they asked. */
  readonly #waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `fonts`: the folder of the files that `Typesetter` reads; it is not needed to clean a logo. */
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

  /** Ends the thread. What still waits fails. */
  end(why = 'The thread that draws pictures was ended.'): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#ended(worker, new Error(why));
    void worker.terminate();
  }

  #started(): Worker {
    const worker = new Worker(new URL('drawing-worker.ts', import.meta.url), { workerData: { fonts: this.#fonts } });
    // Nobody waits for a thread that has nothing to do when the process ends.
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

  /** The next picture gets a new thread. */
  #ended(worker: Worker, why: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0)) reject(why instanceof Error ? why : new Error(String(why)));
  }
}
