// `npm run live`: builds the live edition's pages if anything changed, then serves it.
// `npm run live -- --demo` does so on a temporary folder, with a simulated game.
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { runServer } from '../src/main/serve/run-server.ts';
import { startCalled } from '../src/main/serve/start-called.ts';
import { buildIfStale } from './build/stale.ts';

await runServer(async () => {
  const settings = parseLiveSettings(process.env);
  await buildIfStale('live');
  // `npx laurels` works on machines with an older Node.js, too.
  return startCalled(process.argv.slice(2), settings, 'npx laurels');
});
