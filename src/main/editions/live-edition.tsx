import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';

import type { LiveSource } from '../../contract/live-source.ts';
import { LIVE_MISSING, LIVE_PAGES } from '../../web/live/pages/live-pages.ts';
import { LiveFooter } from '../../web/live/pages/live-footer.tsx';
import { LiveSourceContext } from '../../web/live/asking/live-source-context.ts';
import { siteRoutes } from '../../web/site/site-routes.tsx';
import { HeaderSearch } from '../../web/site/header/header-search.tsx';
import { LiveHeaderSearch } from '../../web/live/finding/live-header-search.tsx';
import type { Edition } from './edition.ts';

/** The live edition over a source; `queryClient` may hold answers already. */
export function liveEdition(source: LiveSource, queryClient: QueryClient): Edition {
  return {
    queryClient,
    routes: (onGone) => siteRoutes({ source, queryClient, pages: LIVE_PAGES, missing: LIVE_MISSING, footer: <LiveFooter /> }, onGone),
    Frame: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <LiveSourceContext value={source}>
          <HeaderSearch value={<LiveHeaderSearch />}>{children}</HeaderSearch>
        </LiveSourceContext>
      </QueryClientProvider>
    ),
  };
}
