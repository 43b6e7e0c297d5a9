import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { DataPlace } from '../../operation/data-place.ts';
import { toldBy } from '../backups/scheduled-backups.ts';
import type { Exported } from './exporting.ts';

/** The thread's task. */
export interface ExportAsked {
  readonly place: DataPlace;
  readonly to: string;
  readonly now: number;
}

export type ExportOutcome =
  | { readonly state: 'made'; readonly made: Exported }
  | { readonly state: 'failed'; readonly reason: string; readonly isDiskFull: boolean };

/** Exports of everything on request, one at a time: of a folder into the folder itself, of a database into the system's temp folder. */
export class Exports {
  readonly #place: DataPlace;
  /** In epoch milliseconds. */
  readonly #clock: () => number;
  #folder: string | undefined;
  #made = 0;
  #running: { readonly worker: Worker; readonly done: Promise<unknown> } | undefined;

  constructor(place: DataPlace, clock: () => number) {
    this.#place = place;
    this.#clock = clock;
    if (place.kind === 'folder') this.#folder = join(place.folder, 'exporting');
    this.#clear();
  }

  /** Exports everything to a file, which the caller deletes. `busy`: another export is running. `stopped`: the server stopped. */
  async make(): Promise<ExportOutcome | { readonly state: 'busy' | 'stopped' }> {
    if (this.#running !== undefined) return { state: 'busy' };
    const folder = (this.#folder ??= mkdtempSync(join(tmpdir(), 'laurels-export-')));
    // Files whose clients left before they were sent. The latest may be about to be sent.
    rmSync(join(folder, fileName(this.#made - 1)), { force: true });
    const asked: ExportAsked = { place: this.#place, to: join(folder, fileName((this.#made += 1))), now: this.#clock() };
    const worker = new Worker(new URL('export-on-thread.ts', import.meta.url), { workerData: asked });
    const done = toldBy<ExportOutcome>(worker, undefined);
    this.#running = { worker, done };
    try {
      return (await done) ?? { state: 'stopped' };
    } finally {
      this.#running = undefined;
    }
  }

  /** Abandons a running export. */
  async stop(): Promise<void> {
    await this.#running?.worker.terminate();
    await this.#running?.done;
    this.#clear();
  }

  /** Deletes all files. */
  #clear(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

const fileName = (number: number) => `${number}.tar.gz`;
