/** The port used where none is chosen. */
const DEFAULT_PORT = 3000;

export const HIGHEST_PORT = 65_535;

/**
 * Reads a port as the environment gives it; unset or empty means {@link DEFAULT_PORT}, 0 means any free one.
 *
 * @throws {RangeError} naming the value, if it is not a whole number from 0 to 65535.
 */
export function parsePort(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(port <= HIGHEST_PORT))
    throw new RangeError(`PORT must be a whole number from 0 to ${HIGHEST_PORT}; it is ${JSON.stringify(text)}.`);
  return port;
}
