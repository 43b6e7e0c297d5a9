import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The absolute path of a data folder, which need not exist.
 * @throws {Error} saying what to do, if something else is there, or in place of a folder above it.
 */
export function dataFolder(path: string): string {
  const folder = resolve(path);
  let nearest = folder;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (statSync(nearest).isDirectory()) return folder;
  const what = nearest === folder ? 'that is not a folder' : `${nearest} is not a folder`;
  throw new Error(`The data folder should be ${folder}, but ${what}. Set LAURELS_DATA to a folder, or move what is there away.`);
}
