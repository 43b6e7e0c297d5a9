// Third-party packages in the product, with their licences.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import type { LicensedPackage, Licences } from '../../src/contract/site-documents.ts';

/** The parts of `package-lock.json` and `package.json` that are read. */
interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version: string;
        readonly dev?: boolean;
        readonly license?: string;
        readonly dependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}
interface Manifest {
  readonly author?: string | { readonly name?: string };
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
  readonly license?: string;
}

/** Packages that the product contains instead of installing: compiled in, or as drawings. */
const WITHIN = ['@simplewebauthn/server', '@twemoji/svg'];

/** Details missing from packages' own files. */
const KNOWN: Readonly<Record<string, { licence?: string; homepage?: string; textOf?: string; note?: string }>> = {
  '@twemoji/svg': {
    licence: 'MIT AND CC-BY-4.0',
    note: 'The graphics are Twemoji, copyright Twitter, Inc. and other contributors, under CC-BY-4.0: https://creativecommons.org/licenses/by/4.0/',
  },
  // Its licence has one standard text, which is taken from another package.
  '@resvg/resvg-wasm': { homepage: 'https://github.com/yisibl/resvg-js', textOf: 'node_modules/lightningcss' },
};

/** Matches a package's folder within its project in a module id. */
const FOLDER = /^[^\0]*?\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** The folders of packages with a module among these bundler ids. The bundler also adds a runtime of its own to its output. */
export function packageFolders(modules: Iterable<string>): ReadonlySet<string> {
  return new Set(
    [...modules].flatMap((id) => (id.startsWith('\0rolldown/') ? 'node_modules/rolldown' : (FOLDER.exec(id.replaceAll('\\', '/'))?.[1] ?? []))),
  );
}

/** A plugin that adds the ids of all modules in the output to `modules`. */
export function noteModules(modules: Set<string>): Plugin {
  return {
    name: 'note modules',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id);
    },
  };
}

/**
 * Packages in the product: packages installed with it, packages of the bundled `modules`, and typefaces.
 * @throws {Error} if one names no licence.
 */
export function collectLicences(root: string, modules: Iterable<string>): Licences {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;
  const { packages: locked } = read('package-lock.json') as Lock;
  const installed = Object.keys(locked).filter((folder) => folder !== '' && locked[folder]!.dev !== true);
  const typefaces = Object.keys(locked).filter((folder) => folder.startsWith('node_modules/@fontsource'));
  const within = withDependencies(locked, WITHIN);
  const texts: string[] = [];
  const folders = new Set([...installed, ...typefaces, ...within, ...packageFolders(modules)]);
  const packages = Array.from(folders, (folder): LicensedPackage => {
    const name = folder.split('node_modules/').at(-1)!;
    // A package for another platform may not be installed here.
    const manifest = (existsSync(join(root, folder)) ? read(join(folder, 'package.json')) : {}) as Manifest;
    const { author = '', license = locked[folder]?.license } = manifest;
    const known = KNOWN[name] ?? {};
    const licence = known.licence ?? license;
    if (licence === undefined) throw new Error(`${folder} names no licence: find out which one it has before it is published.`);
    const homepage = known.homepage ?? homepageOf(manifest);
    const own = licenceText(join(root, known.textOf ?? folder)) ?? missingText(licence, homepage);
    const text = known.note === undefined ? own : `${known.note}\n\n${own}`;
    if (!texts.includes(text)) texts.push(text);
    const by = typeof author === 'string' ? author : (author.name ?? '');
    return {
      name,
      version: locked[folder]!.version,
      licence,
      author: by.replaceAll(/ *[<(][^>)]*[>)]/g, ''),
      homepage,
      text: texts.indexOf(text),
    };
  });
  return { packages: packages.toSorted((a, b) => (a.name < b.name ? -1 : 1)), texts };
}

/** The folders of packages and their dependencies. */
function withDependencies(locked: Lock['packages'], names: readonly string[]): ReadonlySet<string> {
  const folders = new Set(names.map((name) => `node_modules/${name}`));
  for (const folder of folders) {
    for (const name of Object.keys(locked[folder]?.dependencies ?? {})) {
      const above = folder.split(/(?=\/node_modules\/)/).map((_, i, parts) => parts.slice(0, parts.length - i).join(''));
      const places = [...above.map((from) => `${from}/node_modules/${name}`), `node_modules/${name}`];
      const found = places.find((place) => locked[place] !== undefined);
      if (found !== undefined) folders.add(found);
    }
  }
  return folders;
}

/** The list as plain text, for a file beside a release. */
export function thirdPartyText({ packages, texts }: Licences): string {
  const parts = texts.map((text, i) => {
    const lines = packages.flatMap((each) =>
      each.text === i ? `${each.name} ${each.version} (${each.licence})${each.homepage === '' ? '' : ` ${each.homepage}`}` : [],
    );
    return `${lines.join('\n')}\n\n${text}\n`;
  });
  return `Laurels contains or installs these packages of others.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** The licence files of a package, or the licence text in its readme; `undefined` without either. */
function licenceText(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).toSorted();
  const files = names.filter((name) => /^(?:(?:un)?licen[cs]e|copying|copyright|notice|ofl)/i.test(name) && !/\.(?:js|ts|json)$/.test(name));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim();
  if (files.length > 0) return files.map(read).join('\n\n');
  const readme = names.find((name) => /^readme/i.test(name));
  const said = readme === undefined ? undefined : /^#+ *licen[cs]e\b.*\n([^]+)/im.exec(read(readme))?.[1]?.trim();
  return said !== undefined && /copyright|permission/i.test(said) ? said : undefined;
}

function missingText(licence: string, homepage: string): string {
  const source = homepage === '' ? '' : `; its source is at ${homepage}`;
  return `The package has no licence text. ${licence} is at https://spdx.org/licenses/${licence}.html${source}.`;
}

/** The https address of a package's homepage, or else of its source. */
function homepageOf({ homepage, repository }: Manifest): string {
  const source = (typeof repository === 'string' ? repository : (repository?.url ?? ''))
    .replace(/^(?:git\+)?(?:ssh:\/\/git@|git:\/\/|https?:\/\/)/, 'https://')
    .replace(/^(?:github:)?([\w.-]+\/[\w.-]+)$/, 'https://github.com/$1')
    .replace(/\.git$/, '');
  return [homepage?.replace(/^http:/, 'https:'), source].find((url) => url !== undefined && /^https:\/\/\S+$/.test(url)) ?? '';
}
