// The client for web games as an npm package, in build/client.
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'vite';

import { ROOT, runNode } from '../tools/child-process.ts';
import { bundlerRoot } from './bundler-root.ts';

const SOURCES = join(ROOT, 'clients/web');

/** Builds the package `laurels-client` into `folder`, an absolute path, and resolves to that path. */
export async function buildClient(folder = join(ROOT, 'build/client')): Promise<string> {
  const root = bundlerRoot();
  await build({
    root,
    configFile: false,
    resolve: { preserveSymlinks: true },
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      minify: true,
      reportCompressedSize: false,
      lib: {
        entry: Object.fromEntries(['laurels-client', 'react'].map((name) => [name, join(root, 'clients/web/src', `${name}.ts`)])),
        formats: ['es'],
      },
      rolldownOptions: { external: ['react'] },
    },
  });
  await writeTypes(folder);
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  const { name, ...manifest } = JSON.parse(await readFile(join(SOURCES, 'package.json'), 'utf8')) as { readonly name: string };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ name, version, ...manifest }, null, 2)}\n`);
  await cp(join(SOURCES, 'README.md'), join(folder, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  return folder;
}

/** Writes the declarations of the sources. */
async function writeTypes(folder: string): Promise<void> {
  const code = await runNode(['node_modules/typescript/bin/tsc', '-b', 'clients/web']);
  if (code !== 0) throw new Error(`The client’s types have errors; tsc ended with ${code}.`);
  const compiled = join(ROOT, 'node_modules/.cache/types/clients/web');
  for (const file of (await readdir(compiled)).filter((name) => name.endsWith('.d.ts'))) {
    const text = await readFile(join(compiled, file), 'utf8');
    await writeFile(join(folder, file), text.replaceAll(/(from ["']\.\/[\w-]+)\.ts(["'])/g, '$1.js$2'));
  }
}
