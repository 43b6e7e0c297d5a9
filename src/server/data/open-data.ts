import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ApiKeys } from '../operation/keys/api-keys.ts';
import { type DataPlace, placeText } from '../operation/data-place.ts';
import { keyUsesFile } from '../operation/keys/key-uses-file.ts';
import { KeyUses, type UsesKeeper } from '../operation/keys/key-uses.ts';
import { KEYS_DOCUMENT, KEYS_IN_DATABASE, keysDocument } from '../operation/keys/keys-document.ts';
import { keysFile } from '../operation/keys/keys-file.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openLoneDocument } from '../store/postgres/lone-document.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import type { SharedCounts } from '../store/shared-counts.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

/** How late a key revoked by another program may still pass, where they are in a file. */
const KEY_PATIENCE_MS = 50;

interface StoreOptions {
  /** What is done about a place without a database: a mistyped one must not look like an empty game. */
  readonly ifNone?: 'make' | 'refuse';
  /** Told that a database was made because there was none. */
  readonly onMade?: (text: string) => void;
}

/** All that is kept. */
export interface OpenData {
  readonly store: PointsStore;
  /** Read when they are first asked for, which throws a KeyError if they are damaged: most commands need none. */
  readonly keys: ApiKeys;
  readonly uses: KeyUses;
  /** What callers do, counted with other processes; `undefined` where there are no others. */
  readonly counts: SharedCounts | undefined;
  /** Writes what is not written yet, and lets go of everything. */
  close(): Promise<void>;
}

/**
 * Opens the store of a place.
 * @throws {Error} saying what is wrong and what to do, if it cannot be opened. Nothing is changed then.
 */
export function openStore(place: DataPlace, options: StoreOptions = {}): Promise<PointsStore> {
  return place.kind === 'folder' ? openFolder(place.folder, options) : openDatabase(place, options);
}

/** Does something with the store of a place that has one, and closes it whatever happens. @throws {Error} as {@link openStore} does. */
export async function withStore<T>(place: DataPlace, work: (store: PointsStore) => Promise<T>): Promise<T> {
  const store = await openStore(place, { ifNone: 'refuse' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * A database that is gone, as from a disk that was not mounted, is not silently replaced by an empty game. Keys alone may be
 * there before the first start; the lock is there from then on.
 */
async function openFolder(folder: string, { onMade, ...options }: StoreOptions & { readonly onThread?: boolean }) {
  if (isDatabaseLost(folder))
    throw new Error(
      `The database of ${folder} is gone: laurels.db is not there, and keys.json and laurels.lock are. ` +
        'Bring it back. Or move what is left in the folder away, and restore a backup with "laurels restore", or start an empty game.',
    );
  const tell = (file: string) => onMade?.(`There was no database in the data folder. A new one was made: ${file}`);
  return openSqliteStore(folder, { ...options, onMade: tell });
}

function openDatabase(
  place: DataPlace & { readonly kind: 'postgres' },
  { ifNone = 'make', onMade, onLost }: StoreOptions & { readonly onLost?: Serving['onLost'] | undefined },
) {
  const tell = () => onMade?.(`There was nothing in the database. It was made ready for Laurels: ${placeText(place)}`);
  return openPostgresStore(place.address, { ifNone, onMade: tell, onLost });
}

/** What a server tells, beside what every program does. */
interface Serving {
  /** What other processes with the same data are to read of this one: asked now and then. */
  readonly say: () => string;
  /** That this process must be started again, because it cannot follow the database any more. */
  readonly onLost: (error: unknown) => void;
}

interface DataOptions extends Pick<StoreOptions, 'ifNone' | 'onMade'> {
  /** What happens later. */
  readonly log: (text: string) => void;
  /** Left out by a command: it is over before anybody counts with it, and too short for a thread that writes. */
  readonly serving?: Serving;
}

/**
 * Opens all that is kept at a place.
 * @throws {Error} as {@link openStore} does.
 */
export async function openData(place: DataPlace, { log, serving, ...options }: DataOptions): Promise<OpenData> {
  if (place.kind === 'folder') {
    const { folder } = place;
    const store = await openFolder(folder, { ...options, onThread: serving !== undefined });
    const uses = new KeyUses(keyUsesFile(folder), log);
    return opened(store, () => new ApiKeys(keysFile(folder), { patienceMs: KEY_PATIENCE_MS, log }), uses);
  }
  const store = await openDatabase(place, { ...options, onLost: serving?.onLost });
  return closingIfNot(store, async () => {
    const document = await keysDocument(store);
    const counts = serving && (await store.shareCounts(serving.say));
    return opened(store, () => new ApiKeys(document, { log }), new KeyUses(store.keyUses, log), counts);
  });
}

/** Does something with what was opened, and closes it if that fails. */
export async function closingIfNot<T>(opened: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function opened(store: PointsStore, keysOf: () => ApiKeys, uses: KeyUses, counts?: SharedCounts): OpenData {
  let keys: ApiKeys | undefined;
  return {
    store,
    get keys() {
      return (keys ??= keysOf());
    },
    uses,
    counts,
    async close() {
      await uses.close();
      await store.close();
    },
  };
}

/** Whether a folder had a database that is gone. */
export function isDatabaseLost(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  return !has('laurels.db') && has('keys.json') && has('laurels.lock');
}

/** The keys of a place, for a command. */
export interface OpenKeys {
  readonly keys: ApiKeys;
  readonly uses: UsesKeeper;
  close(): Promise<void>;
}

/**
 * Opens the keys of a place, also while servers run on it. A folder must be there.
 * @throws {Error} as {@link openStore} does, or if the keys cannot be read.
 */
export async function openKeys(place: DataPlace, ifNone: 'make' | 'refuse'): Promise<OpenKeys> {
  if (place.kind === 'folder')
    return { keys: new ApiKeys(keysFile(place.folder)), uses: keyUsesFile(place.folder), close: async () => {} };
  const document = await openLoneDocument(place.address, KEYS_DOCUMENT, { ifNone });
  const keeper = { what: KEYS_IN_DATABASE, version: () => document.text() ?? '', read: document.text, change: document.change };
  return closingIfNot(document, async () => ({ keys: new ApiKeys(keeper), uses: document.keyUses, close: document.close }));
}
