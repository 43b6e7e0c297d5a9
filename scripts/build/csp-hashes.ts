import { cspHash, type CspHashes } from '../../src/server/http/security-headers.ts';

/** What the policy allows of a page: exactly these scripts and styles. */
export function cspHashes(scripts: readonly string[], styles: readonly string[]): CspHashes {
  return {
    scriptHashes: scripts.map(cspHash),
    // The empty one, because the notification library puts its style element into the page before its text.
    styleHashes: [...styles, ''].map(cspHash),
  };
}
