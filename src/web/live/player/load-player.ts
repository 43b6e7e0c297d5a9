import { redirect } from 'react-router';

import type { View } from '../../../contract/view.ts';
import type { PageHead } from '../../site/page.ts';
import { isOtherPage, type Loaded, loadedForPeriod, loadedHead } from '../asking/loaded-page.ts';

/** An answer about a player, under the name that is spelled as the player does. */
interface AboutPlayer {
  readonly player: { readonly username: string };
}

/** Loads what a player's page at `url` shows, and leads to `addressOf` where the name was spelled differently. */
export async function loadPlayer<T extends AboutPlayer>(
  url: URL,
  username: string,
  ask: () => Promise<T>,
  addressOf: (username: string) => string,
): Promise<Loaded<T> | Response> {
  const loaded = await loadedForPeriod(url, ask);
  if (loaded === null || isOtherPage(loaded) || loaded.player.username === username) return loaded;
  return redirect(addressOf(loaded.player.username), 308);
}

/** The head of a player's page, whatever came of loading it. */
export function loadedPlayerHead<T extends object>(view: View, loaded: Loaded<T> | undefined, head: (answer: T) => PageHead): PageHead {
  return loadedHead(view, loaded, { title: 'Player', description: 'The player could not be loaded.' }, head);
}
