import type { ComponentType, ReactNode } from 'react';
import type { RouteObject } from 'react-router';

import type { SiteIdentity } from '../../contract/site-identity.ts';
import type { AnswerCache } from '../../web/site/answer-cache.ts';

/** An edition of the site, ready to be rendered on a server or in a browser. */
export interface Edition {
  /** The answers to embed in the page for the browser; `undefined` if the bundle has them. */
  readonly answers: AnswerCache | undefined;
  readonly identity: SiteIdentity;
  /** `onGone` is called if a page's module cannot be loaded; the error shows once it resolves. */
  readonly routes: (onGone: () => Promise<void>) => RouteObject[];
  /** Wraps every page; its child is the router. */
  readonly Frame: ComponentType<{ readonly children: ReactNode }>;
}
