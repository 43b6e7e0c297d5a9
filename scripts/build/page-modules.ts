import { posix } from 'node:path';

import type { Manifest } from 'vite';

/** The source file that a function of a file in `folder` imports, below the root: the import is where a page's file is named. */
export function importedBy(folder: string, load: () => Promise<unknown>): string {
  const [, file] = /\bimport\('([^']+)'\)/.exec(String(load)) ?? [];
  if (file === undefined) throw new Error(`This should be the import of a page: ${String(load)}`);
  return posix.join(folder, file);
}

/** The scripts of a page, entry first, as addresses below `base`: what the start script fetches at once. */
export function pageModules(manifest: Manifest, base: string, entry: string, page: string): string[] {
  const keys = new Set<string>();
  const add = (key: string) => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const next of manifest[key]!.imports ?? []) add(next);
  };
  add(entry);
  // A page of its own file: the first one is where all that it needs is.
  if (page in manifest) add(page);
  return [...keys].map((key) => base + manifest[key]!.file);
}
