import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sinceBoot } from '../../server/operation/clock-watch.ts';
import { ApiKeys } from '../../server/operation/keys/api-keys.ts';
import { keysFile } from '../../server/operation/keys/keys-file.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { playDemoGame } from '../demo/demo-game.ts';
import { PODIUM_RUSH } from '../demo/podium-rush.ts';
import { firstOwner } from './first-owner.ts';
import { greeting, serveLive } from './serve-live.ts';

/**
 * Starts the server as a command line says: with `--demo` on a temporary folder with a simulated game. `command` runs the command line, for
 * the greeting.
 * @throws {Error} with advice for any other argument, or if it cannot start.
 */
export async function startCalled(
  args: readonly string[],
  settings: LiveSettings,
  command: string,
): Promise<{ readonly greeting: string; readonly stop: () => Promise<void> }> {
  const unknown = args.filter((argument) => argument !== '--demo');
  if (unknown.length > 0)
    throw new Error(`Unknown option ${unknown.join(' ')}. The server accepts only --demo; all settings are environment variables.`);
  if (args.length === 0) {
    const server = await serveLive(settings, Date.now, sinceBoot);
    return { greeting: greeting(server, command, await firstOwner(server, process)), stop: server.stop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'laurels-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Its backups would displace those of a game.
  const backup = { ...settings.backup, folder: undefined };
  const playKey = `lk_${randomBytes(32).toString('base64url')}`;
  // Its first weeks close dozens of periods, whose lines would push the greeting off the screen.
  const log = { reach: 'warn' as const, ...settings.log };
  const server = await serveLive({ ...settings, log, backup, playKey, data: { kind: 'folder', folder } }, Date.now, sinceBoot);
  // Once there is an owner key, which the first start creates only in an empty list.
  await new ApiKeys(keysFile(folder)).add('play', 'play', Date.now(), { key: playKey, bounds: { boards: [PODIUM_RUSH] } });
  const stopPlaying = playDemoGame(server.url, server.firstKey ?? settings.apiKey!, console.error, Date.now);
  return {
    greeting: `${greeting(server, command, await firstOwner(server, process))}\n\nA simulated game is playing: join it at ${server.url}/play. Its data is deleted when you stop.`,
    stop() {
      stopPlaying();
      return server.stop();
    },
  };
}
