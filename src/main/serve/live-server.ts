// Serves the live edition. Every setting is an environment variable; docs/settings.md has the table.
import { flushCompileCache } from 'node:module';

import { parseLiveSettings } from '../../server/operation/live-settings.ts';
import { runServer } from './run-server.ts';
import { startCalled } from './start-called.ts';

const { argv, env } = process;
await runServer(() => startCalled(argv.slice(argv[2] === 'serve' ? 3 : 2), parseLiveSettings(env), calledAs()));
// A killed server keeps nothing on exit.
flushCompileCache();

/** The command that runs this program. */
function calledAs(): string {
  if (env['npm_command'] === 'exec') return 'npx laurels';
  return env['LAURELS_CALLED_AS'] ?? (/[/\\]laurels$/.test(argv[1]!) ? 'laurels' : 'node src/laurels.mjs');
}
