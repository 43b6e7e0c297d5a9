import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { writeColours } from './scripts/build/colours.ts';
import { shortClassNames } from './scripts/build/short-class-names.ts';
import { subsetArchivo } from './scripts/build/subset-font.ts';
import { WITHOUT_DESCRIPTIONS } from './scripts/build/without-descriptions.ts';

/** The package's exports lead every bundler to its development build, warnings included; this is the other one. */
const ROUTER = 'node_modules/react-router/dist/production';

/** Leads names to files below the root, which is whatever whoever builds says it is: see `bundlerRoot`. */
const NAMES: Plugin = {
  name: 'names',
  config: async ({ root = import.meta.dirname }, { command, isSsrBuild }) => ({
    ...(command === 'build' && { css: { modules: { generateScopedName: await shortClassNames(root) } } }),
    resolve: {
      alias: [
        { find: '@font', replacement: await subsetArchivo(root) },
        { find: '@colours', replacement: await writeColours(root) },
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

/** Lets the bundler leave out what nobody uses of the router: it must take every call, and every name given for debugging, as if it did something. */
const ONLY_WHAT_IS_USED: Plugin = {
  name: 'only what is used',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replaceAll(/\bReact\d*\.(?:forwardRef|createContext|memo)\(/g, '/* @__PURE__ */ $&')
        // What it warns of are mistakes of ours, and they are made in development.
        .replaceAll(/^ +(?=warning(?:Once)?\()/gm, '$&/* @__PURE__ */ ')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, ''),
  },
};

/** What imports fetch, nothing is fetched with: styles are in the page, and the bundler's helper for them would be in every first load. */
const PLAIN_IMPORTS: Plugin = {
  name: 'plain imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

const REACT = /node_modules\/(?:react|react-dom|scheduler)\//;

/** What the first load of `/` begins with, in each edition. */
const ENTRY = /\/src\/main\/browser\/\w+-browser\.tsx$/;
const HOME = /\/src\/web\/(?:sample|live\/pages)\/home\.tsx$/;

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** The file that a module belongs into; `null` leaves it to the bundler, with the pages that import it. */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (REACT.test(id)) return 'react';
  if (ENTRY.test(id)) return null;
  // Whoever imports it, and whoever imports those: a set grows while it is gone through.
  const importers = new Set([id]);
  for (const importer of importers) {
    if (ENTRY.test(importer) || HOME.test(importer)) return 'site';
    for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  }
  return null;
}

/**
 * Asks V8 to compile all of a file while it arrives, on another thread, rather than each function on the main thread when it
 * is first called. To other browsers it is a comment.
 */
const COMPILED_ON_ARRIVAL = /^(?:react|site)$/;
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  base: process.env['BASE_PATH'] ?? '/',
  // Components say `'use memo'` where a keystroke would otherwise render a table anew; compiling all of them adds 3 kB.
  plugins: [
    // The inline scripts that turn the typeface on are put into the page by the build.
    { name: 'typeface', apply: 'serve', transformIndexHtml: (html: string) => html.replace('<html ', '<html data-typeface ') },
    NAMES,
    ONLY_WHAT_IS_USED,
    PLAIN_IMPORTS,
    WITHOUT_DESCRIPTIONS,
    react({ compiler: { compilationMode: 'annotation' } }),
  ],
  resolve: { preserveSymlinks: true },
  build: {
    // The start script fetches all that a page needs at once, and a page that is gone to later is one file.
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // How long a plugin took says how busy the machine was.
      checks: { bundlerTimings: false },
      output: {
        postBanner: ({ name }) => (COMPILED_ON_ARRIVAL.test(name) ? COMPILE_HINT : ''),
        // React in a file that stays as it is while our own code changes, what `/` needs in another, and one for each other
        // page: left alone, the bundler makes a dozen crumbs.
        codeSplitting: { groups: [{ name: (id, graph) => chunkOf(id, graph), debugName: 'react and site' }] },
      },
    },
  },
});
