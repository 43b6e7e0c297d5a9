import type { LiveSource } from '../../contract/live-source.ts';
import type { SiteIdentity } from '../../contract/site-identity.ts';
import { LIVE_MISSING, LIVE_PAGES } from '../../web/live/pages/live-pages.ts';
import { LiveFooter } from '../../web/live/pages/live-footer.tsx';
import { LiveSourceContext } from '../../web/live/asking/live-source-context.ts';
import { AnswersContext } from '../../web/live/asking/use-answer.ts';
import type { AnswerCache } from '../../web/site/answer-cache.ts';
import { siteRoutes } from '../../web/site/site-routes.tsx';
import { HeaderSearch } from '../../web/site/header/player-search.tsx';
import { LiveHeaderSearch } from '../../web/live/finding/live-header-search.tsx';
import { SiteIdentityContext } from '../../web/ui/site-identity.ts';
import type { Edition } from './edition.ts';

/** The live edition over a source; `answers` may hold answers already. */
export function liveEdition(source: LiveSource, answers: AnswerCache, identity: SiteIdentity): Edition {
  return {
    answers,
    identity,
    routes: (onGone) => siteRoutes({ source, answers, pages: LIVE_PAGES, missing: LIVE_MISSING, footer: <LiveFooter /> }, onGone),
    Frame: ({ children }) => (
      <AnswersContext value={answers}>
        <SiteIdentityContext value={identity}>
          <LiveSourceContext value={source}>
            <HeaderSearch value={<LiveHeaderSearch />}>{children}</HeaderSearch>
          </LiveSourceContext>
        </SiteIdentityContext>
      </AnswersContext>
    ),
  };
}
