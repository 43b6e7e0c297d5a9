import { type AddressInfo, createServer } from 'node:net';

import type { NodeServer } from './node-http.ts';

/** How long running requests may take after the server is asked to stop; Docker kills after 10 seconds. */
const STOP_PATIENCE_MS = 9_000;

/** The listen backlog, capped by the system. Large, because all open pages reconnect at once, and a refused SYN costs seconds. */
const BACKLOG = 16_384;

/** Hosts reachable as `localhost`. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::']);

/**
 * Rejects as {@link listen} if another program listens on a port. One that threads share would let a second program in, and requests would
 * reach either.
 */
export async function expectFree(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) => fail(new Error(listenProblem(error, host, port), { cause: error })));
    probe.listen({ port, host }, () => probe.close(() => done()));
  });
}

/**
 * Starts listening; port 0 picks a free one. With `reusePort`, other threads may listen on the same port. `drain` accepts no more connections and resolves when running requests are answered.
 * @throws {Error} with advice, if it cannot listen.
 */
export async function listen(server: NodeServer, host: string, port: number, { reusePort = false }: { readonly reusePort?: boolean } = {}) {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(new Error(listenProblem(error, host, port), { cause: error })));
    server.listen({ port, host, backlog: BACKLOG, reusePort }, done);
  });
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
