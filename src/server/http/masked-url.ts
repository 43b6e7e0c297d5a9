/** Only the origin of a URL, because its path or query may contain a secret. */
export function maskedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname + search === '/' ? url : `${origin}/…`;
}
