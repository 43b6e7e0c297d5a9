import { randomBytes } from 'node:crypto';

/** What a proxy may call a request: short, and safe in a header and in a log. */
const GIVEN = /^[\w.:+/=-]{1,64}$/;

/**
 * Gives each request an id that no other has: the one that a proxy of ours gave it in `x-request-id`, if there is such a proxy, or else
 * one of our own.
 */
export function requestIds(isBehindProxy: boolean): (given: string | readonly string[] | undefined) => string {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return (given) => {
    if (isBehindProxy && typeof given === 'string' && GIVEN.test(given)) return given;
    count += 1;
    return `${process}-${count}`;
  };
}
