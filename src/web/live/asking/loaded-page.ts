import { UnknownBoard, UnknownPlayer } from '../../../contract/live-source.ts';
import type { View } from '../../../contract/view.ts';
import type { PageHead, PageModule } from '../../site/page.ts';
import { unknownPeriod } from '../links/unknown-period.ts';

/** What the loader of a live page gives: what it asked for, the page for what is not found, or null where it could not be had just now. */
export type Loaded<T> = T | PageModule<never> | null;

/**
 * Asks for what a page shows. For a moment that is none the page about it stands at the address that asked. Anything else
 * that goes wrong a server rejects with, and answers accordingly; in a browser the page itself says what is the matter.
 */
export async function loadedOrOtherPage<T>(ask: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return await ask();
  } catch (error) {
    if (isUnknownMoment(error)) return import('../pages/no-moment.tsx');
    if (import.meta.env.SSR) throw error;
    return error instanceof UnknownPlayer || error instanceof UnknownBoard ? import('../../site/not-found.tsx') : null;
  }
}

/** As {@link loadedOrOtherPage}, for a page of a period: where `url` names one that there is none of, the page about that. */
export async function loadedForPeriod<T>(url: URL, ask: () => Promise<T>): Promise<Loaded<T>> {
  return unknownPeriod(url) === undefined ? loadedOrOtherPage(ask) : import('../pages/no-period.tsx');
}

/** Whether a source said so. By its name, because what renders on a server is a bundle, with a class of its own. */
function isUnknownMoment(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnknownMoment';
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
export function isOtherPage(loaded: unknown): loaded is PageModule<never> {
  return typeof loaded === 'object' && loaded !== null && 'Component' in loaded;
}
