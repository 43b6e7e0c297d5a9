import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';

import { ROOT } from '../../scripts/tools/child-process.ts';

/** Builds the package of clients/web below `folder`, without types, and returns where. */
export async function clientPackage(folder: string): Promise<string> {
  const to = join(folder, 'laurels-client');
  mkdirSync(to);
  const entry = Object.fromEntries(['laurels-client', 'react'].map((name) => [name, join(ROOT, 'clients/web/src', `${name}.ts`)]));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { outDir: to, lib: { entry, formats: ['es'] }, rolldownOptions: { external: ['react'] } },
  });
  cpSync(join(ROOT, 'LICENSE'), join(to, 'LICENSE'));
  const manifest = JSON.parse(readFileSync(join(ROOT, 'clients/web/package.json'), 'utf8')) as object;
  writeFileSync(join(to, 'package.json'), JSON.stringify({ version: '0.0.1', ...manifest }));
  return to;
}
