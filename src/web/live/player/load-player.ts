import { redirect } from 'react-router';

import type { LiveSource } from '../../../contract/live-source.ts';
import type { PageContext, PageHead } from '../../site/page.ts';
import { askForPage } from '../asking/ask-for-page.ts';

/** An answer about a player, under the name that is spelled as the player does. */
interface AboutPlayer {
  readonly player: { readonly username: string };
}

/** Loads what the page of a player shows, and leads to `addressOf` if the name was spelled differently. */
export async function loadPlayer<T extends AboutPlayer>(
  context: PageContext<LiveSource>,
  username: string,
  ask: () => Promise<T>,
  addressOf: (username: string) => string,
): Promise<T | Response | null> {
  const loaded = await askForPage(context, ask);
  return loaded === null || loaded.player.username === username ? loaded : redirect(addressOf(loaded.player.username), 308);
}

/** The head of a player's page that could not be loaded. */
export const UNLOADED_PLAYER: PageHead = { title: 'Player', description: 'The player could not be loaded.' };
