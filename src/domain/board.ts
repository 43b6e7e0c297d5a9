import { pageOf, type Page } from './page.ts';
import { PODIUM_PLACES, podiumOf, type Podium } from './podium.ts';
import type { Tie } from './ranking.ts';
import { textMatcher } from './search/text-match.ts';

/** A ranked player. `avatar` is one emoji; `name` is what visitors read and search. */
interface Player {
  readonly id: string;
  readonly name: string;
  readonly avatar: string;
}

/** A player's place on a board for one period. `rank` is overall, regardless of filters. */
export interface Standing {
  readonly rank: number;
  readonly points: number;
  readonly prize: string;
  readonly tie: Tie;
  readonly player: Player;
}

/** A page of a board: three podium lanes, and one page of the rows below them. */
export interface BoardView {
  readonly podium: Podium<Standing>;
  readonly rows: Page<Standing>;
}

/** How many players a board has, on the podium and all pages together. */
export function shownPlayers({ podium, rows }: { readonly podium: Podium<unknown>; readonly rows: Pick<Page<unknown>, 'total'> }): number {
  return rows.total + podium.filter(({ holder }) => holder.kind === 'taken').length;
}

/** All standings on a page by rank: the podium, then the rows below it. */
export function standingsOf<S>({ podium, rows }: { readonly podium: Podium<S>; readonly rows: Pick<Page<S>, 'items'> }): S[] {
  const [second, first, third] = podium;
  return [...[first, second, third].flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : [])), ...rows.items];
}

/** The board filtered by `query` on names. Ranks stay those in `field` (in rank order), so the podium may have ranks 4 and 7. */
export function viewBoard(
  field: readonly Standing[],
  { query, page, pageSize }: { readonly query: string; readonly page: number; readonly pageSize: number },
): BoardView {
  const matches = textMatcher(query);
  const shown = query === '' ? field : field.filter((standing) => matches(standing.player.name));
  return { podium: podiumOf(shown), rows: pageOf(shown.slice(PODIUM_PLACES), page, pageSize) };
}
