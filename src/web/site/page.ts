import type { ComponentType, ReactNode } from 'react';

import type { LiveSource } from '../../contract/live-source.ts';
import type { View } from '../../contract/view.ts';
import type { NumberFormat } from '../ui/number-format.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { SitePage } from './header/site-pages.ts';

/** What of an address there is none of: the whole page, the moment of its `at` (on a page of any moment, or on one that tells only of now), or the period that it calls by `word`. */
export type Missing =
  | { readonly kind: 'page' }
  | { readonly kind: 'moment'; readonly at: string; readonly page: 'of any moment' | 'of now' }
  | { readonly kind: 'period'; readonly word: string };

/** One line of the table of an edition's pages. */
export interface PageLine<Source> extends SitePage {
  /** Imports the page's module, where and only where its file is named. */
  readonly load: () => Promise<PageModule<Source>>;
  /** The one way to write its query, if it reads more from it than the view. */
  readonly queryOf?: (search: string) => string;
}

/** Where live answers go, which grow old. The sample edition's source keeps its own. */
export type CacheOf<Source> = Source extends LiveSource ? AnswerCache : undefined;

/** What a page needs to load: the edition's source, and the cache its answers go to. */
export interface PageContext<Source> {
  readonly source: Source;
  readonly answers: CacheOf<Source>;
  readonly view: View;
  /** The whole address, for what a page reads from it beside the view. */
  readonly url: URL;
  /** The page's own line. */
  readonly page: PageLine<Source>;
  /** Ends the loading: rejects, and the page about what is missing is shown, with status 404. */
  readonly missing: (what: Missing) => Promise<never>;
}

/** What the document says about a page, before the name of the site. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The picture of a link to the page that others show, where it has one of its own. */
  readonly picture?: SharedPicture;
}

/** A picture of 1200 by 630 pixels. */
export interface SharedPicture {
  /** Path and query, below the site's base path. */
  readonly path: string;
  readonly alt: string;
}

/** A page module: load what it shows, name it by the address and by what was loaded, show it. */
export interface PageModule<Source> {
  readonly load?: (context: PageContext<Source>) => Promise<unknown>;
  /**
   * `loaded` is what `load` resolved with, `null` without one: each page knows the type of its own. `format` is the server's,
   * because a head is for whoever is sent the link.
   */
  readonly head: (view: View, loaded: never, format: NumberFormat) => PageHead;
  readonly Component: ComponentType;
}

/** The module of a page that says what is missing. */
export interface MissingModule<What extends Missing = never> {
  readonly head: (what: What) => PageHead;
  readonly Component: (props: { readonly what: What }) => ReactNode;
}

/** The pages of an edition about what is missing; of what it has none for, it says that the page was not found. */
export type MissingModules = {
  readonly [Kind in Missing['kind']]?: () => Promise<MissingModule<Extract<Missing, { kind: Kind }>>>;
};
