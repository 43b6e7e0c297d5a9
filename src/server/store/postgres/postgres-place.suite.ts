import { askOnce } from '../../../../scripts/tools/postgres/ask-once.ts';
import { freshDatabase } from '../../../../tests/fresh-database.ts';
import type { StorePlace } from '../store-under-test.suite.ts';
import { type DatabaseAddress, readDatabaseAddress } from './database/database-address.ts';
import { openPostgresStore } from './postgres-store.ts';

export interface PostgresPlace extends StorePlace {
  address(): Promise<DatabaseAddress>;
  /** Changes the database without the stores noticing. */
  tamper(sql: string): Promise<void>;
}

/** A database with only the schema, on the server of this test run. The options are the same as for `openPostgresStore`. */
export function postgresPlace(sizes: Parameters<typeof openPostgresStore>[1] = {}): PostgresPlace {
  const database = freshDatabase(withSchema);
  const address = async () => addressOf(await database.url());
  return {
    address,
    open: async (options) => openPostgresStore(await address(), { ...options, ...sizes }),
    remove: () => database.drop(),
    async tamper(sql) {
      await askOnce(await database.url(), sql);
    },
  };
}

async function withSchema(url: string): Promise<void> {
  const store = await openPostgresStore(addressOf(url));
  await store.close();
}

function addressOf(url: string): DatabaseAddress {
  return readDatabaseAddress(url);
}
