import { join } from 'node:path';

import { build, type Rolldown } from 'vite';

import type { BuiltInline } from '../../src/main/serve/live-build.ts';
import { bundlerRoot } from './bundler-root.ts';

/** Bundles a script, and the styles that it imports, for the HTML of a page at the root of the site. */
export async function inlinePage(entry: string): Promise<BuiltInline> {
  const root = bundlerRoot();
  const { output } = (await build({
    root,
    base: '/',
    configLoader: 'native',
    logLevel: 'warn',
    build: { write: false, copyPublicDir: false, rolldownOptions: { input: join(root, entry) } },
  })) as Rolldown.RolldownOutput;
  const css = output.find(({ fileName }) => fileName.endsWith('.css'));
  if (css?.type !== 'asset') throw new Error(`${entry} imports no styles`);
  return { css: String(css.source).trim(), script: output[0].code.trim() };
}
