// Writes events on a thread with a database connection of its own.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

import { StorageFailure } from '../../points-store.ts';
import { KnownEvents, ledgerWriter, type LedgerWrite } from './ledger-write.ts';
import { Commits, storageFailure } from './commits.ts';
import { SETTINGS } from './database-file.ts';
import { filePlace } from './file-place.ts';
import { madeAnew } from './making.ts';
import type { ThreadAsked, ThreadTold } from './writing-thread.ts';

const { file } = workerData as { readonly file: string };
const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
// The log is emptied on request, when the other connection does not read from it.
database.exec(`${SETTINGS} PRAGMA wal_autocheckpoint = 0;`);
database.prepare('SELECT 1 FROM meta').get();
const place = filePlace(file);
const commits = new Commits(database, place);
const writePart = ledgerWriter(database);
const logPages = database.prepare('PRAGMA wal_checkpoint(NOOP)');

/** The commit under way, or what it failed with. */
let underWay: 'going on' | { readonly failure: ThreadTold } | undefined;

parentPort!.on('message', (asked: ThreadAsked) => {
  if (asked.ask === 'write') write(asked.part);
  else parentPort!.postMessage(answerTo(asked.ask));
  if (asked.ask === 'close') parentPort!.close();
});
parentPort!.postMessage({ outcome: 'done' } satisfies ThreadTold);

function answerTo(ask: Exclude<ThreadAsked['ask'], 'write'>): ThreadTold {
  switch (ask) {
    case 'commit':
      return committed();
    case 'take back':
      takeBack();
      return { outcome: 'done' };
    case 'empty log':
      database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      return { outcome: 'done' };
    case 'make anew':
      return anew();
    case 'close':
      database.close();
      place.close();
      return { outcome: 'done' };
  }
}

/** Writes a part of the commit under way, beginning it with the first part. Rolls back if one fails. */
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

function committed(): ThreadTold {
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

function anew(): ThreadTold {
  try {
    return { outcome: 'anew', isClean: madeAnew(database) };
  } catch (error) {
    return failureOf(storageFailure(error, file) ?? error);
  }
}

function takeBack(): void {
  try {
    if (underWay === 'going on') commits.takeBack();
  } catch {
    // The next commit begins with the rollback.
  }
  underWay = undefined;
}

/** @throws errors that are not storage failures. */
function failureOf(error: unknown): ThreadTold {
  if (error instanceof KnownEvents) return { outcome: 'known' };
  if (!(error instanceof StorageFailure)) throw error;
  return { outcome: 'failed', message: error.message, trouble: error.trouble, isLast: error === commits.trouble };
}
