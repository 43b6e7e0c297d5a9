// Serves the built sample edition on HOST (default 127.0.0.1; use 0.0.0.0 in a container) and PORT (default 3000).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listen } from '../../server/http/listening.ts';
import { parsePort } from '../../server/operation/port.ts';
import { securityHeaders, type CspHashes } from '../../server/http/security-headers.ts';
import { createStaticSite } from '../../server/http/static-site.ts';
import { runServer } from './run-server.ts';

const BUILD = join(import.meta.dirname, '../../..', process.env['BUILD_DIR'] ?? 'build');

await runServer(async () => {
  const port = parsePort(process.env['PORT']);
  const { base } = readBuilt('build.json') as { base: string };
  const headers = securityHeaders(readBuilt('csp.json') as CspHashes);
  const server = createStaticSite({ folder: join(BUILD, 'site'), base, headers, log: console.log });
  const { url, drain } = await listen(server, process.env['HOST'] || '127.0.0.1', port);
  return { greeting: `Laurels, sample edition: ${url}${base}`, stop: drain };
});

function readBuilt(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(BUILD, name), 'utf8'));
  } catch (error) {
    throw new Error(`There is no complete build to serve: ${name} cannot be read. Run "npm start", which builds first.`, { cause: error });
  }
}
