// Writes events into the database on a thread of its own, with a connection of its own.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

import { StorageFailure } from '../../points-store.ts';
import { KnownEvents, ledgerWriter, type LedgerWrite } from '../rows/ledger-write.ts';
import { Commits } from './commits.ts';
import { SETTINGS } from './database-file.ts';
import { filePlace } from './file-place.ts';
import type { ThreadAsked, ThreadTold } from './writing-thread.ts';

const { file } = workerData as { readonly file: string };
const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
// The log is emptied when the other connection does not read from it.
database.exec(`${SETTINGS} PRAGMA wal_autocheckpoint = 0;`);
database.prepare('SELECT 1 FROM meta').get();
const place = filePlace(file);
const commits = new Commits(database, place);
const write = ledgerWriter(database);
const logPages = database.prepare('PRAGMA wal_checkpoint(NOOP)');

parentPort!.on('message', (asked: ThreadAsked) => {
  parentPort!.postMessage(answerTo(asked));
  if (asked.ask === 'close') parentPort!.close();
});
parentPort!.postMessage({ outcome: 'done' } satisfies ThreadTold);

function answerTo(asked: ThreadAsked): ThreadTold {
  switch (asked.ask) {
    case 'write':
      return written(asked.write);
    case 'empty log':
      database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      return { outcome: 'done' };
    case 'close':
      database.close();
      place.close();
      return { outcome: 'done' };
  }
}

function written(events: LedgerWrite): ThreadTold {
  try {
    commits.run(() => write(events));
    return { outcome: 'written', logPages: Number(logPages.get()?.['log'] ?? 0) };
  } catch (error) {
    if (error instanceof KnownEvents) return { outcome: 'known', events: error.events };
    if (!(error instanceof StorageFailure)) throw error;
    return { outcome: 'failed', message: error.message, trouble: error.trouble, isLast: error === commits.trouble };
  }
}
