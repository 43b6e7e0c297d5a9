import { hash } from 'node:crypto';

/** The entity tag of these bytes. */
export function entityTag(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** The entity tag of a JSON answer, independent of its encoding. */
export function contentTag(content: object): string {
  return entityTag(Buffer.from(JSON.stringify(content)));
}

/** The tag of the same content in an encoding. */
export function encodedTag(tag: string, encoding: string): string {
  return `${tag.slice(0, -1)}-${encoding}"`;
}

/**
 * Whether an `If-Match` header matches this content in any encoding. Accepts weak tags, against RFC 9110, because proxies that
 * compress answers weaken them.
 */
export function matchesContent(ifMatch: string, tag: string): boolean {
  if (ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((named) => named.trim().replace(/^W\//, '').replace(ENCODING, '"') === tag);
}

const ENCODING = /-(?:br|gzip)"$/;

/** Whether an `If-None-Match` header matches this entity tag. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
