import { KeptDocument } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { KeyKeeper } from './api-keys.ts';

/** The name the store keeps the keys under. */
export const KEYS_DOCUMENT = 'keys';

/** What the list of keys is called in messages. */
export const KEYS_IN_DATABASE = 'The list of keys in the database';

/** The keys of a database that several processes share, in a document: each process hears of a change as of any other. */
export async function keysDocument(store: Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>): Promise<KeyKeeper> {
  const kept = await KeptDocument.open<string | undefined>(store, { name: KEYS_DOCUMENT, read: (text) => text });
  return {
    what: KEYS_IN_DATABASE,
    version: () => kept.value ?? '',
    read: () => kept.value,
    change: (edit) => store.changeDocument(KEYS_DOCUMENT, edit),
  };
}
