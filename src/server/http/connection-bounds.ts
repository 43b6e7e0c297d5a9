import type { Server } from 'node:http';
import type { Socket } from 'node:net';

import { oncePerBurst } from './once-per-burst.ts';
import { callerOf } from './client-address.ts';

/** What is left to the database, files and connections of our own: an eighth of all descriptors. */
const RESERVE = 1 / 8;

/**
 * How many connections may be open at once, in all and from one address (or one /64 network of IPv6), for so many open files
 * (`ulimit -n`). One address has a quarter of all places at most; behind proxies of our
 * own, which open the connections of everybody, it has them all.
 */
export function connectionBounds(openFiles: number, trustedProxies: number) {
  const inAll = Math.floor(openFiles * (1 - RESERVE));
  return { inAll, perAddress: trustedProxies > 0 ? inAll : Math.ceil(inAll / 4) };
}

/**
 * Closes connections beyond the bounds as they come, before anything is read: otherwise one address that opens connections
 * and sends nothing would use up all file descriptors, and nobody else could connect. `log` is told once of every burst.
 */
export function boundConnections(
  server: Server,
  { inAll, perAddress }: Readonly<ReturnType<typeof connectionBounds>>,
  clock: () => number,
  log: (line: string) => void,
): void {
  const byAddress = new Map<string, number>();
  const oneLine = oncePerBurst(clock, log);
  let open = 0;
  server.on('connection', (socket: Socket) => {
    const address = callerOf(socket.remoteAddress ?? '', null, 0);
    const before = byAddress.get(address) ?? 0;
    if (before >= perAddress || open >= inAll) {
      const whose = before >= perAddress ? `${perAddress} connections of ${address} are open` : `${inAll} connections are open`;
      oneLine(`${whose}. More are closed at once. A higher limit of open files (ulimit -n) lets more in.`);
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
