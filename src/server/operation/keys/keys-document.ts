import type { Documents, Ledger } from '../../store/points-store.ts';
import type { KeyKeeper } from './api-keys.ts';

/** The name the store keeps the keys under. */
export const KEYS_DOCUMENT = 'keys';

/** What the list of keys is called in messages. */
export const KEYS_IN_DATABASE = 'The list of keys in the database';

/** The keys of a database that several processes share, in a document: each process hears of a change as of any other. */
export async function keysDocument(store: Pick<Documents & Ledger, 'document' | 'changeDocument' | 'follow'>): Promise<KeyKeeper> {
  let text: string | undefined;
  let version = 0;
  store.follow((change) => {
    if (change.kind !== 'document' || change.name !== KEYS_DOCUMENT) return;
    text = change.text;
    version += 1;
  });
  const found = await store.document(KEYS_DOCUMENT);
  // What came while it was read is later.
  if (version === 0) text = found;
  return {
    what: KEYS_IN_DATABASE,
    version: () => version,
    read: () => text,
    change: (edit) => store.changeDocument(KEYS_DOCUMENT, edit),
  };
}
