import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

import { sentAppearance } from '../../src/cli/files/appearance-file.ts';
import { ROOT, runNode } from '../tools/child-process.ts';

/** Inputs of a build, as paths relative to the project's folder; tests are not included. */
const INPUT = /^(?:(?:src|public|scripts|clients)\/.+|index\.html|vite\.config\.ts|package-lock\.json|tsconfig[^/]*\.json)$/;
const TEST = /\.(?:test|suite)\.tsx?$/;

/** Folders with inputs; others are not walked. */
const INPUT_FOLDERS = ['src', 'public', 'scripts', 'clients'];

/** Settings that change a build. */
const SETTINGS = ['BASE_PATH', 'SITE_URL'];

/**
 * A hash of all inputs of a build: sources, scripts, public files, configuration, exact packages, and settings in `env` with the appearance
 * that they name. Equal hashes mean that building again would change nothing.
 */
export async function inputsHash(root = ROOT, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const hash = createHash('sha256');
  for (const name of SETTINGS) hash.update(`${name}=${env[name] ?? ''}\0`);
  const appearance = env['LAURELS_APPEARANCE'];
  if (appearance !== undefined) hash.update(`${JSON.stringify(sentAppearance(resolve(appearance)))}\0`);
  for (const file of await inputFiles(root)) {
    const content = await readFile(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function inputFiles(root: string): Promise<string[]> {
  const folders = INPUT_FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const below = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
    }),
  );
  return [...(await readdir(root)), ...below.flat()]
    .map((file) => file.split(sep).join('/'))
    .filter((file) => INPUT.test(file) && !TEST.test(file))
    .toSorted();
}

/** Each edition: the program that builds it, and one of its output files. */
const EDITIONS = {
  sample: { program: 'scripts/build.ts', file: 'site/index.html' },
  live: { program: 'scripts/build-live.ts', file: 'pages.json' },
} as const;

export type EditionName = keyof typeof EDITIONS;

/** The folder of an edition's build: `build`, or the folder in BUILD_DIR; the live edition appends `-live`. */
export function buildFolder(edition: EditionName, root = ROOT, env: NodeJS.ProcessEnv = process.env): string {
  return join(root, (env['BUILD_DIR'] ?? 'build') + (edition === 'live' ? '-live' : ''));
}

/** Whether the build of an edition is missing, incomplete, or outdated. */
export async function isStale(root = ROOT, env: NodeJS.ProcessEnv = process.env, edition: EditionName = 'sample'): Promise<boolean> {
  const folder = buildFolder(edition, root, env);
  try {
    const built = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')) as { inputs?: unknown };
    return built.inputs !== (await inputsHash(root, env)) || !existsSync(join(folder, EDITIONS[edition].file));
  } catch {
    return true;
  }
}

/**
 * Builds an edition unless it is up to date.
 *
 * @throws {Error} if the build fails, which has been logged by then.
 */
export async function buildIfStale(edition: EditionName = 'sample'): Promise<void> {
  if (!(await isStale(ROOT, process.env, edition))) return;
  console.log('Building the site…');
  const code = await runNode([EDITIONS[edition].program]);
  if (code !== 0) throw new Error(`The build failed with exit code ${code}.`);
}
