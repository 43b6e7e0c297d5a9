import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from '../tools/child-process.ts';
import { collectLicences, packageFolders, thirdPartyText } from './licences.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>;
}

const MODULES = [
  `${ROOT}/node_modules/react-dom/cjs/react-dom-client.production.js`,
  String.raw`C:\laurels\node_modules\@tanstack\query-core\build\modern\query.js`,
  `${ROOT}/src/web/live/pages/home.tsx`,
  '\0rolldown/runtime.js',
  '\0vite/preload-helper.js',
];

const licences = collectLicences(ROOT, MODULES);
const textOf = (name: string) => licences.texts[licences.packages.find((each) => each.name === name)!.text]!;

test('every package installed with the product is listed with a licence and its text', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const installed = Object.entries(packages).flatMap(([folder, { version, dev }]) =>
    folder === '' || dev === true ? [] : [`${folder.split('node_modules/').at(-1)} ${version}`],
  );
  expect(installed.length).toBeGreaterThan(10);
  const named = new Set(licences.packages.map(({ name, version }) => `${name} ${version}`));
  expect(installed.filter((each) => !named.has(each))).toEqual([]);
  for (const { name, licence, text } of licences.packages) {
    expect(licence, name).toMatch(/^[\w.-]+(?: (?:AND|OR) [\w.-]+)*$/);
    expect(licences.texts[text], name).toMatch(/copyright|Mozilla Public License|The package has no licence text/i);
  }
});

test('packages that the server imports are listed, even if compiled in', () => {
  const named = new Set(licences.packages.map(({ name }) => name));
  const imported = ['server', 'cli', 'main/serve', 'main/reader'].flatMap((folder) =>
    readdirSync(join(ROOT, 'src', folder), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
      if (!file.endsWith('.ts') || /\.(?:test|suite)\./.test(file)) return [];
      const source = readFileSync(join(ROOT, 'src', folder, file), 'utf8');
      const PACKAGE = /(?:^import (?!type\b)(?:[^';]*from )?|\bimport\()'((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[^':]*)?'/gm;
      return [...source.matchAll(PACKAGE)].map(([, name]) => name!);
    }),
  );
  expect(imported).toEqual(expect.arrayContaining(['@simplewebauthn/server', 'openid-client', 'pg', '@resvg/resvg-wasm', 'zod']));
  expect(imported.filter((name) => !named.has(name))).toEqual([]);
  for (const name of ['@twemoji/svg', 'tsyringe', 'reflect-metadata']) expect([...named]).toContain(name);
  expect(licences.packages.filter(({ name }) => name === 'tslib').map(({ version }) => version).toSorted()).toEqual(['1.14.1', '2.8.1']);
});

test("a bundled module is attributed to its package, regardless of the project's path", () => {
  expect([...packageFolders(MODULES)]).toEqual([
    'node_modules/react-dom',
    'node_modules/@tanstack/query-core',
    'node_modules/rolldown',
  ]);
  expect([...packageFolders(['/x/node_modules/tsyringe/node_modules/tslib/tslib.es6.js?commonjs'])]).toEqual([
    'node_modules/tsyringe/node_modules/tslib',
  ]);
  for (const name of ['react-dom', '@tanstack/query-core', 'rolldown']) expect(textOf(name)).toContain('Permission is hereby granted');
});

test('typefaces and pictures have their own licences', () => {
  expect(textOf('@fontsource-variable/archivo')).toContain('SIL OPEN FONT LICENSE');
  expect(licences.packages.filter(({ name }) => name.startsWith('@fontsource')).map(({ licence }) => licence)).toContain('OFL-1.1');
  expect(licences.packages.find(({ name }) => name === '@twemoji/svg')).toMatchObject({ licence: 'MIT AND CC-BY-4.0' });
  expect(textOf('@twemoji/svg')).toContain('https://creativecommons.org/licenses/by/4.0/');
  expect(textOf('@resvg/resvg-wasm')).toContain('Mozilla Public License Version 2.0');
});

test('each licence text appears once, and the file for a release has them all', () => {
  expect(new Set(licences.texts).size).toBe(licences.texts.length);
  const file = thirdPartyText(licences);
  for (const { name, version } of licences.packages) expect(file).toContain(`${name} ${version} (`);
  for (const text of licences.texts) expect(file.split(text)).toHaveLength(2);
});
