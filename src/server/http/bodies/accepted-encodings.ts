/** An encoding that the build has compressed files for. */
export type Encoding = 'br' | 'gzip';

/** Best first: brotli is smaller. */
const PREFERENCE: readonly Encoding[] = ['br', 'gzip'];

/**
 * The encodings a request accepts, best first; empty if only the plain file is acceptable.
 *
 * @param header the `Accept-Encoding` of the request. An encoding of quality 0 is refused, not accepted.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  const accepted = new Set<string>();
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return PREFERENCE.filter((encoding) => accepted.has(encoding));
}
