import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT, runNode } from '../tools/child-process.ts';
import { isStale } from '../build/stale.ts';

/** Relative to the project's folder. */
const COPY = 'build-bench/crowded';

const PLAYERS = 10_000;

const CROWDED_PLAYERS = `import { manyPlayers } from './many-players.ts';

export { SAMPLE_PRIZES, type SamplePlayer } from './shipped-players.ts';
export const SAMPLE_PLAYERS = manyPlayers(${PLAYERS});
export const HOME_PLAYERS = SAMPLE_PLAYERS.length;
`;

/** Inputs of a build, besides packages. */
const SOURCES = ['src', 'public', 'scripts', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

/**
 * Builds the site with 10,000 players on both boards from a copy of the sources with one file replaced, so that neither the product nor its
 * build knows of the bench. The copy is not below `node_modules`, where Node.js runs no TypeScript.
 *
 * @returns the folder of the build, below the project's folder.
 * @throws {Error} if the build fails, which has been logged by then.
 */
export async function buildCrowded(): Promise<string> {
  const copy = join(ROOT, COPY);
  const build = `${COPY}/build`;
  await mkdir(copy, { recursive: true });
  for (const name of await readdir(copy)) if (name !== 'build') await rm(join(copy, name), { recursive: true });
  const configs = (await readdir(ROOT)).filter((name) => /^tsconfig.*\.json$/.test(name));
  for (const name of [...SOURCES, ...configs]) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');

  const sample = join(copy, 'src/sample');
  await rename(join(sample, 'players.ts'), join(sample, 'shipped-players.ts'));
  await cp(join(import.meta.dirname, 'many-players.ts'), join(sample, 'many-players.ts'));
  await writeFile(join(sample, 'players.ts'), CROWDED_PLAYERS);

  const env = { ...process.env, BUILD_DIR: 'build' };
  if (!isStale(copy, env)) return build;
  console.log(`Building the site with ${PLAYERS.toLocaleString('en')} players…`);
  const code = await runNode([join(copy, 'scripts/build.ts')], env);
  if (code !== 0) throw new Error(`The build failed with exit code ${code}.`);
  return build;
}
