// The live edition as an npm package, in build/package: plain JavaScript, because Node.js strips no types below node_modules, with the
// built pages. Paths are the same as in the repository.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';

import { build } from 'vite';

import { ROOT } from '../tools/child-process.ts';
import { buildFolder, buildIfStale } from './stale.ts';

/** The package's folder. */
const PACKAGE = join(ROOT, 'build/package');

/** The program's entry point. Everything it needs is found from here. */
const PROGRAM = 'src/laurels.mjs';

/** Files and folders copied unchanged. */
const AS_THEY_ARE = ['clients/godot', 'deploy', 'docs', 'README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md'];

const NOT_TAKEN: ReadonlySet<string> = new Set(['docs/pictures', 'clients/godot/.godot'].map((name) => join(ROOT, name)));

/** A literal that names one of our files, or a package. */
const FILE_NAMED = /(['"])((?:\.{1,2}\/)?[\w./-]+)\.ts\1/g;
const PACKAGE_NAMED = /(?:\bfrom |\bimport |\bimport\()(['"])((?:@[\w-]+\/)?[\w-]+)(?=['"/])/g;

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Builds the package from the live edition's build, which it builds if anything changed, and returns its folder. */
export async function buildPackage(): Promise<string> {
  await buildIfStale('live');
  await rm(PACKAGE, { recursive: true, force: true });
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  await writeProgram(manifest);
  await cp(buildFolder('live'), join(PACKAGE, 'build-live'), {
    recursive: true,
    // Omits the compile cache, which belongs to a different installation.
    filter: (file) => file !== join(buildFolder('live'), 'compiled'),
  });
  for (const name of AS_THEY_ARE)
    await cp(join(ROOT, name), join(PACKAGE, name), { recursive: true, filter: (file) => !NOT_TAKEN.has(file) });
  const { version, description, license, engines, dependencies } = manifest;
  const own = { name: 'laurels', version, description, license, type: 'module', bin: { laurels: PROGRAM }, engines, dependencies };
  await writeFile(join(PACKAGE, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  return PACKAGE;
}

/** Writes each source that the program needs as JavaScript, and compiles in the packages that are not dependencies. */
async function writeProgram({ devDependencies }: Manifest): Promise<void> {
  const files = new Set([PROGRAM]);
  const compiledIn = new Set<string>();
  for (const file of files) {
    const source = await readFile(join(ROOT, file), 'utf8');
    // Keeps lines and columns, so that stack traces fit the sources.
    const code = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
    const named = code.replaceAll(FILE_NAMED, (literal, quote: string, path: string) => {
      const found = relative(ROOT, resolve(ROOT, dirname(file), `${path}.ts`));
      if (!existsSync(join(ROOT, found))) return literal;
      files.add(found);
      return `${quote}${path}.js${quote}`;
    });
    const written = named.replaceAll(PACKAGE_NAMED, (statement, quote: string, name: string) => {
      if (devDependencies[name] === undefined) return statement;
      compiledIn.add(name);
      return statement.replace(quote + name, quote + relative(dirname(file), compiledFile(name)));
    });
    const to = join(PACKAGE, file.replace(/\.ts$/, '.js'));
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, written);
  }
  for (const name of compiledIn) await compileIn(name);
}

/** The path of a compiled-in package inside the package. */
export const compiledFile = (name: string) => `src/compiled/${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}.js`;

/** Bundles a package with its own dependencies into one file. */
async function compileIn(name: string): Promise<void> {
  const file = join(PACKAGE, compiledFile(name));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: dirname(file),
      emptyOutDir: false,
      rolldownOptions: { input: { [basename(file, '.js')]: name }, output: { entryFileNames: '[name].js' } },
    },
  });
}
