import type { FoundEntry } from '../../../contract/page-answers.ts';
import { viewToSearch, type View } from '../../../contract/view.ts';
import type { SearchCategory } from '../../../domain/search/search.ts';
import { playerPath } from './player-address.ts';

/** The category of the search page that has the things of a type. */
export const CATEGORY_OF: Record<FoundEntry['type'], SearchCategory> = {
  player: 'players',
  tournament: 'tournaments',
  achievement: 'achievements',
};

/** The id that a thing found has by itself: a result says before it of what type it is. */
export function ownId({ id, type }: Pick<FoundEntry, 'id' | 'type'>): string {
  return id.slice(type.length + 1);
}

/**
 * Where a result leads: to a player's page; of everything else to what the search page says of it, which is what the
 * operator does.
 */
export function entryAddress(entry: Pick<FoundEntry, 'id' | 'type' | 'title'>, { period, board }: Pick<View, 'period' | 'board'>) {
  if (entry.type === 'player') return { pathname: playerPath(ownId(entry)), search: viewToSearch({ period, board }) };
  const search = viewToSearch({ period, board, text: entry.title, category: CATEGORY_OF[entry.type] });
  return { pathname: '/search', search, hash: `#${entry.id}` };
}
