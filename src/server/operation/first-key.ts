import type { ApiKeys } from './api-keys.ts';

/** The name under which LAURELS_API_KEY is listed. */
const ENVIRONMENT_KEY = 'environment';

/**
 * Makes the key that LAURELS_API_KEY gives, in place of the one it gave before; or a random one if there is no key at
 * all, and returns that one. `now` is in epoch milliseconds.
 */
export function firstKeyOf(keys: ApiKeys, given: string | undefined, now: number, log: (text: string) => void): string | undefined {
  if (given === undefined) return keys.list().length === 0 ? keys.add('first', 'admin', now) : undefined;
  const { state } = keys.check(given, now);
  if (state === 'revoked') log('The key in LAURELS_API_KEY was revoked and cannot be used again. Choose another one.');
  if (state === 'expired') log('The key in LAURELS_API_KEY has expired and cannot be used again. Choose another one.');
  if (state === 'unknown') {
    if (keys.list().some(({ name, revoked }) => name === ENVIRONMENT_KEY && revoked === null)) keys.revoke(ENVIRONMENT_KEY, now);
    keys.add(ENVIRONMENT_KEY, 'admin', now, { key: given });
  }
  return undefined;
}
