import { KeptDocument } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { KeyKeeper } from './api-keys.ts';

export const KEYS_DOCUMENT = 'keys';

/** The keys of a shared database, in a document that all processes follow. */
export async function keysDocument(store: Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>): Promise<KeyKeeper> {
  const kept = await KeptDocument.open<string | undefined>(store, { name: KEYS_DOCUMENT, read: (text) => text });
  return {
    what: 'The list of keys in the database',
    version: () => kept.value ?? '',
    read: () => kept.value,
    change: (edit) => store.changeDocument(KEYS_DOCUMENT, edit),
  };
}
