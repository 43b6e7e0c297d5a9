// Serves the live edition. Every setting is an environment variable; docs/settings.md has the table.
import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

import { liveBuildFolder } from './live-build.ts';
import { runServer } from './run-server.ts';

const build = liveBuildFolder(process.env);
if (existsSync(build)) {
  // What Node.js makes of the program is kept for the next start, if it may be written.
  const compiled = join(build, 'compiled');
  enableCompileCache(compiled);
  // Threads find it here.
  process.env['NODE_COMPILE_CACHE'] = compiled;
}

await runServer(async () => {
  // Only what is loaded from now on is kept.
  const { sinceBoot } = await import('../../server/operation/clock-watch.ts');
  const { parseLiveSettings } = await import('../../server/operation/live-settings.ts');
  const { firstOwnerLink, openForSomebody } = await import('./first-owner.ts');
  const { greeting, serveLive } = await import('./serve-live.ts');
  const server = await serveLive(parseLiveSettings(process.env), Date.now, sinceBoot);
  const link = await firstOwnerLink(server, process);
  if (link !== undefined) openForSomebody(link, process);
  return { greeting: greeting(server, process.env['LAURELS_CALLED_AS'] ?? 'node src/laurels.mjs', link), stop: server.stop };
});
// A server that is killed keeps nothing as it ends.
flushCompileCache();
