import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../tools/child-process.ts';

let made: string | undefined;

/**
 * The project's folder as the bundler may see it. In the path of a file, Vite reads `#` and `?` as the end of it and
 * `%` as the start of an escape. If the folder lies below such a name, this is a link to it, which is there until the
 * program ends. What is built must then be told to keep to links: `resolve.preserveSymlinks`.
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
