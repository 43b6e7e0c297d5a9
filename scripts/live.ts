// `npm run live`: builds the live edition's pages if anything changed, then serves it.
// `npm run live -- --demo` does so on a throw-away folder, with a small game playing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { playDemoGame } from '../src/main/demo/demo-game.ts';
import { firstOwner } from '../src/main/serve/first-owner.ts';
import { greeting, serveLive } from '../src/main/serve/serve-live.ts';
import { runServer } from '../src/main/serve/run-server.ts';
import { sinceBoot } from '../src/server/operation/clock-watch.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { buildIfStale } from './build/stale.ts';

/** Works on machines with an older Node.js, too. */
const COMMAND = 'npx laurels';

await runServer(async () => {
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--demo');
  if (unknown.length > 0)
    throw new Error(`Unknown option ${unknown.join(' ')}. "npm run live" accepts only --demo. Everything else is set in the environment.`);
  const settings = parseLiveSettings(process.env);
  await buildIfStale('live');
  if (!process.argv.includes('--demo')) {
    const server = await serveLive(settings, Date.now, sinceBoot);
    return { greeting: greeting(server, COMMAND, await firstOwner(server, process)), stop: server.stop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'laurels-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server = await serveLive({ ...settings, data: { kind: 'folder', folder } }, Date.now, sinceBoot);
  const stopPlaying = playDemoGame(server.url, server.firstKey ?? settings.apiKey!, console.error, Date.now);
  return {
    greeting: `${greeting(server, COMMAND, await firstOwner(server, process))}\n\nA simulated game is playing. Its data is deleted when you stop.`,
    stop() {
      stopPlaying();
      return server.stop();
    },
  };
});
