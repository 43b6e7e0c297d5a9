/** The port used where none is chosen. */
const DEFAULT_PORT = 3000;

const HIGHEST_PORT = 65_535;

/** What {@link portIn} understands. */
export const PORT_RULE = `must be a whole number from 0 to ${HIGHEST_PORT}`;

/**
 * Reads a port as the environment gives it; unset or empty means {@link DEFAULT_PORT}, 0 means any free one.
 *
 * @throws {RangeError} naming the value, if it is not a whole number from 0 to 65535.
 */
export function parsePort(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return DEFAULT_PORT;
  const port = portIn(text.trim());
  if (port === undefined) throw new RangeError(`PORT ${PORT_RULE}; it is ${JSON.stringify(text)}.`);
  return port;
}

/** The port that a text is; `undefined` if it is none. */
export function portIn(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= HIGHEST_PORT ? Number(text) : undefined;
}

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** What {@link addressIn} understands. */
export const ADDRESS_RULE = 'must be a port of its own, such as 9464, or an address and a port, such as 0.0.0.0:9464 or [::1]:9464';

/** The port of this machine, or the address and the port, that a text is; `undefined` if it is neither. */
export function addressIn(text: string): ListenAddress | undefined {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d+)$/i.exec(text) ?? [];
  const port = portIn(digits);
  return port === undefined ? undefined : { host: host.replaceAll(/[[\]]/g, ''), port };
}
