import { write, writeSync } from 'node:fs';

/** Lines that come within this time are written together, in milliseconds. */
const TOGETHER_MS = 50;

/** How much waits at most for whoever reads the log, in characters. What comes beyond that is counted instead. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Until a full pipe is tried again, in milliseconds. */
const FULL_PIPE_MS = 50;

/**
 * Writes lines to an open file, a pipe or a terminal, in their order and never on the main thread: whoever reads a log slowly, or not
 * at all, must not stop the server.
 */
export class LineWriter {
  readonly #descriptor: number;
  readonly #lostLine: (lost: number) => string;
  #waiting: string[] = [];
  #size = 0;
  #lost = 0;
  /** What is being written, and what of it is still to come. */
  #underWay: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `lostLine` says how many lines could not be kept for the reader. */
  constructor(descriptor: number, lostLine: (lost: number) => string) {
    this.#descriptor = descriptor;
    this.#lostLine = lostLine;
  }

  /** Takes a line, with its end. */
  add(line: string): void {
    if (this.#size + line.length > MOST_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#size += line.length;
    if (this.#underWay === undefined) this.#timer ??= setTimeout(() => this.#next(), TOGETHER_MS).unref();
  }

  /** Writes what waits at once, for a process that ends. What is being written just then may come twice. */
  flush(): void {
    let left = Buffer.concat([this.#underWay ?? Buffer.alloc(0), this.#taken()]);
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.#descriptor, left));
    } catch {
      // Nobody reads it.
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
      // Nobody reads any more: there is nobody to tell.
      else if (error !== null || left.length === 0) this.#next();
      else this.#write(left);
    });
  }
}
