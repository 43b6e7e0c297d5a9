import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { AnswerTo } from '../../../contract/api.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import type { Log } from '../../watching/log.ts';
import { saysItIsComplete } from './backup-file.ts';
import { type DrillAsked, type Drilled, drillPlace } from './drilling.ts';
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
  /** Called when a backup with this name, or a check of it, begins. */
  readonly begin?: (what: 'backup' | 'drill', name: string) => Work;
}

/** Reports progress. */
interface Work {
  reached(done: number, total: number): void;
  end(failure?: string): void;
}

export interface KeptBackup extends NamedBackup {
  readonly bytes: number;
  /** Whether it was verified before it got its name, unlike files added by others. */
  readonly checked: boolean;
}

/** The outcome of a manual backup. `busy`: another one is running. `stopped`: the server stopped. */
export type AskedBackup = BackupOutcome | { readonly state: 'busy' | 'stopped' };

/** The outcome of a check of a backup. */
type DrillOutcome = { readonly state: 'drilled'; readonly drilled: Drilled } | { readonly state: 'failed'; readonly reason: string };

/** The thread's messages: progress in events, then the outcome. */
export type DrillTold = DrillOutcome | { readonly reached: { readonly done: number; readonly total: number } };

/** `missing`: there is no such backup. */
export type AskedDrill = DrillOutcome | { readonly state: 'busy' | 'stopped' | 'missing' };

/** Scheduled and manual backups of a data folder, one at a time. The backup folder is the only state. */
export class ScheduledBackups {
  readonly #parts: ScheduleParts;
  readonly #timer: NodeJS.Timeout;
  #making: { readonly worker: Worker; readonly origin: BackupOrigin; readonly done: Promise<BackupOutcome | undefined> } | undefined;
  #drill: { readonly worker: Worker; readonly done: Promise<unknown> } | undefined;
  #failedAt: number | undefined;
  #isStopped = false;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    // An interrupted drill.
    rmSync(drillPlace(parts.schedule.folder, parts.folder), { recursive: true, force: true });
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    void this.look();
  }

  /** The time of the newest scheduled backup, in epoch milliseconds, and a warning, if any. */
  get state(): { readonly newestAt: number | undefined; readonly trouble: string | undefined } {
    const { clock, schedule } = this.#parts;
    const newestAt = this.#newest();
    // A due backup may still be running, but not if another interval has passed.
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

  /** Creates a manual backup now, or after a running scheduled one, which may lack the changes that this one is for. */
  async make(): Promise<AskedBackup> {
    if (this.#making?.origin === 'scheduled') await this.#making.done;
    if (this.#isStopped) return { state: 'stopped' };
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

  /** The path and size in bytes of a backup; `undefined` if there is none of this name. */
  file(name: string): { readonly path: string; readonly size: number } | undefined {
    const path = join(this.#parts.schedule.folder, name);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    return size === undefined ? undefined : { path, size };
  }

  /** Checks a backup by restoring it elsewhere; one at a time. */
  async check(name: string, does: DrillAsked['does']): Promise<AskedDrill> {
    const { folder, begin } = this.#parts;
    const backup = this.file(name)?.path;
    if (backup === undefined) return { state: 'missing' };
    if (this.#drill !== undefined) return { state: 'busy' };
    const asked: DrillAsked = { backup, folder, does };
    const worker = new Worker(new URL('drill-on-thread.ts', import.meta.url), { workerData: asked });
    const done = toldBy<DrillOutcome>(worker, begin?.('drill', name));
    this.#drill = { worker, done };
    try {
      return (await done) ?? { state: 'stopped' };
    } finally {
      this.#drill = undefined;
    }
  }

  /** Aborts a running backup, which leaves no file, and a running check. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const running of [this.#making, this.#drill]) {
      await running?.worker.terminate();
      await running?.done;
    }
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
    const done = this.#made(worker, now, begin?.('backup', name));
    this.#making = { worker, origin, done };
    return done;
  }

  async #made(worker: Worker, now: number, work: Work | undefined): Promise<BackupOutcome | undefined> {
    const told = await toldBy<BackupOutcome>(worker, work);
    this.#making = undefined;
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

/** The last message of a thread, after its progress messages; `undefined` if it was stopped. */
export async function toldBy<Outcome extends { readonly state: string }>(worker: Worker, work: Work | undefined): Promise<Outcome | undefined> {
  let told: Outcome | { readonly state: 'failed'; readonly reason: string; readonly isDiskFull: false } | undefined;
  worker.on('message', (message: Outcome | { readonly reached: { readonly done: number; readonly total: number } }) => {
    if ('reached' in message) work?.reached(message.reached.done, message.reached.total);
    else told = message;
  });
  await once(worker, 'exit').catch((error: unknown) => {
    told = { state: 'failed', reason: error instanceof Error ? error.message : String(error), isDiskFull: false };
  });
  const failure = told !== undefined && 'reason' in told ? told.reason : undefined;
  work?.end(told === undefined ? 'The server stopped.' : failure);
  return told as Outcome | undefined;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The first backup creates it, or reports the problem.
    return [];
  }
}
