import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { SiteIdentity } from '../../contract/site-identity.ts';
import { cachedSource } from '../../web/sample/cached-source.ts';
import { SourceContext } from '../../web/sample/questions.ts';
import { SAMPLE_PAGES } from '../../web/sample/sample-pages.ts';
import { SampleFooter } from '../../web/sample/sample-footer.tsx';
import { siteRoutes } from '../../web/site/site-routes.tsx';
import { SiteIdentityContext } from '../../web/ui/site-identity.ts';
import type { Edition } from './edition.ts';

/** The sample edition with a source. */
export function sampleEdition(source: LeaderboardSource, identity: SiteIdentity): Edition {
  const cached = cachedSource(source);
  return {
    answers: undefined,
    identity,
    routes: (onGone) =>
      siteRoutes({ source: cached, answers: undefined, pages: SAMPLE_PAGES, missing: {}, footer: <SampleFooter /> }, onGone),
    Frame: ({ children }) => (
      <SiteIdentityContext value={identity}>
        <SourceContext value={cached}>{children}</SourceContext>
      </SiteIdentityContext>
    ),
  };
}
