import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { withAdvice } from '../../store/sqlite/file/disk-advice.ts';
import { makeNamesDurable } from '../../store/sqlite/file/making.ts';
import { makePrivateFolder } from '../../store/sqlite/file/private-files.ts';

/**
 * Creates one new file, which gets its name once it is complete. `make` works in the private folder `part` next to it, and returns the path
 * of the finished file there and other results for the caller. `bytes`: its size.
 * @throws {Error} with the reason; nothing is left behind.
 */
export async function makeWholeFile<Facts extends object>(
  to: string,
  make: (part: string) => Promise<{ readonly made: string; readonly facts: Facts }>,
): Promise<Facts & { readonly file: string; readonly bytes: number }> {
  if (existsSync(to)) throw new Error(`${to} already exists. It was not changed. Choose another file name.`);
  const part = `${to}.part`;
  try {
    makePrivateFolder(dirname(to));
    // Leftovers of an interrupted attempt.
    rmSync(part, { recursive: true, force: true });
    makePrivateFolder(part);
    const { made, facts } = await make(part);
    renameSync(made, to);
    makeNamesDurable(to);
    return { file: to, bytes: statSync(to).size, ...facts };
  } catch (error) {
    throw withAdvice(error, dirname(to));
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
