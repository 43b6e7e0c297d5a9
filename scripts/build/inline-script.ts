import { join } from 'node:path';

import { build, type Rolldown } from 'vite';

import { bundlerRoot } from './bundler-root.ts';

/** Bundles a script for the HTML, or for the site's root, as one expression without exports. */
export async function inlineScript(entry: string): Promise<string> {
  const root = bundlerRoot();
  const output = (await build({
    root,
    configFile: false,
    resolve: { preserveSymlinks: true },
    logLevel: 'warn',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, copyPublicDir: false, lib: { entry: join(root, entry), formats: ['iife'], name: 'laurels' }, minify: true },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = output[0]!.output;
  return chunk.code.trim();
}
