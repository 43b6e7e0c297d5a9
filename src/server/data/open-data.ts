import { mkdirSync } from 'node:fs';

import { ApiKeys } from '../operation/api-keys.ts';
import type { DataPlace } from '../operation/data-place.ts';
import { keysFile } from '../operation/keys-file.ts';
import { keyUsesFile } from '../operation/key-uses-file.ts';
import { KeyUses } from '../operation/key-uses.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

/** How late a key revoked by another program may still pass. */
const KEY_PATIENCE_MS = 50;

/** All that is kept, for a server. */
export interface OpenData {
  readonly store: PointsStore;
  readonly keys: ApiKeys;
  readonly uses: KeyUses;
  /** Writes what is not written yet, and lets go of everything. */
  close(): Promise<void>;
}

interface StoreOptions {
  /** What is done about a place without a database: a mistyped one must not look like an empty game. */
  readonly ifNone?: 'make' | 'refuse';
  /** Whether much is written on a thread of its own, where a store can: for a server. */
  readonly onThread?: boolean;
  /** Told where a database was made because there was none. */
  readonly onMade?: (where: string) => void;
  /** Told that a database of the version before was upgraded. */
  readonly onUpgraded?: (text: string) => void;
}

/**
 * Opens the store of a place.
 * @throws {Error} saying what is wrong and what to do, if it cannot be opened. Nothing is changed then.
 */
export async function openStore(place: DataPlace, options: StoreOptions = {}): Promise<PointsStore> {
  if (place.kind === 'folder') return openSqliteStore(place.folder, options);
  return openPostgresStore(place.address);
}

/**
 * Opens all that is kept at a place, which is made if it is not there. `log` is told what happens later.
 * @throws {Error} as {@link openStore} does, or if the keys cannot be read.
 */
export async function openData(
  place: DataPlace,
  { log, onMade }: { readonly log: (text: string) => void; readonly onMade: (where: string) => void },
): Promise<OpenData> {
  if (place.kind === 'folder') mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  const store = await openStore(place, { onThread: true, onMade, onUpgraded: log });
  try {
    if (place.kind !== 'folder') throw new Error('Keys are kept in a folder only.');
    const keys = new ApiKeys(keysFile(place.folder), { patienceMs: KEY_PATIENCE_MS, log });
    const uses = new KeyUses(keyUsesFile(place.folder), log);
    return {
      store,
      keys,
      uses,
      async close() {
        await uses.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
