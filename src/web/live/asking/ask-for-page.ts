import { redirect } from 'react-router';

import type { LiveSource } from '../../../contract/live-source.ts';
import type { PageContext } from '../../site/page.ts';
import { parsePlayerPath, unknownPeriod } from '../links/addresses.ts';

/**
 * Loads the data of a page. If its period, moment, board or player does not exist, an error page is shown instead. On any other failure it
 * rejects on a server and returns `null` in a browser, where the page itself reports the problem.
 */
export async function askForPage<T>({ view, url, page, missing }: PageContext<LiveSource>, ask: () => Promise<T>): Promise<T | null> {
  const word = unknownPeriod(url.search, page.periodIn);
  if (word !== undefined) return missing({ kind: 'period', word });
  try {
    return await ask();
  } catch (error) {
    // Compared by name: the bundle that renders on a server has its own copies of these classes.
    const name = error instanceof Error ? error.name : '';
    if (name === 'UnknownMoment') return missing({ kind: 'moment', at: view.at, page: 'of any moment' });
    if (name === 'UnknownBoard') return missing({ kind: 'page', of: 'board' });
    if (name === 'UnknownPlayer') return missing({ kind: 'page', of: 'player' });
    if (import.meta.env.SSR) throw error;
    return null;
  }
}

/** For a page about the present: rejects if the URL has an `at`, so that an error page is shown. */
export async function onlyNow({ view: { at }, missing }: PageContext<LiveSource>): Promise<void> {
  if (at !== '') await missing({ kind: 'moment', at, page: 'of now' });
}

/** Loads the data of the player in the path, and redirects to `addressOf` if the name is spelled differently. */
export async function loadPlayer<T extends { readonly player: { readonly username: string } }>(
  context: PageContext<LiveSource>,
  ask: (username: string) => Promise<T>,
  addressOf: (username: string) => string,
): Promise<T | Response | null> {
  const username = parsePlayerPath(context.url.pathname) ?? '';
  const loaded = await askForPage(context, () => ask(username));
  return loaded === null || loaded.player.username === username ? loaded : redirect(addressOf(loaded.player.username), 308);
}
