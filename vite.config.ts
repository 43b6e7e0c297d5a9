import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { writeColours } from './scripts/build/colours.ts';
import { shortClassNames } from './scripts/build/short-class-names.ts';
import { subsetArchivo } from './scripts/build/subset-font.ts';
import { WITHOUT_DESCRIPTIONS } from './scripts/build/without-descriptions.ts';

/** The package's `exports` lead every bundler to its development build with its warnings; this is the production build. */
const ROUTER = 'node_modules/react-router/dist/production';

/** Resolves names to files below the root, which the build chooses: see `bundlerRoot`. */
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

/** Lets the bundler drop unused parts of the router, which it would keep because of calls and debug names. */
const ONLY_WHAT_IS_USED: Plugin = {
  name: 'only what is used',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replaceAll(/\bReact\d*\.(?:forwardRef|createContext|memo)\(/g, '/* @__PURE__ */ $&')
        // Its warnings and error explanations are about programming mistakes, which show up in development.
        .replaceAll(/^ +(?=warning(?:Once)?\()/gm, '$&/* @__PURE__ */ ')
        .replaceAll(/(?<=^ *invariant\(\n(?:(?! *\);$).*\n)*) +["`].*["`]\n(?= *\);$)/gm, '')
        .replaceAll(/(?<=^ *invariant\([^"`\n]+), ["`].*["`](?=\);$)/gm, '')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, ''),
  },
};

/** Removes the bundler's preload helper from imports: styles are in the page, and the helper would be in every first load. */
const PLAIN_IMPORTS: Plugin = {
  name: 'plain imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/** zod's index re-exports these modules, though only pages with forms use them. */
const JSON_SCHEMAS = /node_modules\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const REACT = /node_modules\/(?:react|react-dom|scheduler)\//;

/** The entry points for the first load of `/`, in each edition. */
const ENTRY = /\/src\/main\/browser\/\w+-browser\.tsx$/;
const HOME = /\/src\/web\/(?:sample|live\/pages)\/home\.tsx$/;

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** The output file of a module; `null` lets the bundler put it with the pages that import it. */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (REACT.test(id)) return 'react';
  if (JSON_SCHEMAS.test(id)) return null;
  if (ENTRY.test(id)) return null;
  // Collects direct and indirect importers: a set grows while it is iterated.
  const importers = new Set([id]);
  for (const importer of importers) {
    if (ENTRY.test(importer) || HOME.test(importer)) return 'site';
    for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  }
  return null;
}

/**
 * Asks V8 to compile the whole file while it loads, on another thread, instead of each function on the main thread on first call. Other
 * browsers see a comment.
 */
const COMPILED_ON_ARRIVAL = /^(?:react|site)$/;
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  base: process.env['BASE_PATH'] ?? '/',
  // Components opt in with `'use memo'` where typing would re-render a whole table; compiling all of them adds 3 kB.
  plugins: [
    // The build inserts the inline scripts that enable the typeface.
    { name: 'typeface', apply: 'serve', transformIndexHtml: (html: string) => html.replace('<html ', '<html data-typeface ') },
    NAMES,
    ONLY_WHAT_IS_USED,
    PLAIN_IMPORTS,
    WITHOUT_DESCRIPTIONS,
    react({ compiler: { compilationMode: 'annotation' } }),
  ],
  resolve: { preserveSymlinks: true },
  build: {
    // The start script loads everything a page needs at once, and each later page is one file.
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Plugin timings only show how busy the machine was.
      checks: { bundlerTimings: false },
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        postBanner: ({ name }) => (COMPILED_ON_ARRIVAL.test(name) ? COMPILE_HINT : ''),
        // React in one file that stays the same while our code changes, what `/` needs in another, and one file per other page; by default
        // the bundler splits them into a dozen tiny files.
        codeSplitting: { groups: [{ name: (id, graph) => chunkOf(id, graph), debugName: 'react and site' }] },
      },
    },
  },
});
