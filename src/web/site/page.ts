import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import type { View } from '../../contract/view.ts';

/** What a page needs to load: the edition's source, and the cache its answers go to. */
export interface PageContext<Source> {
  readonly source: Source;
  readonly queryClient: QueryClient;
  readonly view: View;
  /** The whole address, for what a page reads from it beside the view. */
  readonly url: URL;
}

/** What the document says about a page, before " · Laurels". */
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
  /** `loaded` is what `load` resolved with. */
  readonly head: (view: View, loaded: unknown) => PageHead;
  readonly Component: ComponentType;
}
