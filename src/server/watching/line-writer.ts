import { write, writeSync } from 'node:fs';

/** Lines are written in batches at this interval, in milliseconds. */
const TOGETHER_MS = 50;

/** The most buffered characters; lines beyond that are dropped and counted. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Retry interval for a full pipe, in milliseconds. */
const FULL_PIPE_MS = 50;

/** Writes lines to a file, pipe or terminal off the main thread, so that a slow reader of the log cannot block the server. */
export class LineWriter {
  readonly #descriptor: number;
  readonly #lostLine: (lost: number) => string;
  #waiting: string[] = [];
  #size = 0;
  #lost = 0;
  /** The buffer being written. */
  #underWay: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `lostLine` formats a line about dropped lines. */
  constructor(descriptor: number, lostLine: (lost: number) => string) {
    this.#descriptor = descriptor;
    this.#lostLine = lostLine;
  }

  /** Queues a line, including its line break. */
  add(line: string): void {
    if (this.#size + line.length > MOST_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#size += line.length;
    if (this.#underWay === undefined) this.#timer ??= setTimeout(() => this.#next(), TOGETHER_MS).unref();
  }

  /** Writes everything synchronously, for process exit. A write in progress may be duplicated. */
  flush(): void {
    let left = Buffer.concat([this.#underWay ?? Buffer.alloc(0), this.#taken()]);
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.#descriptor, left));
    } catch {
      // The reader is gone.
    }
  }

  #taken(): Buffer {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting.join('') + (this.#lost === 0 ? '' : this.#lostLine(this.#lost));
    this.#waiting = [];
    this.#size = 0;
    this.#lost = 0;
    return Buffer.from(lines);
  }

  #next(): void {
    const lines = this.#taken();
    this.#underWay = undefined;
    if (lines.length > 0) this.#write(lines);
  }

  #write(bytes: Buffer): void {
    this.#underWay = bytes;
    write(this.#descriptor, bytes, (error, written) => {
      const left = bytes.subarray(error === null ? written : 0);
      if (error?.code === 'EAGAIN') setTimeout(() => this.#write(left), FULL_PIPE_MS).unref();
      // The reader is gone.
      else if (error !== null || left.length === 0) this.#next();
      else this.#write(left);
    });
  }
}
