import { redirect } from 'react-router';

import { UnknownBoard, UnknownPlayer } from '../../../contract/live-source.ts';
import type { View } from '../../../contract/view.ts';
import type { PageHead, PageModule } from '../../routes/page.ts';

/** What the loader of a player's page gives: what it asked for, the page for what is not found, or null where it could not be had just now. */
export type Loaded<T> = T | PageModule<never> | null;

/** An answer about a player, under the name that is spelled as the player does. */
interface AboutPlayer {
  readonly player: { readonly username: string };
}

/**
 * Loads what a player's page shows, and leads to `addressOf` where the name was spelled differently. A server
 * rejects with what the source rejects with, and answers accordingly; in a browser the page itself says it.
 */
export async function loadPlayer<T extends AboutPlayer>(
  username: string,
  ask: () => Promise<T>,
  addressOf: (username: string) => string,
): Promise<Loaded<T> | Response> {
  try {
    const answer = await ask();
    return answer.player.username === username ? answer : redirect(addressOf(answer.player.username), 308);
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    return error instanceof UnknownPlayer || error instanceof UnknownBoard ? import('../../routes/not-found.tsx') : null;
  }
}

/** The head of a player's page, whatever came of loading it. */
export function loadedHead<T extends object>(view: View, loaded: Loaded<T> | undefined, head: (answer: T) => PageHead): PageHead {
  if (loaded === null || loaded === undefined) return { title: 'Player', description: 'The player could not be loaded.' };
  return isOtherPage(loaded) ? loaded.head(view, null) : head(loaded);
}

/** Whether another page has to be shown in place of the one that asked. */
export function isOtherPage<T extends object>(loaded: Loaded<T>): loaded is PageModule<never> {
  return loaded !== null && 'Component' in loaded;
}
