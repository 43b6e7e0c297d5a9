import { createHash } from 'node:crypto';

import type { CspHashes } from '../../src/server/http/security-headers.ts';

/** What the policy allows of a page: exactly these scripts and styles. */
export function cspHashes(scripts: readonly string[], styles: readonly string[]): CspHashes {
  return {
    scriptHashes: scripts.map(sha256),
    // The empty one, because the notification library puts its style element into the page before its text.
    styleHashes: [...styles, ''].map(sha256),
  };
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
