import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { AnswerTo } from '../../../contract/api.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import type { Log } from '../../watching/log.ts';
import { saysItIsComplete } from './backup-file.ts';
import { backupName, type BackupOrigin, backupsAmong, backupsToDelete, type NamedBackup, newestBackup } from './kept-backups.ts';
import { momentWords } from '../../../contract/parts/time-words.ts';

/** How often the schedule is checked. */
const LOOK_EVERY_MS = 10_000;

/** The delay before a failed backup is retried. */
const AGAIN_MS = 10 * MINUTE_MS;

/** The thread's task. */
export interface BackupAsked {
  readonly folder: string;
  readonly to: string;
  readonly now: number;
}

type BackupOutcome =
  | { readonly state: 'made'; readonly made: AnswerTo<'makeBackup'> }
  | { readonly state: 'failed'; readonly reason: string; readonly isDiskFull: boolean };

/** The thread's messages: progress in events, then the outcome. */
export type BackupTold = BackupOutcome | { readonly reached: { readonly done: number; readonly total: number } };

interface ScheduleParts {
  readonly folder: string;
  /** Absolute folder, interval in milliseconds, number kept. */
  readonly schedule: { readonly folder: string; readonly everyMs: number; readonly keep: number };
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly onFailed: (reason: string) => void;
  /** Called when a backup with this name starts. */
  readonly begin?: (name: string) => Work;
}

/** Reports progress. */
interface Work {
  reached(done: number, total: number): void;
  end(failure?: string): void;
}

export interface KeptBackup extends NamedBackup {
  readonly bytes: number;
  /** Whether it was verified before it got its name, unlike files put there by others. */
  readonly checked: boolean;
}

/** The outcome of a manual backup. `busy`: another one is running. `stopped`: the server stopped. */
export type AskedBackup = BackupOutcome | { readonly state: 'busy' | 'stopped' };

/** Scheduled and manual backups of a data folder, one at a time. The backup folder is the only state. */
export class ScheduledBackups {
  readonly #parts: ScheduleParts;
  readonly #timer: NodeJS.Timeout;
  #making: { readonly worker: Worker; readonly done: Promise<BackupOutcome | undefined> } | undefined;
  #failedAt: number | undefined;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    void this.look();
  }

  /** The time of the newest scheduled backup, in epoch milliseconds, and a warning, if any. */
  get state(): { readonly newestAt: number | undefined; readonly trouble: string | undefined } {
    const { clock, schedule } = this.#parts;
    const newestAt = this.#newest();
    // A due backup may still be running; one that is late by another interval is not.
    const isOld = newestAt !== undefined && clock() - newestAt > 2 * schedule.everyMs;
    if (this.#failedAt !== undefined) return { newestAt, trouble: 'The last backup failed. See the log for the reason.' };
    return { newestAt, trouble: isOld ? `The newest backup is from ${momentWords(newestAt)}.` : undefined };
  }

  /** Starts a backup if one is due and none is running. Resolves when it ends. */
  async look(): Promise<void> {
    const { clock, schedule } = this.#parts;
    const now = clock();
    const newest = this.#newest() ?? -Infinity;
    const mayTry = this.#failedAt === undefined || now - this.#failedAt >= Math.min(AGAIN_MS, schedule.everyMs);
    if (this.#making === undefined && now - newest >= schedule.everyMs && mayTry) void this.#begin(now, 'scheduled');
    await this.#making?.done;
  }

  /** Creates a manual backup now. */
  async make(): Promise<AskedBackup> {
    if (this.#making !== undefined) return { state: 'busy' };
    return (await this.#begin(this.#parts.clock(), 'manual')) ?? { state: 'stopped' };
  }

  get schedule(): ScheduleParts['schedule'] {
    return this.#parts.schedule;
  }

  /** Newest first. */
  readonly list = (): readonly KeptBackup[] => {
    const { folder } = this.#parts.schedule;
    return backupsAmong(namesIn(folder)).flatMap((found): readonly KeptBackup[] => {
      const file = join(folder, found.name);
      const bytes = statSync(file, { throwIfNoEntry: false })?.size;
      return bytes === undefined ? [] : [{ ...found, bytes, checked: saysItIsComplete(file) }];
    });
  };

  /** Abandons a running backup, which leaves no file. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#making?.worker.terminate();
    await this.#making?.done;
  }

  #newest(): number | undefined {
    const { clock, schedule } = this.#parts;
    return newestBackup(namesIn(schedule.folder), clock(), 'scheduled');
  }

  #begin(now: number, origin: BackupOrigin): Promise<BackupOutcome | undefined> {
    const { folder, schedule, begin } = this.#parts;
    const name = backupName(now, origin);
    const asked: BackupAsked = { folder, to: join(schedule.folder, name), now };
    const worker = new Worker(new URL('back-up-on-thread.ts', import.meta.url), { workerData: asked });
    const done = this.#made(worker, now, begin?.(name));
    this.#making = { worker, done };
    return done;
  }

  async #made(worker: Worker, now: number, work: Work | undefined): Promise<BackupOutcome | undefined> {
    let told: BackupOutcome | undefined;
    worker.on('message', (message: BackupTold) => {
      if ('reached' in message) work?.reached(message.reached.done, message.reached.total);
      else told = message;
    });
    await once(worker, 'exit').catch((error: unknown) => {
      told = { state: 'failed', reason: error instanceof Error ? error.message : String(error), isDiskFull: false };
    });
    this.#making = undefined;
    work?.end(told === undefined ? 'The server stopped.' : told.state === 'failed' ? told.reason : undefined);
    if (told !== undefined) this.#ended(told, now);
    return told;
  }

  #ended(told: BackupOutcome, now: number): void {
    const { schedule, log, onFailed } = this.#parts;
    if (told.state === 'failed') {
      this.#failedAt = now;
      log(`Backup failed: ${told.reason}`, { level: 'error' });
      onFailed(told.reason);
      return;
    }
    this.#failedAt = undefined;
    log(`Backup created and verified: ${told.made.file}, ${told.made.events} events.`, { level: 'info' });
    try {
      for (const name of backupsToDelete(namesIn(schedule.folder), schedule.keep)) {
        rmSync(join(schedule.folder, name), { force: true });
        log(`Deleted old backup ${name}.`, { level: 'info' });
      }
    } catch (error) {
      log(`Could not delete old backups: ${String(error)}`);
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The first backup creates it, or reports what is wrong.
    return [];
  }
}
