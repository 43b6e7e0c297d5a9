import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ApiKeys } from '../operation/keys/api-keys.ts';
import { type DataPlace, placeText } from '../operation/data-place.ts';
import { keyUsesFile } from '../operation/keys/key-uses-file.ts';
import { KeyUses } from '../operation/keys/key-uses.ts';
import { keysDocument } from '../operation/keys/keys-document.ts';
import { keysFile } from '../operation/keys/keys-file.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import type { SharedCounts } from '../store/shared-counts.ts';
import { movingFile } from '../store/sqlite/file/making.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite/sqlite-store.ts';

/** How long a key file is cached, and a key revoked by another program still accepted, in milliseconds. */
export const KEY_PATIENCE_MS = 50;

interface StoreOptions {
  /** Whether to create a missing database, or to refuse: a typo must not look like an empty game. */
  readonly ifNone?: 'make' | 'refuse';
  /** Called if a database was created. */
  readonly onMade?: (text: string) => void;
}

export interface OpenData {
  readonly store: PointsStore;
  /** Read lazily, because most commands need none. Throws a KeyError if damaged. */
  readonly keys: ApiKeys;
  readonly uses: KeyUses;
  /** Counters shared with other processes; `undefined` for a folder. */
  readonly counts: SharedCounts | undefined;
  /** The feed that states on other threads follow; `undefined` for a database. */
  readonly feeding: Pick<SqliteStore, 'fileInPlace' | 'feed' | 'sharePlayers' | 'feedStart' | 'openTotals'> | undefined;
  /** Flushes and closes everything. */
  close(): Promise<void>;
}

/** Opens a store. @throws {Error} with advice, if it cannot be opened; nothing changes. */
export function openStore(place: DataPlace, options: StoreOptions = {}): Promise<PointsStore> {
  return place.kind === 'folder' ? openFolder(place.folder, options) : openDatabase(place, options);
}

/** Calls `work` with an existing store, and closes it. @throws {Error} as {@link openStore}. */
export async function withStore<T>(place: DataPlace, work: (store: PointsStore) => Promise<T>): Promise<T> {
  const store = await openStore(place, { ifNone: 'refuse' });
  return closingAfter(store, () => work(store));
}

/** Refuses to replace a lost database, for example on an unmounted disk, with an empty game if its keys and lock are still there. */
async function openFolder(folder: string, { onMade, ...options }: StoreOptions & { readonly onThread?: boolean }) {
  if (isDatabaseLost(folder))
    throw new Error(
      `The database of ${folder} is missing: there is no laurels.db, but keys.json and laurels.lock exist. ` +
        'Bring it back, or move the remaining files away and restore a backup with "laurels restore" or start an empty game.',
    );
  const tell = (file: string) => onMade?.(`Created a new database: ${file}`);
  return openSqliteStore(folder, { ...options, onMade: tell });
}

function openDatabase(
  place: DataPlace & { readonly kind: 'postgres' },
  { ifNone = 'make', onMade, onLost }: StoreOptions & { readonly onLost?: Serving['onLost'] | undefined },
) {
  const tell = () => onMade?.(`Set up the empty database ${placeText(place)}.`);
  return openPostgresStore(place.address, { ifNone, onMade: tell, onLost });
}

/** Callbacks of a server. */
interface Serving {
  /** This process's status for the other processes. */
  readonly say: () => string;
  /** Called if the process can no longer follow the database and must be restarted. */
  readonly onLost: (error: unknown) => void;
}

interface DataOptions extends Pick<StoreOptions, 'ifNone' | 'onMade'> {
  readonly log: (text: string) => void;
  /** Absent for commands, which are too short-lived for a writer thread. */
  readonly serving?: Serving;
}

/** Opens store, keys and counters. @throws {Error} as {@link openStore}. */
export async function openData(place: DataPlace, { log, serving, ...options }: DataOptions): Promise<OpenData> {
  if (place.kind === 'folder') {
    const { folder } = place;
    const store = await openFolder(folder, { ...options, onThread: serving !== undefined });
    const uses = new KeyUses(keyUsesFile(folder), log);
    return opened(store, () => new ApiKeys(keysFile(folder), { patienceMs: KEY_PATIENCE_MS, log }), uses, { feeding: store });
  }
  const store = await openDatabase(place, { ...options, onLost: serving?.onLost });
  return closingIfNot(store, async () => {
    const document = await keysDocument(store);
    const counts = serving && (await store.shareCounts(serving.say));
    return opened(store, () => new ApiKeys(document, { log }), new KeyUses(store.keyUses, log), { counts });
  });
}

/** Calls `work`, then closes `opened`. */
export async function closingAfter<T>(opened: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await opened.close();
  }
}

/** Calls `work`, and closes `opened` if it fails. */
export async function closingIfNot<T>(opened: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function opened(
  store: PointsStore,
  keysOf: () => ApiKeys,
  uses: KeyUses,
  { counts, feeding }: Partial<Pick<OpenData, 'counts' | 'feeding'>>,
): OpenData {
  let keys: ApiKeys | undefined;
  return {
    store,
    get keys() {
      return (keys ??= keysOf());
    },
    uses,
    counts,
    feeding,
    async close() {
      await uses.close();
      await store.close();
    },
  };
}

/** Whether a folder has lost its database. */
export function isDatabaseLost(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  return !has('laurels.db') && !has(movingFile('laurels.db')) && has('keys.json') && has('laurels.lock');
}
