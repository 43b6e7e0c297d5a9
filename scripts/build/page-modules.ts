import type { Manifest } from 'vite';

/** The scripts of a page, entry first, as addresses below `base`: what the start script fetches at once. */
export function pageModules(manifest: Manifest, base: string, entry: string, page: string): string[] {
  const keys = new Set<string>();
  const add = (key: string) => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const next of manifest[key]!.imports ?? []) add(next);
  };
  add(entry);
  add(page);
  return [...keys].map((key) => base + manifest[key]!.file);
}
