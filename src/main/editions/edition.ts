import type { ComponentType, ReactNode } from 'react';
import type { RouteObject } from 'react-router';

import type { SiteIdentity } from '../../contract/site-identity.ts';
import type { AnswerCache } from '../../web/site/answer-cache.ts';

/** An edition of the site, ready to be rendered on a server or in a browser. */
export interface Edition {
  /** Where it keeps what a browser is to go on with; without one, browsers have the answers themselves. */
  readonly answers: AnswerCache | undefined;
  readonly identity: SiteIdentity;
  /** `onGone` is called when the module of a page cannot be had; the error shows once it resolves. */
  readonly routes: (onGone: () => Promise<void>) => RouteObject[];
  /** What every page stands in; its children are the router. */
  readonly Frame: ComponentType<{ readonly children: ReactNode }>;
}
