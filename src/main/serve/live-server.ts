// Serves the live edition. Every setting is an environment variable; docs/settings.md has the table.
import { flushCompileCache } from 'node:module';

import { sinceBoot } from '../../server/operation/clock-watch.ts';
import { parseLiveSettings } from '../../server/operation/live-settings.ts';
import { firstOwner } from './first-owner.ts';
import { runServer } from './run-server.ts';
import { greeting, serveLive } from './serve-live.ts';

await runServer(async () => {
  const server = await serveLive(parseLiveSettings(process.env), Date.now, sinceBoot);
  const owner = await firstOwner(server, process);
  return { greeting: greeting(server, process.env['LAURELS_CALLED_AS'] ?? 'node src/laurels.mjs', owner), stop: server.stop };
});
// A server that is killed keeps nothing as it ends.
flushCompileCache();
