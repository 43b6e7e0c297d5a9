import { OWN_IDENTITY, type SiteIdentity } from '../../contract/site-identity.ts';

/** Whose game the page says that the site is of: the site's own where it says nothing. */
export function toldIdentity(): SiteIdentity {
  const told = document.getElementById('identity')?.textContent;
  return told === undefined ? OWN_IDENTITY : (JSON.parse(told) as SiteIdentity);
}
