import type { ApiKeys } from './api-keys.ts';

/** The name under which LAURELS_API_KEY is listed. */
const ENVIRONMENT_KEY = 'environment';

/**
 * Makes the key that LAURELS_API_KEY gives, in place of the one it gave before; or a random one if there is no key at
 * all, and resolves to that one. Of several processes that start at once, one makes it. `now` is in epoch milliseconds.
 */
export async function firstKeyOf(
  keys: ApiKeys,
  given: string | undefined,
  now: number,
  log: (text: string) => void,
): Promise<string | undefined> {
  if (given === undefined) return keys.addFirst('first', 'owner', now);
  const { state } = keys.check(given, now);
  if (state === 'revoked') log('The key in LAURELS_API_KEY was revoked and cannot be used again. Choose another one.');
  if (state === 'expired') log('The key in LAURELS_API_KEY has expired and cannot be used again. Choose another one.');
  if (state === 'unknown') await keys.replace(ENVIRONMENT_KEY, 'owner', now, given);
  return undefined;
}
