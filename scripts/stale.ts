import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { ROOT, runNode } from './child-process.ts';

/** What a build is made from, as paths below the project's folder; tests are not part of it. */
const INPUT = /^(?:(?:src|public|scripts)\/.+|index\.html|vite\.config\.ts|package-lock\.json|tsconfig[^/]*\.json)$/;
const TEST = /\.(?:test|suite)\.tsx?$/;

/** Folders in which an input may lie; the others are never walked. */
const INPUT_FOLDERS = ['src', 'public', 'scripts'];

/** Settings that change what a build contains. */
const SETTINGS = ['BASE_PATH', 'SITE_URL'];

/**
 * A hash of everything a build is made from: sources, scripts, public files, configuration, exact packages
 * and the settings in `env`. Two equal hashes mean that building again would change nothing.
 */
export function inputsHash(root = ROOT, env: NodeJS.ProcessEnv = process.env): string {
  const hash = createHash('sha256');
  for (const name of SETTINGS) hash.update(`${name}=${env[name] ?? ''}\0`);
  for (const file of inputFiles(root)) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function inputFiles(root: string): string[] {
  const below = INPUT_FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  return [...readdirSync(root), ...below]
    .map((file) => file.split(sep).join('/'))
    .filter((file) => INPUT.test(file) && !TEST.test(file))
    .toSorted();
}

/** Whether the build (in `build/`, or in `BUILD_DIR`) is missing, unfinished, or made from other inputs than the present ones. */
export function isStale(root = ROOT, env: NodeJS.ProcessEnv = process.env): boolean {
  const folder = join(root, env['BUILD_DIR'] ?? 'build');
  try {
    const built = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as { inputs?: unknown };
    return built.inputs !== inputsHash(root, env) || !existsSync(join(folder, 'site/index.html'));
  } catch {
    return true;
  }
}

/**
 * Builds the site unless what is there is up to date.
 *
 * @throws {Error} if the build fails; it has said why by then.
 */
export async function buildIfStale(): Promise<void> {
  if (!isStale()) return;
  console.log('Building the site…');
  const code = await runNode(['scripts/build.ts']);
  if (code !== 0) throw new Error(`The build failed with exit code ${code}.`);
}
