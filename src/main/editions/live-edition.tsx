import type { LiveSource } from '../../contract/live-source.ts';
import type { SiteIdentity } from '../../contract/site-identity.ts';
import { LIVE_MISSING, LIVE_PAGES } from '../../web/live/pages/live-pages.ts';
import { LiveFooter } from '../../web/live/pages/live-footer.tsx';
import { LiveContext } from '../../web/live/asking/use-live.ts';
import type { AnswerCache } from '../../web/site/answer-cache.ts';
import { siteRoutes } from '../../web/site/site-routes.tsx';
import { HeaderSearch } from '../../web/site/header/player-search.tsx';
import { LiveHeaderSearch } from '../../web/live/finding/live-header-search.tsx';
import { SiteIdentityContext } from '../../web/ui/site-identity.ts';
import type { Edition } from './edition.ts';

/** The live edition with a source; `answers` may be prefilled. */
export function liveEdition(source: LiveSource, answers: AnswerCache, identity: SiteIdentity): Edition {
  const live = { source, answers };
  return {
    answers,
    identity,
    routes: (onGone) => siteRoutes({ source, answers, pages: LIVE_PAGES, missing: LIVE_MISSING, footer: <LiveFooter /> }, onGone),
    Frame: ({ children }) => (
      <LiveContext value={live}>
        <SiteIdentityContext value={identity}>
          <HeaderSearch value={<LiveHeaderSearch />}>{children}</HeaderSearch>
        </SiteIdentityContext>
      </LiveContext>
    ),
  };
}
