import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';

import type { LiveSource } from '../../contract/live-source.ts';
import type { SiteIdentity } from '../../contract/site-identity.ts';
import { LIVE_MISSING, LIVE_PAGES } from '../../web/live/pages/live-pages.ts';
import { LiveFooter } from '../../web/live/pages/live-footer.tsx';
import { LiveSourceContext } from '../../web/live/asking/live-source-context.ts';
import { siteRoutes } from '../../web/site/site-routes.tsx';
import { HeaderSearch } from '../../web/site/header/header-search.tsx';
import { LiveHeaderSearch } from '../../web/live/finding/live-header-search.tsx';
import { SiteIdentityContext } from '../../web/ui/site-identity.ts';
import type { Edition } from './edition.ts';

/** The live edition over a source; `queryClient` may hold answers already. */
export function liveEdition(source: LiveSource, queryClient: QueryClient, identity: SiteIdentity): Edition {
  return {
    queryClient,
    identity,
    routes: (onGone) => siteRoutes({ source, queryClient, pages: LIVE_PAGES, missing: LIVE_MISSING, footer: <LiveFooter /> }, onGone),
    Frame: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <SiteIdentityContext value={identity}>
          <LiveSourceContext value={source}>
            <HeaderSearch value={<LiveHeaderSearch />}>{children}</HeaderSearch>
          </LiveSourceContext>
        </SiteIdentityContext>
      </QueryClientProvider>
    ),
  };
}
