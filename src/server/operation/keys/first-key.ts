import type { ApiKeys } from './api-keys.ts';

/** The name of the key from LAURELS_API_KEY. */
const ENVIRONMENT_KEY = 'environment';

/**
 * Sets the key from LAURELS_API_KEY, replacing its previous value; without one, creates and returns a random key if there are none. Safe
 * for processes that start at once. `now` is in epoch milliseconds.
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
