import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type PointsStore, StorageFailure } from '../points-store.ts';
import { MOST_BEHIND } from '../held/totals-block.ts';
import { everyStore } from '../rules/every-store.ts';
import { sqliteActivityDays } from './activity-days.ts';
import { auditDatabase } from './audit.ts';
import { Changes } from './changes.ts';
import { sqliteClosing } from './closing.ts';
import { Commits, FEW_EVENTS } from './file/commits.ts';
import { claimDatabase, lockDataFolder } from './file/data-lock.ts';
import { openDatabase, openSnapshot } from './file/database-file.ts';
import { withAdvice } from './file/disk-advice.ts';
import { makeSchema, movingFile } from './file/making.ts';
import { keepFromOthers, makePrivateFolder } from './file/private-files.ts';
import { type FilePlace, filePlace } from './file/file-place.ts';
import { WritingThread } from './file/writing-thread.ts';
import { sqliteEvents } from './ledger-reading.ts';
import { MetaTable } from './file/meta-table.ts';
import { type FedStep, type FeedStart, feedStart } from '../held/log-step.ts';
import { type AskedTotals, askedTotals } from '../held/asked-totals.ts';
import { OpenTotals } from './open-totals.ts';
import { finishErasing, sqliteErasing } from './erasing.ts';
import { type LogParts, SqliteLog } from './log.ts';
import { EVENTS_PER_PART, sqliteRecording } from './recording.ts';
import { LedgerBlocks } from './ledger-blocks.ts';
import { loadedState } from './loaded-state.ts';
import { sqliteQueryable } from './file/queries.ts';
import { recordWriter } from './file/ledger-write.ts';

/** Final ranks or standings per commit, so that others wait only milliseconds. */
const ROWS_PER_COMMIT = 1000;

/** The row that the health check writes. */
const PULSE = 'pulse';

/** Final ranks read per turn of the event loop. */
export const FINALS_AT_ONCE = 5000;

/** Batch sizes, smaller in tests. */
interface Sizes {
  /** For closing and reopening periods. */
  readonly rowsPerCommit: number;
  /** How many events the stored totals may lack, at most {@link MOST_BEHIND}. */
  readonly mostBehind: number;
  /** How many events of a commit are posted to the thread together, at most {@link EVENTS_PER_PART}. */
  readonly eventsPerPart: number;
  /** Up to how many events are written without waking the thread, at most {@link FEW_EVENTS}. */
  readonly fewEvents: number;
}

const SIZES: Sizes = {
  rowsPerCommit: ROWS_PER_COMMIT,
  mostBehind: MOST_BEHIND,
  eventsPerPart: EVENTS_PER_PART,
  fewEvents: FEW_EVENTS,
};

/** A store, plus data for states on other threads. */
export interface SqliteStore extends PointsStore {
  /** The path of the database. @throws {StorageFailure} if another file has taken its place. */
  fileInPlace(): string;
  /** Calls `listener` with the steps of each commit once it is durable, before its caller is notified. Only one listener at a time. */
  feed(listener: (steps: readonly FedStep[]) => void): void;
  /** Reads all players, and shares them with other threads. */
  sharePlayers(): Promise<void>;
  /** The initial data for a state that receives the steps. */
  feedStart(): FeedStart;
  readonly openTotals: AskedTotals;
}

interface SqliteOptions extends Partial<Sizes> {
  /** Whether a separate thread writes events, so that readers do not wait for the disk. */
  readonly onThread?: boolean;
  /** The policy for a folder without a database. */
  readonly ifNone?: 'make' | 'refuse';
  /** Called if a database was created. */
  readonly onMade?: ((file: string) => void) | undefined;
}

/**
 * Opens the store in a data folder, creating folder and database as needed unless `ifNone` refuses. The folder is locked until `close` or
 * the end of the process.
 * @throws {Error} saying what to do, if the folder is in use (naming the process id) or has no database, or its database is damaged or of
 * another program or version; nothing is changed.
 */
export async function openSqliteStore(
  folder: string,
  { onThread = false, ifNone = 'make', ...others }: SqliteOptions = {},
): Promise<SqliteStore> {
  const file = join(folder, 'laurels.db');
  if (!existsSync(file) && existsSync(movingFile(file)))
    throw new Error(
      `A move or import into ${folder} was not finished. Run the same command again to continue it, or delete ${movingFile(file)}.`,
    );
  if (ifNone === 'refuse' && !existsSync(file))
    throw new Error(
      `There is no database in ${folder}. If it is in another folder, set LAURELS_DATA. If it was deleted, restore it from a backup.`,
    );
  try {
    return await openLocked(folder, file, onThread, others);
  } catch (error) {
    throw withAdvice(error, folder);
  }
}

