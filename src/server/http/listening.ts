import type { AddressInfo } from 'node:net';

import type { NodeServer } from './node-http.ts';

/** How long requests under way may take to finish once the server is told to stop. Docker kills after 10 seconds. */
const STOP_PATIENCE_MS = 9_000;

/**
 * How many connections may wait to be taken, as far as the system lets them (on Linux `net.core.somaxconn`, mostly 4,096). Where
 * there is no room a connection waits for seconds before it knocks again, and all open pages come back at once after a cut.
 */
const BACKLOG = 16_384;

/** Hosts that a browser on this machine reaches as `localhost`. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::']);

/**
 * Lets a server listen; port 0 means any free one. Resolves to where it does, such as `http://localhost:3000`, and to
 * `drain`, which takes no more connections and waits until what is under way is answered.
 * @throws {Error} saying what to do, if it cannot listen there.
 */
export async function listen(server: NodeServer, host: string, port: number) {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(new Error(listenProblem(error, host, port), { cause: error })));
    server.listen({ port, host, backlog: BACKLOG }, done);
  });
  return {
    url: `http://${nameOf(host)}:${(server.address() as AddressInfo).port}`,
    async drain(): Promise<void> {
      // A connection ends with the answer under way, so that nobody sends another request into a closing one.
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
    return `Port ${port} is taken. Stop what uses it, or choose another with PORT, such as PORT=${port === 65_535 ? 3001 : port + 1}.`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user does not have. Choose one above 1023 with PORT.`;
  return `Cannot listen on HOST ${JSON.stringify(host)}, port ${port}: ${error.message}`;
}
