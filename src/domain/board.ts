import { pageOf, type Page } from './page.ts';
import { PODIUM_PLACES, podiumOf, type Podium } from './podium.ts';
import type { Tie } from './ranking.ts';
import { textMatcher } from './search/text-match.ts';

/** Somebody who is ranked. `avatar` is one emoji; `name` is what a visitor reads and searches for. */
interface Player {
  readonly id: string;
  readonly name: string;
  readonly avatar: string;
}

/** One player's place on a board for one period. `rank` counts the whole field, whatever a visitor filters by. */
export interface Standing {
  readonly rank: number;
  readonly points: number;
  readonly prize: string;
  readonly tie: Tie;
  readonly player: Player;
}

/** What a board page shows: three lanes, and one page of the rows below them. */
export interface BoardView {
  readonly podium: Podium<Standing>;
  readonly rows: Page<Standing>;
}

/** How many players a board shows, on the podium and on all pages. */
export function shownPlayers({ podium, rows }: { readonly podium: Podium<unknown>; readonly rows: Pick<Page<unknown>, 'total'> }): number {
  return rows.total + podium.filter(({ holder }) => holder.kind === 'taken').length;
}

/** Everybody a board shows, by rank: the podium, then one page of the rows below it. */
export function standingsOf<S>({ podium, rows }: { readonly podium: Podium<S>; readonly rows: Pick<Page<S>, 'items'> }): S[] {
  const [second, first, third] = podium;
  return [...[first, second, third].flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : [])), ...rows.items];
}

/**
 * The board as filtered by `query` on names. Filtering only hides players: ranks come from the whole
 * `field` (in rank order) and stay as they are, so the podium may hold, say, ranks 4 and 7.
 */
export function viewBoard(
  field: readonly Standing[],
  { query, page, pageSize }: { readonly query: string; readonly page: number; readonly pageSize: number },
): BoardView {
  const matches = textMatcher(query);
  const shown = query === '' ? field : field.filter((standing) => matches(standing.player.name));
  return { podium: podiumOf(shown), rows: pageOf(shown.slice(PODIUM_PLACES), page, pageSize) };
}
