// The checks for a release, and the documents beside its tarball.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of `package-lock.json` that are read. */
export interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}
interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A third-party package in the product; `licence` is an SPDX expression. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Licences that allow use and redistribution with their notice. CC-BY-4.0 covers pictures, OFL-1.1 typefaces. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
]);

/** Packages whose licences are not allowed. */
export function refusedLicences(packages: readonly ThirdParty[]): readonly string[] {
  return packages
    .filter(({ licence }) => !licence.split(/ AND | OR |[()]/).every((part) => part === '' || ALLOWED.has(part)))
    .map(({ name, version, licence }) => `${name} ${version} (${licence})`);
}

/** The packages that npm installs with the product, by folder. */
export function installedPackages({ packages }: Lock): readonly (readonly [folder: string, LockedPackage])[] {
  return Object.entries(packages).filter(([folder, { dev = false }]) => folder !== '' && !dev);
}

/** A one-line reason why this version cannot be released from `root`, if any. */
export function whyNot(root: string): string | undefined {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const { version } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  if (manifest.version !== version) return `package.json says ${manifest.version} and package-lock.json ${version}. Run "npm install".`;
  const changelog = join(root, 'CHANGELOG.md');
  const sections = existsSync(changelog) ? readFileSync(changelog, 'utf8').split('\n') : [];
  if (!sections.some((line) => line === `## ${version}` || line.startsWith(`## ${version} `))) {
    return `CHANGELOG.md has no section "## ${version}". Say what changes for operators.`;
  }
  if (git('status', '--porcelain') !== '') return 'The working tree has uncommitted changes. Commit or remove them.';
  const tagged = git('for-each-ref', '--format=%(*objectname)%(objectname)', `refs/tags/v${version}`);
  if (tagged !== '' && !tagged.startsWith(git('rev-parse', 'HEAD'))) return `v${version} is tagged at another commit. Raise the version.`;
  return undefined;
}

/** An advisory from `npm audit`, with the package it concerns. */
interface Finding {
  readonly name: string;
  readonly url: string;
  readonly title: string;
}

/**
 * Findings of `npm audit --json` about packages in the product, compiled in or installed; `undefined` if the registry did not answer.
 */
export function findingsIn(report: string, product: ReadonlySet<string>): readonly Finding[] | undefined {
  let vulnerabilities: Readonly<Record<string, { readonly via: readonly (Finding | string)[] }>> | undefined;
  try {
    ({ vulnerabilities } = JSON.parse(report) as { vulnerabilities?: typeof vulnerabilities });
  } catch {
    return undefined;
  }
  if (vulnerabilities === undefined) return undefined;
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((each) => typeof each !== 'string'));
  return all.filter(({ name, url }, i) => product.has(name) && all.findIndex((other) => other.url === url) === i);
}

/**
 * The packages in the product as a CycloneDX 1.6 document, reproducible from the same input. Hashes are the registry's.
 *
 * @param at when the release was committed, as ISO 8601.
 */
export function billOfMaterials(lock: Lock, packages: readonly ThirdParty[], at: string): object {
  const installed = new Set(installedPackages(lock).map(([folder, { version }]) => `${nameOf(folder)}@${version}`));
  const locked = new Map(Object.entries(lock.packages).map(([folder, each]) => [`${nameOf(folder)}@${each.version}`, each]));
  const components = packages.map(({ name, version, licence }) => ({
    type: 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    licenses: licencesOf(licence),
    purl: purlOf(name, version),
    hashes: hashesOf(locked.get(`${name}@${version}`)?.integrity),
    properties: [{ name: 'laurels:how', value: installed.has(`${name}@${version}`) ? 'installed' : 'compiled in' }],
  }));
  const program = purlOf('laurels', lock.version);
  const digest = createHash('sha256').update(JSON.stringify([program, components, at])).digest('hex');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-5$3-8$4-$5')}`,
    version: 1,
    metadata: {
      timestamp: at,
      component: { type: 'application', 'bom-ref': program, name: 'laurels', version: lock.version, licenses: licencesOf('MIT'), purl: program },
    },
    components,
    dependencies: [{ ref: program, dependsOn: components.map(({ purl }) => purl) }],
  };
}

const nameOf = (folder: string) => folder.split('node_modules/').at(-1)!;

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const licencesOf = (licence: string) => [/ |\(/.test(licence) ? { expression: licence } : { license: { id: licence } }];

function hashesOf(integrity: string | undefined): readonly object[] {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  return base64 === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }];
}
