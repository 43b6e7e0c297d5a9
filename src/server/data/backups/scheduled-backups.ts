import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { AnswerTo } from '../../../contract/api.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import type { Log } from '../../watching/log.ts';
import { saysItIsComplete } from './backup-file.ts';
import { backupName, type BackupOrigin, backupsAmong, backupsToDelete, type NamedBackup, newestBackup } from './kept-backups.ts';

/** How often it is looked whether a backup is due. */
const LOOK_EVERY_MS = 10_000;

/** How soon one that failed is tried again. */
const AGAIN_MS = 10 * MINUTE_MS;

/** What the thread is asked. */
export interface BackupAsked {
  readonly folder: string;
  readonly to: string;
  readonly now: number;
}

/** What came of it. */
type BackupOutcome =
  | { readonly state: 'made'; readonly made: AnswerTo<'makeBackup'> }
  | { readonly state: 'failed'; readonly reason: string; readonly isDiskFull: boolean };

/** What it answers: how many events it checked of the copy, of how many, and in the end what came of it. */
export type BackupTold = BackupOutcome | { readonly reached: { readonly done: number; readonly total: number } };

interface ScheduleParts {
  /** The data folder. */
  readonly folder: string;
  /** Where backups go, absolute; how often, in milliseconds; how many are kept. */
  readonly schedule: { readonly folder: string; readonly everyMs: number; readonly keep: number };
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  /** Tells whoever wants to know of it at once. */
  readonly onFailed: (reason: string) => void;
  /** Told that a backup with this name is begun. */
  readonly begin?: (name: string) => Work;
}

/** How it is told how far a backup is. */
interface Work {
  reached(done: number, total: number): void;
  /** With why it failed, if it did. */
  end(failure?: string): void;
}

/** A backup that is kept. */
export interface KeptBackup extends NamedBackup {
  readonly bytes: number;
  /** Whether it is a file that was folded and added up before it got its name: what somebody put there is not. */
  readonly checked: boolean;
}

/** What came of a backup that somebody asked for. `busy`: another one is being made. `stopped`: the server stopped meanwhile. */
export type AskedBackup = BackupOutcome | { readonly state: 'busy' | 'stopped' };

/** Backups of a data folder that are made in time, one after the other. What is there is what the folder of backups says. */
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

  /** When the newest by schedule was made, in epoch milliseconds, and what an operator should look at; `undefined` if there is nothing. */
  get state(): { readonly newestAt: number | undefined; readonly trouble: string | undefined } {
    const { clock, schedule } = this.#parts;
    const newestAt = this.#newest();
    // One that is due is being made; one that is late by as much again is not.
    const isOld = newestAt !== undefined && clock() - newestAt > 2 * schedule.everyMs;
    if (this.#failedAt !== undefined) return { newestAt, trouble: 'The last backup failed. The log says why.' };
    return { newestAt, trouble: isOld ? `The newest backup is of ${new Date(newestAt).toISOString()}.` : undefined };
  }

  /** Begins a backup if one is due and none is being made. Resolves when it is made, or failed. */
  async look(): Promise<void> {
    const { clock, schedule } = this.#parts;
    const now = clock();
    const newest = this.#newest() ?? -Infinity;
    const mayTry = this.#failedAt === undefined || now - this.#failedAt >= Math.min(AGAIN_MS, schedule.everyMs);
    if (this.#making === undefined && now - newest >= schedule.everyMs && mayTry) void this.#begin(now, 'scheduled');
    await this.#making?.done;
  }

  /** Makes one now, whether one is due or not. */
  async make(): Promise<AskedBackup> {
    if (this.#making !== undefined) return { state: 'busy' };
    return (await this.#begin(this.#parts.clock(), 'manual')) ?? { state: 'stopped' };
  }

  get schedule(): ScheduleParts['schedule'] {
    return this.#parts.schedule;
  }

  /** Those that are kept, newest first. */
  readonly list = (): readonly KeptBackup[] => {
    const { folder } = this.#parts.schedule;
    return backupsAmong(namesIn(folder)).flatMap((found): readonly KeptBackup[] => {
      const file = join(folder, found.name);
      const bytes = statSync(file, { throwIfNoEntry: false })?.size;
      return bytes === undefined ? [] : [{ ...found, bytes, checked: saysItIsComplete(file) }];
    });
  };

  /** A backup under way is left, and is no file. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#making?.worker.terminate();
    await this.#making?.done;
  }

  /** Of the scheduled ones. */
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
      log(`The backup failed: ${told.reason}`, { level: 'error' });
      onFailed(told.reason);
      return;
    }
    this.#failedAt = undefined;
    log(`Made and checked the backup ${told.made.file}: ${told.made.events} events.`, { level: 'info' });
    try {
      for (const name of backupsToDelete(namesIn(schedule.folder), schedule.keep)) {
        rmSync(join(schedule.folder, name), { force: true });
        log(`Deleted the old backup ${name}.`, { level: 'info' });
      }
    } catch (error) {
      log(`Old backups cannot be deleted: ${String(error)}`);
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It is made with the first backup, or whoever makes one is told what is wrong with it.
    return [];
  }
}
