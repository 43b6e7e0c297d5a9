import { posix } from 'node:path';

import type { Manifest } from 'vite';

/** The source file, relative to the root, that a function of a file in `folder` imports. */
export function importedBy(folder: string, load: () => Promise<unknown>): string {
  const [, file] = /\bimport\('([^']+)'\)/.exec(String(load)) ?? [];
  if (file === undefined) throw new Error(`This should be the import of a page: ${String(load)}`);
  return posix.join(folder, file);
}

/** The scripts of a page, entry first, as URLs below `base`, which the start script loads at once. */
export function pageModules(manifest: Manifest, base: string, entry: string, page: string): string[] {
  const keys = new Set<string>();
  const add = (key: string) => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const next of manifest[key]!.imports ?? []) add(next);
  };
  add(entry);
  // A page with its own file: its entry imports everything it needs.
  if (page in manifest) add(page);
  return [...keys].map((key) => base + manifest[key]!.file);
}
