const DEFAULT_PORT = 3000;

const HIGHEST_PORT = 65_535;

/** The values that {@link portIn} accepts. */
export const PORT_RULE = `must be a whole number from 0 to ${HIGHEST_PORT}`;

/**
 * Parses PORT; empty or unset is {@link DEFAULT_PORT}, 0 any free port.
 * @throws {RangeError} if it is not a whole number from 0 to 65535.
 */
export function parsePort(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return DEFAULT_PORT;
  const port = portIn(text.trim());
  if (port === undefined) throw new RangeError(`PORT ${PORT_RULE}, not ${JSON.stringify(text)}.`);
  return port;
}

/** Parses a port; `undefined` if invalid. */
export function portIn(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= HIGHEST_PORT ? Number(text) : undefined;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The values that {@link addressIn} accepts. */
export const ADDRESS_RULE = 'must be a separate port (9464), or an address and port (0.0.0.0:9464 or [::1]:9464)';

/** Parses a port, which is on 127.0.0.1, or an address and port; `undefined` if invalid. */
export function addressIn(text: string): ListenAddress | undefined {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d+)$/i.exec(text) ?? [];
  const port = portIn(digits);
  return port === undefined ? undefined : { host: host.replaceAll(/[[\]]/g, ''), port };
}
