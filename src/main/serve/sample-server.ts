// Serves the built sample edition. PORT (3000) and HOST choose where. HOST is 127.0.0.1 unless said otherwise,
// so that nothing is offered to a network unasked; in a container set HOST=0.0.0.0.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { parsePort } from '../../server/http/port.ts';
import { securityHeaders, type CspHashes } from '../../server/http/security-headers.ts';
import { createStaticSite } from '../../server/http/static-site.ts';

const BUILD = join(import.meta.dirname, '../../..', process.env['BUILD_DIR'] ?? 'build');

/** How long open responses may take to finish once the server is told to stop, in milliseconds. */
const PATIENCE = 5_000;

/** Hosts that a browser on this machine reaches as `localhost`. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::']);

try {
  serve();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function serve(): void {
  const port = parsePort(process.env['PORT']);
  const host = process.env['HOST'] || '127.0.0.1';
  const { base } = readBuilt('build.json') as { base: string };
  const server = createStaticSite({
    folder: join(BUILD, 'site'),
    base,
    headers: securityHeaders(readBuilt('csp.json') as CspHashes),
    log: console.log,
  });

  server.on('error', (error: NodeJS.ErrnoException) => fail(listenProblem(error, host, port)));
  server.listen(port, host, () => {
    const { port: chosen } = server.address() as AddressInfo;
    const name = LOCAL_HOSTS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    console.log(`Laurels, sample edition: http://${name}:${chosen}${base}`);
  });

  // A terminal signals the whole group and npm passes the signal on: it may come twice and must stop us once.
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.close();
    setTimeout(() => server.closeAllConnections(), PATIENCE).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function readBuilt(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(BUILD, name), 'utf8'));
  } catch (error) {
    throw new Error(`There is no whole build to serve (${name} cannot be read): run "npm start", which builds first.`, { cause: error });
  }
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or choose another with PORT, such as PORT=${port === 65_535 ? 3001 : port + 1}.`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user does not have. Choose one above 1023 with PORT.`;
  return `Cannot listen on HOST ${JSON.stringify(host)}, port ${port}: ${error.message}`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
