/** How many random bytes are in an id: nobody makes up the same one twice. */
const BYTES = 8;

/** An id for an event that somebody posts by hand, such as `console-9f86d081884c7d65`. */
export function madeUpId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `console-${hex.join('')}`;
}
