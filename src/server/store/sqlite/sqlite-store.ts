import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import type { PointsStore } from '../points-store.ts';
import { sqliteArchive } from './archive.ts';
import { BoardTable } from './board-table.ts';
import { Commits } from './commits.ts';
import { openDatabase, openSnapshot } from './file/database-file.ts';
import { lockDataFolder } from './file/data-lock.ts';
import { auditLedger } from './ledger-audit.ts';
import { sqliteEvents } from './ledger-reading.ts';
import { PlayerTable } from './player-table.ts';
import { preparing } from './query.ts';
import { RecentPlayers } from './recent-players.ts';
import { type PlayerTotals, sqliteLedger } from './recording.ts';
import { sqliteTotals } from './totals.ts';

/** Final ranks written, or standings taken away, in one commit: what waits for it waits some milliseconds. */
const ROWS_PER_COMMIT = 1000;

/**
 * Opens the store in a data folder, and makes either if it is missing. The folder belongs to this process until
 * `close`, or until the process ends in whatever way. `rowsPerCommit` is for periods being closed.
 * @throws {Error} saying what is wrong and what to do, if the folder is in use (naming the process id), or its
 * database is damaged, another program's or of another version. Nothing in it is changed then.
 */
export async function openSqliteStore(
  folder: string,
  { rowsPerCommit = ROWS_PER_COMMIT }: { readonly rowsPerCommit?: number } = {},
): Promise<PointsStore> {
  mkdirSync(folder, { recursive: true });
  const lock = lockDataFolder(folder);
  try {
    const file = join(folder, 'laurels.db');
    return storeOf(openDatabase(file), () => openSnapshot(file), lock.release, rowsPerCommit);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function storeOf(database: DatabaseSync, snapshot: () => DatabaseSync, unlock: () => void, rowsPerCommit: number): PointsStore {
  const commits = new Commits(database);
  const boards = new BoardTable(database, commits);
  const players = new PlayerTable(database, commits);
  const recent = new RecentPlayers<PlayerTotals>();
  const prepare = preparing(database);
  const document = prepare<{ readonly value: string }, [name: string]>(`SELECT value FROM meta WHERE key = 'document:' || ?`);
  const saveDocument = prepare<never, [name: string, text: string]>(
    `INSERT INTO meta (key, value) VALUES ('document:' || ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
  return {
    boards: async () => boards.all().map(({ settings }) => settings),
    saveBoard: async (board) => boards.save(board),
    document: async (name) => document.get(name)?.value,
    saveDocument: async (name, text) => void commits.run(() => saveDocument.run(name, text)),

    ...sqliteLedger(database, commits, boards, players, recent),
    ...sqliteTotals(database, snapshot, boards),
    ...sqliteArchive(database, commits, boards, rowsPerCommit, () => recent.clear()),
    ...sqliteEvents(database, commits, boards),

    players: async (numbers) => players.numbered(numbers),
    playerNamed: async (username) => players.named(username),
    playersMatching: (text, limit) => players.matching(text, limit),
    knownSince: async (player) => players.knownSince(player),
    playerCount: async () => players.count(),
    playersKnownBefore: async (at) => players.knownBefore(at),

    async verify() {
      const moment = snapshot();
      try {
        return await auditLedger(moment, boards.all());
      } finally {
        moment.close();
      }
    },
    async close() {
      if (database.isOpen) database.close();
      unlock();
    },
  };
}
