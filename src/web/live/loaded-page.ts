import { UnknownBoard, UnknownPlayer } from '../../contract/live-source.ts';
import type { View } from '../../contract/view.ts';
import type { PageHead, PageModule } from '../routes/page.ts';

/** What the loader of a live page gives: what it asked for, the page for what is not found, or null where it could not be had just now. */
export type Loaded<T> = T | PageModule<never> | null;

/**
 * Asks for what a page shows. A server rejects with what the source rejects with, and answers accordingly; in a
 * browser the page itself says what is the matter.
 */
export async function loadedOrOtherPage<T>(ask: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return await ask();
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    return error instanceof UnknownPlayer || error instanceof UnknownBoard ? import('../routes/not-found.tsx') : null;
  }
}

/** The head of a page, whatever came of loading it: `missing` where it could not be had. */
export function loadedHead<T extends object>(
  view: View,
  loaded: Loaded<T> | undefined,
  missing: PageHead,
  head: (answer: T) => PageHead,
): PageHead {
  if (loaded === null || loaded === undefined) return missing;
  return isOtherPage(loaded) ? loaded.head(view, null) : head(loaded);
}

/** Whether another page has to be shown in place of the one that asked. */
export function isOtherPage<T extends object>(loaded: Loaded<T>): loaded is PageModule<never> {
  return loaded !== null && 'Component' in loaded;
}
