import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

/** How often the host is probed while a query runs, in milliseconds. */
const SUSPECT_AFTER_MS = 1000;

/** How long a host may take to accept another connection, in milliseconds. A busy host still accepts, and a full one refuses. */
const ANSWER_MS = 2500;

/** Network errors of a host that does not respond or has no server listening. */
const GONE = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNREFUSED']);

export type HostWatch = ReturnType<typeof watchHost>;

/**
 * Detects a host that vanished silently, as when its power or network fails. Its connections would hang for minutes and look like slow
 * queries; so while a query runs, the host is probed with a new connection from time to time. If it does not accept one, all connections
 * are cut and their callers get an error. `options`: how to connect to the host.
 */
export function watchHost(options: pg.ClientConfig) {
  const sockets = new Set<Socket>();
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    if (!(await answers())) for (const socket of sockets) socket.destroy();
    isLooking = false;
  }

  async function answers(): Promise<boolean> {
    const socket = new Socket();
    const client = new pg.Client({ ...options, stream: () => socket });
    client.on('error', () => undefined);
    // Any other error shows that the host is alive.
    const connected = client.connect().then(
      () => true,
      (error: unknown) => !GONE.has((error as { readonly code?: string }).code ?? ''),
    );
    const isThere = await Promise.race([connected, sleep(ANSWER_MS, false, { ref: false })]);
    if (isThere) await client.end().catch(() => undefined);
    socket.destroy();
    return isThere;
  }

  return {
    /** A socket for a new connection that can be cut later. */
    newSocket(): Socket {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    /** Probes periodically until the returned function is called. */
    during(): () => void {
      const timer = setInterval(() => void look(), SUSPECT_AFTER_MS).unref();
      return () => clearInterval(timer);
    },
  };
}
