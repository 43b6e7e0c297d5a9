import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';

import type { NodeServer } from './node-http.ts';

/** How long running requests may take after the server is asked to stop; Docker kills it after 10 seconds. */
const STOP_PATIENCE_MS = 9_000;

/** The listen backlog, capped by the system. Large, because all open pages reconnect at once, and a refused SYN costs seconds. */
const BACKLOG = 16_384;

/** Hosts reachable as `localhost`. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::']);

/** Errors of systems on which sockets cannot share a port: old kernels, some sandboxes. */
const CANNOT_SHARE = new Set(['ENOTSUP', 'EINVAL', 'ENOPROTOOPT', 'ENOSYS']);

/** Whether threads can listen on the same port. */
export async function sharesPorts(host: string): Promise<boolean> {
  try {
    await closed(await bound(createServer(), { host, port: 0, reusePort: true }));
    return true;
  } catch (error) {
    return !CANNOT_SHARE.has((error as NodeJS.ErrnoException).code ?? '');
  }
}

/**
 * Starts listening; port 0 picks a free one. The `first` of several threads opens a port for the `further` ones. `drain` accepts no more
 * connections and resolves when running requests are answered.
 * @throws {Error} with advice, if it cannot listen.
 */
export async function listen(server: NodeServer, host: string, port: number, thread?: 'first' | 'further') {
  try {
    const claim = thread === 'first' && port !== 0 ? await claimed(host, port) : undefined;
    await bound(server, { port, host, backlog: BACKLOG, reusePort: thread !== undefined }).finally(() => claim?.close());
  } catch (error) {
    throw new Error(listenProblem(error as NodeJS.ErrnoException, host, port), { cause: error });
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `http://${nameOf(host)}:${actual}`,
    async drain(): Promise<void> {
      // Close each connection after its current answer.
      for (const outgoing of server.newest.values()) outgoing.shouldKeepAlive = false;
      server.prependListener('request', (_incoming, outgoing) => void (outgoing.shouldKeepAlive = false));
      const closed = new Promise((done) => server.close(done));
      const patience = setTimeout(() => server.closeAllConnections(), STOP_PATIENCE_MS);
      await closed;
      clearTimeout(patience);
    },
  };
}

/**
 * Ensures that no other program listens on a port that threads will share, where either would receive requests. While open, the claim also
 * keeps out servers that start at the same time.
 */
async function claimed(host: string, port: number): Promise<Server | undefined> {
  const claim = await bound(createServer(), { path: `\0laurels-port-${host}-${port}` }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw error;
    return undefined;
  });
  try {
    await closed(await bound(createServer(), { port, host }));
    return claim;
  } catch (error) {
    claim?.close();
    throw error;
  }
}

async function bound<Listening extends Server>(server: Listening, options: ListenOptions): Promise<Listening> {
  server.listen(options);
  await once(server, 'listening');
  // A connection that cannot be accepted is lost; the server continues.
  server.on('error', () => {});
  return server;
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

function nameOf(host: string): string {
  if (LOCAL_HOSTS.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other program, or set another port: PORT=${port === 65_535 ? 3001 : port + 1}.`;
  if (error.code === 'EACCES') return `Port ${port} requires elevated privileges. Set PORT to a number above 1023.`;
  return `Cannot listen on HOST ${JSON.stringify(host)}, port ${port}: ${error.message}`;
}
