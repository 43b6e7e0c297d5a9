import type { Server } from 'node:http';
import type { Socket } from 'node:net';

import { oncePerBurst, type OneOffLog } from './once-per-burst.ts';
import { callerOf } from './client-address.ts';

/** The share of descriptors reserved for the database, files and outgoing connections. */
const RESERVE = 1 / 8;

/**
 * The limits of open connections, in total and per address (or IPv6 /64), for a limit of open files (`ulimit -n`). An address gets at most
 * a quarter, unless trusted proxies open all connections.
 */
export function connectionBounds(openFiles: number, trustedProxies: number) {
  const inAll = Math.floor(openFiles * (1 - RESERVE));
  return { inAll, perAddress: trustedProxies > 0 ? inAll : Math.ceil(inAll / 4) };
}

/** Closes connections over the limits before anything is read, so that one address cannot use up all descriptors. Logs once per burst. */
export function boundConnections(
  server: Server,
  { inAll, perAddress }: Readonly<ReturnType<typeof connectionBounds>>,
  clock: () => number,
  log: OneOffLog,
): void {
  const byAddress = new Map<string, number>();
  const oneLine = oncePerBurst('connections', clock, log);
  let open = 0;
  server.on('connection', (socket: Socket) => {
    const address = callerOf(socket.remoteAddress ?? '', null, 0);
    const before = byAddress.get(address) ?? 0;
    if (before >= perAddress || open >= inAll) {
      const whose = before >= perAddress ? `${address} has ${perAddress} open connections` : `${inAll} connections are open`;
      oneLine(`${whose}. Further ones are refused. Raise the limit of open files (ulimit -n) to allow more.`);
      socket.destroy();
      return;
    }
    open += 1;
    byAddress.set(address, before + 1);
    socket.once('close', () => {
      open -= 1;
      const left = byAddress.get(address)! - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    });
  });
}
