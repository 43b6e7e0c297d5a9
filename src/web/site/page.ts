import type { ComponentType, ReactNode } from 'react';

import type { LiveSource } from '../../contract/live-source.ts';
import type { View } from '../../contract/view.ts';
import type { NumberFormat } from '../ui/number-format.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { PagePeriod, SitePage } from './header/site-pages.ts';

/**
 * What is missing at a URL: the whole page (`of`: because of its player or board), the moment in `at` (on a page about any moment, or only
 * about now), or the period named `word`.
 */
export type Missing =
  | { readonly kind: 'page'; readonly of?: 'player' | 'board' }
  | { readonly kind: 'moment'; readonly at: string; readonly page: 'of any moment' | 'of now' }
  | { readonly kind: 'period'; readonly word: string };

/** A page in an edition's page table. */
export interface PageLine<Source> extends SitePage {
  readonly load: () => Promise<PageModule<Source>>;
  readonly queryOf?: (search: string) => string;
}

/** The cache of live answers. The sample edition's source keeps its own. */
export type CacheOf<Source> = Source extends LiveSource ? AnswerCache : undefined;

/** The context in which a page loads. */
export interface PageContext<Source> {
  readonly source: Source;
  readonly answers: CacheOf<Source>;
  readonly view: View;
  readonly url: URL;
  readonly page: PageLine<Source>;
  /** Rejects, so that the page about this is shown, with status 404. */
  readonly missing: (what: Missing) => Promise<never>;
}

/** A page's title, before the site's name, and description. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly picture?: SharedPicture;
}

/** A picture of 1200 by 630 pixels. */
export interface SharedPicture {
  readonly path: string;
  readonly alt: string;
}

/** A page module: loads the data, names the page and renders it. */
export interface PageModule<Source> {
  readonly load?: (context: PageContext<Source>) => Promise<unknown>;
  /** `loaded`: the result of `load`, `null` without one. `format`: the server's, because link previews are shared. */
  readonly head: (view: View, loaded: never, format: NumberFormat) => PageHead;
  readonly period?: PagePeriod;
  readonly Component: ComponentType;
}

/** The `handle` of a page's route. */
export type PageHandle = Pick<PageModule<never>, 'head' | 'period'>;

/** The module of a page about something missing. */
export interface MissingModule<What extends Missing = never> {
  readonly head: (what: What) => PageHead;
  readonly Component: (props: { readonly what: What }) => ReactNode;
}

/** An edition's pages about missing things; without one, the not-found page is shown. */
export type MissingModules = {
  readonly [Kind in Missing['kind']]?: () => Promise<MissingModule<Extract<Missing, { kind: Kind }>>>;
};
