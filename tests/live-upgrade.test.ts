// Upgrades: data of every kept version, opened by a program that is killed again and again during its start.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { NODE, ROOT } from '../scripts/tools/child-process.ts';
import { SCHEMA_VERSION } from '../src/server/store/sqlite/file/schema.ts';
import { RELEASES, releaseAnswers, startRelease, unpackRelease } from './live/release-data.ts';
import { standInBuild } from './live/shutdown.ts';
import { seeded } from './seeded.ts';

const PROGRAM = [NODE, join(ROOT, 'src/laurels.mjs'), 'serve'];
const KILLS = 20;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** How long a start takes on this machine, in milliseconds. */
async function startTime(version: string, env: Readonly<Record<string, string>>): Promise<number> {
  const folder = newFolder();
  unpackRelease(join(RELEASES, version), folder);
  const began = performance.now();
  const server = startRelease(PROGRAM, folder, env);
  await server.url;
  const durationMs = performance.now() - began;
  await server.kill('SIGKILL');
  return durationMs;
}

test.each(readdirSync(RELEASES))('data of version %s, killed at 20 moments of the start, gives the same answers', async (version) => {
  const folder = newFolder();
  const env = { BUILD_DIR: standInBuild(newFolder()), LAURELS_THREADS: '1' };
  const expected = unpackRelease(join(RELEASES, version), folder);
  const chance = seeded();
  const startMs = await startTime(version, env);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = startRelease(PROGRAM, folder, env);
    await Promise.race([server.url, wait(((kill + chance()) / KILLS) * startMs)]);
    await server.kill('SIGKILL');
  }
  const server = startRelease(PROGRAM, folder, env);
  // A newer version may add fields.
  expect(await releaseAnswers(await server.url)).toMatchObject(expected);
  await server.kill('SIGTERM');
});

test('data of a newer version is refused in one line, and stays unchanged', async () => {
  const folder = newFolder();
  const [version] = readdirSync(RELEASES);
  unpackRelease(join(RELEASES, version!), folder);
  const file = join(folder, 'laurels.db');
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  database.close();
  const before = readFileSync(file);
  const server = startRelease(PROGRAM, folder, { BUILD_DIR: standInBuild(newFolder()) });
  await expect(server.url).rejects.toThrow(
    /^It did not start: .* has schema version \d+, .* Use the version of Laurels that wrote it.*\n$/,
  );
  expect(readFileSync(file)).toEqual(before);
});
