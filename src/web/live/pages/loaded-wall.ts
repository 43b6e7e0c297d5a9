import { createElement, type ReactNode } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { View } from '../../../contract/view.ts';
import { fetchedCode } from '../../ui/floating/fetched-code.ts';
import type { Wall } from '../wall/wall.tsx';

let loaded: typeof Wall | undefined;

/** Fetches what shows a board on a wall, if the address asks for that and it is not here yet: hardly any visit does. */
export async function loadWall({ view }: View): Promise<void> {
  if (view !== 'tv') return;
  try {
    loaded ??= (await fetchedCode(() => import('../wall/wall.tsx'))).Wall;
  } catch {
    // The page as others see it is better than none.
  }
}

/** A board on a wall, where the address asks for that. */
export function wallFor({ view }: View, question: LiveRankingsQuestion): ReactNode {
  return view === 'tv' && loaded !== undefined ? createElement(loaded, { question }) : undefined;
}
