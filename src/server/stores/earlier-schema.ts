import { DatabaseSync } from 'node:sqlite';

/** For tests: takes from a closed database what version 1 of the schema did not have. */
export function asVersion1(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      BEGIN;
      ALTER TABLE players DROP COLUMN known_since;
      ALTER TABLE events DROP COLUMN previous;
      ALTER TABLE standings DROP COLUMN latest_event;
      PRAGMA user_version = 1;
      COMMIT;
    `);
  } finally {
    database.close();
  }
}
