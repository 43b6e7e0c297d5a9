import { cspHash, type CspHashes } from '../../src/server/http/security-headers.ts';

/** The policy's sources for a page: exactly these scripts and styles. */
export function cspHashes(scripts: readonly string[], styles: readonly string[]): CspHashes {
  return {
    scriptHashes: scripts.map(cspHash),
    // The empty style, because the notification library inserts its element before its text.
    styleHashes: [...styles, ''].map(cspHash),
  };
}
