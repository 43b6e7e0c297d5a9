import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

/** After how long without an answer it is looked whether the host is there, in milliseconds. */
const SUSPECT_AFTER_MS = 1000;

/** How long a host may take to take another connection, in milliseconds. A busy one does, and one that is full says so. */
const ANSWER_MS = 2500;

/** What the network says of a host that does not answer, and of one where no server listens: what it left answers no more. */
const GONE = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNREFUSED']);

export type HostWatch = ReturnType<typeof watchHost>;

/**
 * Notices a host that vanished without a word, as one whose power or network failed. A connection to it would be silent for
 * minutes, and a slow question looks the same: so while something is asked, another connection is tried now and then. If
 * the host does not take it, all connections are cut, and whoever asks hears of it. `options`: how to connect to the host.
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
    // Whatever else it says, it is there.
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
    /** For a new connection, which can be cut then. */
    newSocket(): Socket {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    /** Looks now and then, until the function that is returned is called. */
    during(): () => void {
      const timer = setInterval(() => void look(), SUSPECT_AFTER_MS).unref();
      return () => clearInterval(timer);
    },
  };
}
