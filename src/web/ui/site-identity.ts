import { createContext, use } from 'react';

import { OWN_IDENTITY, type SiteIdentity } from '../../contract/site-identity.ts';

/** The game that the pages belong to. */
export const SiteIdentityContext = createContext<SiteIdentity>(OWN_IDENTITY);

export function useSiteIdentity(): SiteIdentity {
  return use(SiteIdentityContext);
}
