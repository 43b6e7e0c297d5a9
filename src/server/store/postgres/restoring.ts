import { setTimeout as sleep } from 'node:timers/promises';

import { NOT_RESTORED } from '../records.ts';
import { type Queryable, Connections } from './database/connections.ts';
import type { DatabaseAddress } from './database/database-address.ts';
import { nameHistory, prepareDatabase } from './database/opening.ts';

/** Finds other connections of this program to the database. */
const OTHERS = `
  SELECT count(*) AS others FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'laurels' AND pid <> pg_backend_pid()`;

/** How long a stopped server may still be listed, in milliseconds: PostgreSQL ends a session shortly after its connection. */
const LEAVING_MS = 2000;

/**
 * Gives a restored database a new history: positions that visitors saw after the backup will be reused and must not be recognised. Deletes
 * the backup's sessions and invitations. @throws {Error} if another process is connected, which would continue the old history; otherwise
 * as `openPostgresStore`.
 */
export async function beginNewHistory(address: DatabaseAddress): Promise<void> {
  const connections = new Connections(address);
  try {
    await prepareDatabase(connections, { ifNone: 'refuse' });
    const areOthers = async (db: Queryable) => (await db.rows<{ readonly others: number }>(OTHERS))[0]!.others > 0;
    for (let waited = 0; waited < LEAVING_MS && (await areOthers(connections)); waited += 100) await sleep(100);
    await connections.transaction('BEGIN', async (transaction) => {
      if (await areOthers(transaction)) throw new Error('Servers or other commands are using the database. Stop them and try again.');
      await transaction.rows('UPDATE laurels SET history = $1', [nameHistory()]);
      await transaction.rows('DELETE FROM records WHERE kind = ANY($1)', [NOT_RESTORED]);
      await transaction.commit();
    });
  } finally {
    await connections.close();
  }
}
