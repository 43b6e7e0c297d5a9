// Writes events on a thread with a database connection of its own.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

import { StorageFailure } from '../../points-store.ts';
import { KnownEvents, ledgerWriter, type LedgerWrite } from './ledger-write.ts';
import { Commits, storageFailure } from './commits.ts';
import { SETTINGS } from './database-file.ts';
import { filePlace } from './file-place.ts';
import { rewriteFile } from './making.ts';
import type { ThreadRequest, ThreadResponse } from './writing-thread.ts';

const { file } = workerData as { readonly file: string };
const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
// The log is emptied on request, when the other connection does not read from it.
database.exec(`${SETTINGS} PRAGMA wal_autocheckpoint = 0;`);
database.prepare('SELECT 1 FROM meta').get();
const place = filePlace(file);
const commits = new Commits(database, place);
const writePart = ledgerWriter(database);
const logPages = database.prepare('PRAGMA wal_checkpoint(NOOP)');

/** The commit under way, or the error that it failed with. */
let underWay: 'going on' | { readonly failure: ThreadResponse } | undefined;

parentPort!.on('message', (request: ThreadRequest) => {
  if (request.ask === 'write') write(request.part);
  else parentPort!.postMessage(answerTo(request.ask));
  if (request.ask === 'close') parentPort!.close();
});
parentPort!.postMessage({ outcome: 'done' } satisfies ThreadResponse);

function answerTo(ask: Exclude<ThreadRequest['ask'], 'write'>): ThreadResponse {
  switch (ask) {
    case 'commit':
      return committed();
    case 'cancel':
      cancel();
      return { outcome: 'done' };
    case 'empty log':
      database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      return { outcome: 'done' };
    case 'rewrite':
      return rewritten();
    case 'close':
      database.close();
      place.close();
      return { outcome: 'done' };
  }
}

/** Writes a part of the current commit, beginning it with the first part. Rolls back if one fails. */
function write(part: LedgerWrite): void {
  if (typeof underWay === 'object') return;
  try {
    if (underWay === undefined) commits.begin();
    underWay = 'going on';
    commits.within(() => writePart(part));
  } catch (error) {
    underWay = { failure: failureOf(error) };
  }
}

function committed(): ThreadResponse {
  try {
    if (typeof underWay === 'object') return underWay.failure;
    if (underWay === undefined) commits.begin();
    commits.end();
    return { outcome: 'written', logPages: Number(logPages.get()?.['log'] ?? 0) };
  } catch (error) {
    return failureOf(error);
  } finally {
    underWay = undefined;
  }
}

function rewritten(): ThreadResponse {
  try {
    return { outcome: 'rewritten', isClean: rewriteFile(database) };
  } catch (error) {
    return failureOf(storageFailure(error, file) ?? error);
  }
}

function cancel(): void {
  try {
    if (underWay === 'going on') commits.cancel();
  } catch {
    // The next commit begins with the rollback.
  }
  underWay = undefined;
}

/** @throws errors that are not storage failures. */
function failureOf(error: unknown): ThreadResponse {
  if (error instanceof KnownEvents) return { outcome: 'known' };
  if (!(error instanceof StorageFailure)) throw error;
  return { outcome: 'failed', message: error.message, trouble: error.trouble, isLast: error === commits.trouble };
}
