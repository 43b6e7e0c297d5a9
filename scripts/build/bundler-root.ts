import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../tools/child-process.ts';

let made: string | undefined;

/**
 * The project's folder for the bundler. Vite reads `#` and `?` in a file path as its end and `%` as an escape, so below such a folder this
 * is a symbolic link to it that exists until the program ends. The build must then preserve links: `resolve.preserveSymlinks`.
 */
export function bundlerRoot(): string {
  return (made ??= /[#?*%]/.test(ROOT) ? linkTo(ROOT) : ROOT);
}

function linkTo(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-build-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const link = join(folder, 'laurels');
  symlinkSync(root, link, 'junction');
  return link;
}
