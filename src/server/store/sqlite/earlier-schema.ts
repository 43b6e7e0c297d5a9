import { DatabaseSync } from 'node:sqlite';

/** For tests: makes the schema of a closed database, none of whose periods is being closed, that of version 1. */
export function asVersion1(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      BEGIN;
      ALTER TABLE players DROP COLUMN known_since;
      ALTER TABLE events DROP COLUMN previous;
      ALTER TABLE standings DROP COLUMN latest_event;
      DROP TABLE closings;
      DROP TABLE activity_days;
      DROP TABLE ledger_blocks;
      DROP TRIGGER final_standings_keep;
      DROP TRIGGER final_standings_stay;
      CREATE TRIGGER final_standings_keep BEFORE UPDATE ON final_standings BEGIN SELECT RAISE (ABORT, 'Final standings never change'); END;
      CREATE TRIGGER final_standings_stay BEFORE DELETE ON final_standings BEGIN SELECT RAISE (ABORT, 'Final standings never change'); END;
      PRAGMA user_version = 1;
      COMMIT;
    `);
  } finally {
    database.close();
  }
}

/** For tests: makes the schema of a closed database that of version 2. */
export function asVersion2(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN; DROP TABLE ledger_blocks; PRAGMA user_version = 2; COMMIT;');
  } finally {
    database.close();
  }
}
