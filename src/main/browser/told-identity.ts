import { OWN_IDENTITY, type SiteIdentity } from '../../contract/site-identity.ts';

/** The identity of the site's game as embedded in the page; the default if there is none. */
export function toldIdentity(): SiteIdentity {
  const told = document.getElementById('identity')?.textContent;
  return told === undefined ? OWN_IDENTITY : (JSON.parse(told) as SiteIdentity);
}
