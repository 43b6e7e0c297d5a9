/** An address of somebody else as those are told it who do not need to know it: many have their only secret in the path or query. */
export function maskedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname + search === '/' ? url : `${origin}/…`;
}
