import type { PointsStore } from './points-store.ts';

/**
 * Calls `listener` with a document as it is kept, `undefined` if it is not, before this resolves; and with each change of
 * it from then on, by whatever process. Rejects with what `listener` threw at first.
 */
export async function followDocument(
  store: Pick<PointsStore, 'document' | 'follow'>,
  name: string,
  listener: (text: string | undefined) => void,
): Promise<void> {
  let isTold = false;
  store.follow((change) => {
    if (change.kind !== 'document' || change.name !== name) return;
    isTold = true;
    listener(change.text);
  });
  const text = await store.document(name);
  // What was told meanwhile is as new as this, or newer.
  if (!isTold) listener(text);
}
