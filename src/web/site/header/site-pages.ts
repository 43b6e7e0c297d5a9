import { createContext, use } from 'react';

import type { View } from '../../../contract/view.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';

/** The information about a page that links need. */
export interface SitePage {
  /** For example `/earn`; `:name` matches any text. */
  readonly path: string;
  readonly name?: string;
  readonly foundAs?: string;
  /** Whether the header's player search filters this page; on other pages Enter goes to the home page with the filter. */
  readonly isFiltered?: boolean;
  readonly hasWall?: boolean;
  readonly periodIn?: readonly ('mode' | 'period')[];
}

/** For a page that may choose its period by itself: the kind shown, and the query that pins one. */
export interface PagePeriod {
  readonly shown: (loaded: never) => PeriodKind | undefined;
  readonly search: (kind: PeriodKind, view: View) => string;
}

/** The edition's pages. */
export const SitePages = createContext<readonly SitePage[]>([]);

/** The pages in the navigation. */
export function useNamedPages(): readonly { readonly path: string; readonly name: string }[] {
  return use(SitePages).flatMap(({ path, name }) => (name === undefined ? [] : [{ path, name }]));
}

/** The pages that a search finds, beginning with those in the navigation. */
export function useFoundPages(): readonly { readonly path: string; readonly name: string }[] {
  const others = use(SitePages).flatMap(({ path, foundAs }) => (foundAs === undefined ? [] : [{ path, name: foundAs }]));
  return [...useNamedPages(), ...others];
}
