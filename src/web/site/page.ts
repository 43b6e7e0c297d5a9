import type { ComponentType, ReactNode } from 'react';

import type { LiveSource } from '../../contract/live-source.ts';
import type { View } from '../../contract/view.ts';
import type { NumberFormat } from '../ui/number-format.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { PagePeriod, SitePage } from './header/site-pages.ts';

/**
 * What is missing at an address: the whole page (`of`: because of its player or its board), the moment of its `at` (on a page
 * of any moment, or on one of now), or the period named `word`.
 */
export type Missing =
  | { readonly kind: 'page'; readonly of?: 'player' | 'board' }
  | { readonly kind: 'moment'; readonly at: string; readonly page: 'of any moment' | 'of now' }
  | { readonly kind: 'period'; readonly word: string };

/** A page in the table of an edition. */
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
  /** Rejects: the page about what is missing is shown, with status 404. */
  readonly missing: (what: Missing) => Promise<never>;
}

/** The title, before the name of the site, and description of a page. */
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

/** A page module: loads its data, names the page, shows it. */
export interface PageModule<Source> {
  readonly load?: (context: PageContext<Source>) => Promise<unknown>;
  /** `loaded`: the result of `load`, `null` without one. `format`: the server's, because links are shared. */
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

/** The pages of an edition about what is missing; where it has none, the page was not found. */
export type MissingModules = {
  readonly [Kind in Missing['kind']]?: () => Promise<MissingModule<Extract<Missing, { kind: Kind }>>>;
};
