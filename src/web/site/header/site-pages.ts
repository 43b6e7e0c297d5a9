import { createContext, use } from 'react';

/** What the table of an edition's pages says about one of them, for the parts that lead to it. */
export interface SitePage {
  /** `/earn`, with `:name` for a part that is any text. */
  readonly path: string;
  /** What the navigation calls it; without a name it is not there. */
  readonly name?: string;
  /** What a search for pages calls it, if it has no name in the navigation. */
  readonly foundAs?: string;
  /** Whether the header's player search filters what is shown; elsewhere Enter goes home with the filter. */
  readonly isFiltered?: boolean;
  /** Whether it can be shown on a wall, with nothing around it. */
  readonly hasWall?: boolean;
  /** What in its address names a period, in the order in which it is read. */
  readonly periodIn?: readonly ('mode' | 'period')[];
}

/** The pages of the edition that is shown: whatever leads to "all pages" takes them from here, so that no link is dead. */
export const SitePages = createContext<readonly SitePage[]>([]);

/** Those in the navigation, in its order. */
export function useNamedPages(): readonly { readonly path: string; readonly name: string }[] {
  return use(SitePages).flatMap(({ path, name }) => (name === undefined ? [] : [{ path, name }]));
}

/** Those that a search for pages finds: first those in the navigation. */
export function useFoundPages(): readonly { readonly path: string; readonly name: string }[] {
  const others = use(SitePages).flatMap(({ path, foundAs }) => (foundAs === undefined ? [] : [{ path, name: foundAs }]));
  return [...useNamedPages(), ...others];
}
