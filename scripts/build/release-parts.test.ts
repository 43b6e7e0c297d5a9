import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { ROOT } from '../tools/child-process.ts';
import { billOfMaterials, findingsIn, installedPackages, type Lock, refusedLicences, whyNot } from './release-parts.ts';

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock & {
  readonly packages: Readonly<Record<string, { readonly license?: string }>>;
};
const installed = installedPackages(lock).map(([folder, each]) => ({ ...each, folder }));

test('at most 40 packages are installed with the product, none runs a script, and each has an allowed licence', () => {
  expect(installed.length).toBeGreaterThan(5);
  expect(installed.length).toBeLessThanOrEqual(40);
  expect(installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ folder }) => folder)).toEqual([]);
  const packages = installed.map(({ folder, version }) => ({ name: folder, version, licence: lock.packages[folder]!.license ?? 'none' }));
  expect(refusedLicences(packages)).toEqual([]);
});

test('a licence expression is refused unless every part of it is allowed', () => {
  const under = (licence: string) => refusedLicences([{ name: 'a', version: '1.0.0', licence }]);
  for (const licence of ['MIT', 'MIT AND CC-BY-4.0', '(MIT OR Apache-2.0)']) expect(under(licence)).toEqual([]);
  for (const licence of ['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'UNLICENSED']) expect(under(licence)).toEqual([`a 1.0.0 (${licence})`]);
});

describe('release checks', () => {
  let folder: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@play.example', ...args], { cwd: folder, stdio: 'ignore' });
  const commit = () => git('commit', '--allow-empty', '--no-gpg-sign', '-qm', 'Work');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'laurels-release-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), '{"version":"1.2.0"}');
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 1.2.0 (2027-01-02)\n');
    git('init', '-q');
    git('add', '.');
    commit();
  });

  test('accept a version that is committed and described, and refuse uncommitted changes', () => {
    expect(whyNot(folder)).toBeUndefined();
    writeFileSync(join(folder, 'more'), '');
    expect(whyNot(folder)).toBe('The working tree has uncommitted changes. Commit or remove them.');
  });

  test('refuse a version without a section in the changelog', () => {
    writeFileSync(join(folder, 'CHANGELOG.md'), '## 1.2.0-beta\n\n## 1.2\n');
    expect(whyNot(folder)).toMatch(/^CHANGELOG\.md has no section "## 1\.2\.0"/);
  });

  test('refuse a version that differs from the lock file', () => {
    writeFileSync(join(folder, 'package-lock.json'), '{"version":"1.1.0"}');
    expect(whyNot(folder)).toMatch(/^package\.json says 1\.2\.0 and package-lock\.json 1\.1\.0/);
  });

  test.each([['v1.2.0'], ['-am', 'Version 1.2.0', 'v1.2.0']])('refuse a version whose tag is on another commit: git tag %s', (...args) => {
    git('tag', '--no-sign', ...args);
    expect(whyNot(folder)).toBeUndefined();
    commit();
    expect(whyNot(folder)).toBe('v1.2.0 is tagged at another commit. Raise the version.');
  });
});

test('only audit findings about packages in the product are returned, and undefined without an answer', () => {
  const advisory = (name: string, url: string) => ({ name, url, title: 'Reads too much' });
  const report = {
    vulnerabilities: {
      pg: { via: [advisory('pg', 'https://a.example/1')] },
      'pg-pool': { via: ['pg'] },
      vitest: { via: [advisory('vitest', 'https://a.example/2')] },
    },
  };
  const product = new Set(['pg', 'pg-pool']);
  expect(findingsIn(JSON.stringify(report), product)).toEqual([advisory('pg', 'https://a.example/1')]);
  expect(findingsIn('{"vulnerabilities":{}}', product)).toEqual([]);
  for (const unanswered of ['', '{"message":"405 Method Not Allowed","error":{}}']) expect(findingsIn(unanswered, product)).toBeUndefined();
});

test('the bill of materials lists every package with its licence and hash, and is reproducible', () => {
  const packages = ['pg', 'react', '@fontsource-variable/archivo'].map((name) => {
    const { version, license } = lock.packages[`node_modules/${name}`]!;
    return { name, version, licence: license! };
  });
  const bill = () => billOfMaterials(lock, packages, '2026-11-27T00:00:00.000Z');
  expect(bill()).toEqual(bill());
  expect(bill()).toMatchObject({
    serialNumber: expect.stringMatching(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/) as string,
    metadata: { component: { name: 'laurels', version: lock.version, licenses: [{ license: { id: 'MIT' } }] } },
    components: packages.map(({ name, version, licence }) => ({
      name,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [{ license: { id: licence } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) as string }],
      properties: [{ value: name === 'pg' ? 'installed' : 'compiled in' }],
    })),
  });
});
