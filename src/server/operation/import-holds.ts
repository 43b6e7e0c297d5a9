import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { DAY_MS } from '../../domain/durations.ts';

/** After this long without a sign of life an import is given up, in milliseconds: what it held open closes. */
export const IMPORT_PATIENCE_MS = DAY_MS;

const holdSchema = z.object({ board: z.string(), file: z.string(), startedAt: z.int() });

/** An import that is under way, or was interrupted. Its board keeps open what had ended when it began. */
export interface ImportHold {
  readonly board: string;
  /** What is imported, for people to read. */
  readonly file: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/**
 * The imports of a data folder, a small file each in `imports/`: seen by whatever process closes periods,
 * and still there after either was killed.
 */
export class ImportHolds {
  readonly #folder: string;
  readonly #clock: () => number;

  /** `clock` gives epoch milliseconds, as the file system's does. */
  constructor(dataFolder: string, clock: () => number) {
    this.#folder = join(dataFolder, 'imports');
    this.#clock = clock;
  }

  /** Begins an import, or takes up an interrupted one of the same file, which keeps its beginning. Returns how to go on and end it. */
  begin(board: string, file: string): { readonly resumed: boolean; progress(): void; end(): void } {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${hash('sha256', `${board}\0${file}`).slice(0, 16)}.json`);
    const progress = () => {
      const now = new Date(this.#clock());
      utimesSync(path, now, now);
    };
    const resumed = statSync(path, { throwIfNoEntry: false }) !== undefined;
    if (!resumed) {
      writeFileSync(`${path}.new`, JSON.stringify({ board, file, startedAt: this.#clock() } satisfies ImportHold), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    }
    progress();
    return { resumed, progress, end: () => rmSync(path, { force: true }) };
  }

  /** Imports that are not ended. Those without a sign of life for {@link IMPORT_PATIENCE_MS} are given up, and returned once as such. */
  current(): { readonly held: readonly ImportHold[]; readonly givenUp: readonly ImportHold[] } {
    const held: ImportHold[] = [];
    const givenUp: ImportHold[] = [];
    for (const name of namesIn(this.#folder)) {
      const path = join(this.#folder, name);
      const seen = statSync(path, { throwIfNoEntry: false });
      if (seen === undefined) continue;
      const hold = holdIn(path);
      if (hold === undefined) continue;
      if (seen.mtimeMs + IMPORT_PATIENCE_MS >= this.#clock()) held.push(hold);
      else {
        rmSync(path, { force: true });
        givenUp.push(hold);
      }
    }
    return { held, givenUp };
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function holdIn(path: string): ImportHold | undefined {
  try {
    return holdSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // Ended just now.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path} is damaged. If no import is under way, delete it.`, { cause: error });
  }
}
