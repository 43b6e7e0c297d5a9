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
        // One file for everything any page needs, one for each page and its data: left alone, the bundler makes a dozen crumbs.
        codeSplitting: {
          groups: [
            {
              name: 'site',
              test: /node_modules\/(?!sonner)|src\/(?!web\/sample\/(?!board\.|questions\.|source-context\.|sample-footer\.|sample-pages\.)|web\/live\/(?:pages\/(?!live-|missing-page)|charts\/|finding\/|player\/|receipt\/|time-machine\/|whiteboard\/)|web\/site\/not-found\.|web\/parts\/|web\/board\/mode-buttons\.|main\/browser\/(?:sample|live)-browser\.|sample\/(?:activities|search-entries|stat-cards)\.)/,
            },
          ],
        },
      },
    },
  },
});
