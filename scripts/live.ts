// `npm run live`: builds the live edition's pages if anything changed, then serves it.
// `npm run live -- --demo` does so on a throw-away folder, with a small game playing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { playDemoGame } from '../src/main/demo/demo-game.ts';
import { greeting, serveLive } from '../src/main/serve/live-server.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { buildIfStale } from './build/stale.ts';

try {
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--demo');
  if (unknown.length > 0)
    throw new Error(`What is ${unknown.join(' ')}? "npm run live" takes --demo; everything else is set in the environment.`);
  const demo = process.argv.includes('--demo');
  const settings = parseLiveSettings(process.env);
  await buildIfStale('live');
  if (demo) {
    const folder = mkdtempSync(join(tmpdir(), 'laurels-demo-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    const server = await serveLive({ ...settings, data: folder }, Date.now);
    console.log(greeting(server));
    console.log('\nA simulated game is playing. All of it is thrown away when you stop.');
    const stopPlaying = playDemoGame(server.url, server.firstKey ?? settings.apiKey!, console.error, Date.now);
    process.on('SIGINT', stopPlaying);
    process.on('SIGTERM', stopPlaying);
  } else {
    console.log(greeting(await serveLive(settings, Date.now)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
