import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { MINUTE_MS } from '../../domain/durations.ts';

/** By the id of the key, in ISO 8601. */
const fileSchema = z.strictObject({ version: z.literal(1), used: z.record(z.string(), z.iso.datetime()) });

/**
 * When each API key was last used, in `key-uses.json` of the data folder. A server writes it and the command line reads
 * it, so that `keys.json` has one writer. It is written once a minute at most: a server that is killed may have used
 * keys within a minute before that it does not tell of.
 */
export class KeyUses {
  readonly #file: string;
  readonly #log: (text: string) => void;
  /** By the id of the key, in epoch milliseconds. */
  readonly #used: Map<string, number>;
  #writtenAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, log: (text: string) => void) {
    this.#file = fileIn(folder);
    this.#log = log;
    this.#used = new Map(Array.from(lastUses(folder), ([id, text]) => [id, Date.parse(text)]));
  }

  /** Notes that a key was used now (epoch milliseconds). */
  note(id: string, now: number): void {
    this.#used.set(id, now);
    this.#timer ??= setTimeout(() => this.#write(), Math.max(0, this.#writtenAt + MINUTE_MS - performance.now())).unref();
  }

  /** Writes what is not written yet. */
  close(): void {
    if (this.#timer !== undefined) this.#write();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writtenAt = performance.now();
    try {
      const used = Object.fromEntries(Array.from(this.#used, ([id, at]) => [id, new Date(at).toISOString()]));
      const text = `${JSON.stringify({ version: 1, used }, null, 2)}\n`;
      writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      // It is good to know and no more: points are taken all the same.
      this.#log(`${this.#file} cannot be written: ${String(error)}`);
    }
  }
}

/** When each key of a data folder was last used, by its id. A file that cannot be understood tells nothing. */
export function lastUses(folder: string): ReadonlyMap<string, string> {
  try {
    return new Map(Object.entries(fileSchema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).used));
  } catch {
    return new Map();
  }
}

function fileIn(folder: string): string {
  return join(folder, 'key-uses.json');
}
