import { HIGHEST_PORT } from './port.ts';

/** Where figures are served. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** What {@link readMetricsAddress} understands. */
export const METRICS_RULE = 'must be a port of its own, such as 9464, or an address and a port, such as 0.0.0.0:9464 or [::1]:9464';

/** Reads a port of this machine, or an address and a port; `undefined` for anything else. */
export function readMetricsAddress(text: string): MetricsAddress | undefined {
  const [, host = '127.0.0.1', port] = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === undefined || Number(port) > HIGHEST_PORT) return undefined;
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
}
