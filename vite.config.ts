import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { subsetArchivo } from './scripts/build/subset-font.ts';

/** The package's exports lead every bundler to its development build, warnings included; this is the other one. */
const ROUTER = 'node_modules/react-router/dist/production';

/** Leads names to files below the root, which is whatever whoever builds says it is: see `bundlerRoot`. */
const NAMES: Plugin = {
  name: 'names',
  config: async ({ root = import.meta.dirname }, { command, isSsrBuild }) => ({
    resolve: {
      alias: [
        { find: '@font', replacement: await subsetArchivo(root) },
        ...(command === 'build' && isSsrBuild !== true
          ? [
              { find: /^react-router$/, replacement: join(root, ROUTER, 'index.mjs') },
              { find: /^react-router\/dom$/, replacement: join(root, ROUTER, 'dom-export.mjs') },
            ]
          : []),
      ],
    },
  }),
};

const REACT = /node_modules\/(?:react|react-dom|scheduler)\//;

/** What the first load of `/` begins with, in each edition; every one has a file of its own, where pages name it. */
const FIRST = /\/src\/(?:main\/browser\/\w+-browser|web\/(?:sample|live\/pages)\/home)\.tsx$/;

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** The file that a module belongs into; `null` leaves it to the bundler, with the pages that import it. */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (REACT.test(id)) return 'react';
  if (FIRST.test(id)) return null;
  // Whoever imports it, and whoever imports those: a set grows while it is gone through.
  const importers = new Set([id]);
  for (const importer of importers) {
    if (FIRST.test(importer)) return 'site';
    for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  }
  return null;
}

export default defineConfig({
  base: process.env['BASE_PATH'] ?? '/',
  // Components say `'use memo'` where a keystroke would otherwise render a table anew; compiling all of them adds 3 kB.
  plugins: [
    // The inline scripts that turn the typeface on are put into the page by the build.
    { name: 'typeface', apply: 'serve', transformIndexHtml: (html: string) => html.replace('<html ', '<html data-typeface ') },
    NAMES,
    react({ compiler: { compilationMode: 'annotation' } }),
  ],
  resolve: { preserveSymlinks: true },
  build: {
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // React in a file that stays as it is while our own code changes, what `/` needs in another, and one for each other
        // page: left alone, the bundler makes a dozen crumbs.
        codeSplitting: { groups: [{ name: (id, graph) => chunkOf(id, graph), debugName: 'react and site' }] },
      },
    },
  },
});
