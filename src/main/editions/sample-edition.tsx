import { QueryClientProvider } from '@tanstack/react-query';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { SiteIdentity } from '../../contract/site-identity.ts';
import { createQueryClient } from '../../web/site/query-client.ts';
import { SourceContext } from '../../web/sample/source-context.ts';
import { SAMPLE_PAGES } from '../../web/sample/sample-pages.ts';
import { SiteFooter } from '../../web/sample/sample-footer.tsx';
import { siteRoutes } from '../../web/site/site-routes.tsx';
import { SiteIdentityContext } from '../../web/ui/site-identity.ts';
import type { Edition } from './edition.ts';

/** The sample edition over a source. */
export function sampleEdition(source: LeaderboardSource, identity: SiteIdentity): Edition {
  const queryClient = createQueryClient();
  return {
    queryClient,
    identity,
    routes: (onGone) => siteRoutes({ source, queryClient, pages: SAMPLE_PAGES, missing: {}, footer: <SiteFooter /> }, onGone),
    Frame: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <SiteIdentityContext value={identity}>
          <SourceContext value={source}>{children}</SourceContext>
        </SiteIdentityContext>
      </QueryClientProvider>
    ),
  };
}
