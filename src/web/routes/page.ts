import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { View } from '../../contract/view.ts';

/** What a page needs to load: the edition's source, and the cache its answers go to. */
export interface PageContext {
  readonly source: LeaderboardSource;
  readonly queryClient: QueryClient;
  readonly view: View;
}

/** What the document says about a page, before " · Laurels". */
export interface PageHead {
  readonly title: string;
  readonly description: string;
}

/** A page module: load what it shows, name it, show it. */
export interface PageModule {
  readonly load?: (context: PageContext) => Promise<unknown>;
  readonly head: (view: View) => PageHead;
  readonly Component: ComponentType;
}
