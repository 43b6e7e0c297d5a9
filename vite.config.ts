import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { subsetArchivo } from './scripts/build/subset-font.ts';

/** The package's exports lead every bundler to its development build, warnings included; this is the other one. */
const ROUTER = fileURLToPath(new URL('node_modules/react-router/dist/production', import.meta.url));

export default defineConfig(async ({ command, isSsrBuild }) => ({
  base: process.env['BASE_PATH'] ?? '/',
  // Components say `'use memo'` where a keystroke would otherwise render a table anew; compiling all of them adds 3 kB.
  plugins: [
    // The inline scripts that turn the typeface on are put into the page by the build.
    { name: 'typeface', apply: 'serve', transformIndexHtml: (html: string) => html.replace('<html ', '<html data-typeface ') },
    react({ compiler: { compilationMode: 'annotation' } }),
  ],
  resolve: {
    alias: [
      { find: '@font', replacement: await subsetArchivo(import.meta.dirname) },
      ...(command === 'build' && isSsrBuild !== true
        ? [
            { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
          ]
        : []),
    ],
  },
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
}));