async function openLocked(folder: string, file: string, onThread: boolean, others: SqliteOptions): Promise<SqliteStore> {
  makePrivateFolder(folder);
  const lock = await lockDataFolder(folder);
  const held: { release(): void }[] = [lock];
  const release = () => held.splice(0).forEach((one) => one.release());
  try {
    const database = openDatabase(file, others.onMade);
    let threads: Threads | undefined;
    try {
      held.push(await claimDatabase(file));
      finishErasing(database);
      for (const name of [file, `${file}-wal`, `${file}-shm`]) keepFromOthers(name);
      const start = () => WritingThread.start(file);
      threads = onThread ? { writer: await start(), start } : undefined;
      return await storeOf(database, threads, filePlace(file), release, { ...SIZES, ...others });
    } catch (error) {
      await threads?.writer.close();
      database.close();
      throw error;
    }
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens an empty store in memory, which is gone once it is closed. Its snapshots are not isolated: they change along with it. */
export function openPassingStore(): Promise<SqliteStore> {
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  makeSchema(database);
  const place = { file: ':memory:', isKept: () => true, close: () => {} };
  return storeOf(
    database,
    undefined,
    place,
    () => {},
    SIZES,
    () => ({ moment: database, close: () => {} }),
  );
}

/** A connection that reads one moment. */
interface Snapshot {
  readonly moment: DatabaseSync;
  readonly close: () => void;
}

function openedSnapshot(file: string): Snapshot {
  const moment = openSnapshot(file);
  return { moment, close: () => moment.close() };
}

type Threads = NonNullable<ConstructorParameters<typeof Commits>[2]>;

async function storeOf(
  database: DatabaseSync,
  threads: Threads | undefined,
  place: FilePlace,
  unlock: () => void,
  { rowsPerCommit, mostBehind, eventsPerPart, fewEvents }: Sizes,
  opened = openedSnapshot,
): Promise<SqliteStore> {
  const commits = new Commits(database, place, threads, fewEvents);
  const meta = new MetaTable(database);
  const db = sqliteQueryable(database);
  const state = await loadedState(database, db);
  const changes = new Changes(database, meta, state);
  const totals = new OpenTotals(database, commits, state, changes, mostBehind);
  const blocks = new LedgerBlocks(database);
  const parts: LogParts = { database, db, commits, changes, state, totals, blocks, writeRecords: recordWriter(database), meta };
  const log = new SqliteLog(parts);
  const { cleanUp, ...erasing } = sqliteErasing(log, parts);
  const open = askedTotals(state);
  const events = sqliteEvents({ ...parts, open });
  const snapshot = () => {
    // A snapshot is opened by path, where there may be another database by now.
    commits.expectInPlace();
    return opened(place.file);
  };
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    try {
      await totals.writeAll();
    } catch (error) {
      // Unwritten totals are folded from the ledger at the next opening.
      if (!(error instanceof StorageFailure)) throw error;
    } finally {
      await commits.close();
      database.close();
      place.close();
      unlock();
    }
  }
  return {
    fileInPlace() {
      commits.expectInPlace();
      return place.file;
    },
    feed: (listener) => void (changes.feed = listener),
    async sharePlayers() {
      await state.players.readAll();
      changes.sharePlayers();
    },
    feedStart: () => feedStart(state),
    openTotals: open,
    follow: (listener) => changes.follow(listener),
    catchUp: async () => {},
    history: randomBytes(6).toString('hex'),
    ...sqliteRecording(parts, eventsPerPart),
    ...everyStore(
      log,
      db,
      open,
      {
        moment: () => {
          const { moment, close } = snapshot();
          return { db: sqliteQueryable(moment), close };
        },
        rowsAtOnce: FINALS_AT_ONCE,
        activities: sqliteActivityDays(database),
      },
      events,
    ),
    ...sqliteClosing(log, parts, rowsPerCommit),
    ...events,

    ...erasing,

    async health() {
      const beat = await commits.commit(() => {
        const next = Number(meta.get(PULSE) ?? 0) + 1;
        meta.set(PULSE, String(next));
        return next;
      });
      if (Number(meta.get(PULSE)) < beat) throw new StorageFailure('Read back something other than what was written', 'failed');
    },
    async maintain(isStopping = () => false) {
      await state.dropClosed(isStopping);
      if (!isStopping()) await cleanUp();
      while (!isStopping()) {
        const write = await blocks.packed();
        if (write === undefined) return;
        await commits.alone(() => commits.run(write)?.());
        await nextTurn();
      }
    },
    async verify(reached) {
      const { moment, close } = snapshot();
      try {
        return await auditDatabase(moment, state, reached);
      } finally {
        close();
      }
    },
    close: () => (closing ??= close()),
  };
}
