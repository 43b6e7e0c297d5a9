import { hash } from 'node:crypto';

/** The entity tag of exactly these bytes. */
export function entityTag(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** The entity tag of an answer in JSON, however it is encoded. */
export function contentTag(content: object): string {
  return entityTag(Buffer.from(JSON.stringify(content)));
}

/** The tag of the same content in an encoding: another, because the bytes are others. */
export function encodedTag(tag: string, encoding: string): string {
  return `${tag.slice(0, -1)}-${encoding}"`;
}

/**
 * Whether an `If-Match` header names this content, in whatever encoding it was read, or any at all. A proxy that encodes an answer
 * makes its tag a weak one. RFC 9110 would have that refused: then nobody behind such a proxy could change anything.
 */
export function matchesContent(ifMatch: string, tag: string): boolean {
  if (ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((named) => named.trim().replace(/^W\//, '').replace(ENCODING, '"') === tag);
}

const ENCODING = /-(?:br|gzip)"$/;

/** Whether an `If-None-Match` header names this entity tag, or any at all. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
