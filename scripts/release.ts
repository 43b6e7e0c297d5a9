// `npm run release`: writes all published files of this version to build/release.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Licences } from '../src/contract/site-documents.ts';
import { buildClient } from './build/client.ts';
import { thirdPartyText } from './build/licences.ts';
import { buildPackage, compiledFile } from './build/package.ts';
import { billOfMaterials, findingsIn, installedPackages, type Lock, refusedLicences, whyNot } from './build/release-parts.ts';
import { ROOT } from './tools/child-process.ts';

const RELEASE = join(ROOT, 'build/release');

/** Advisories that do not affect us, by URL, each with the reason. */
const EXPLAINED: Readonly<Record<string, string>> = {};

const refusal = whyNot(ROOT);
if (refusal !== undefined) refuse(refusal);

const folder = await buildPackage();
const client = await buildClient();
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
const licences = JSON.parse(readFileSync(join(folder, 'build-live/licences.json'), 'utf8')) as Licences;

const refused = refusedLicences(licences.packages);
if (refused.length > 0) refuse(`Licences that are not on the list of scripts/build/release-parts.ts: ${refused.join(', ')}`);
const named = new Set(licences.packages.map(({ name }) => compiledFile(name)));
const unnamed = readdirSync(join(folder, 'src/compiled')).filter((file) => !named.has(`src/compiled/${file}`));
if (unnamed.length > 0) refuse(`Compiled in, but without a licence in scripts/build/licences.ts: ${unnamed.join(', ')}`);
const scripted = installedPackages(lock).filter(([, { hasInstallScript = false }]) => hasInstallScript);
if (scripted.length > 0) refuse(`Packages with an install script: ${scripted.map(([place]) => place).join(', ')}`);
audit();

rmSync(RELEASE, { recursive: true, force: true });
mkdirSync(RELEASE, { recursive: true });
// npm gives every file the same modification time.
for (const cwd of [folder, client])
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', RELEASE], { cwd, stdio: 'ignore' });
const committed = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
const at = new Date(Number(committed) * 1000).toISOString();
writeFileSync(
  join(RELEASE, `laurels-${lock.version}.cdx.json`),
  `${JSON.stringify(billOfMaterials(lock, licences.packages, at), null, 2)}\n`,
);
writeFileSync(join(RELEASE, 'THIRD-PARTY-LICENSES.txt'), thirdPartyText(licences));
const sums = readdirSync(RELEASE)
  .toSorted()
  .map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(RELEASE, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
writeFileSync(join(RELEASE, 'SHA256SUMS'), sums.join(''));
console.log(`Laurels ${lock.version}, with ${licences.packages.length} packages of others, is in build/release:\n${sums.join('')}`);

/** Refuses to release with findings about packages in the product. */
function audit(): void {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: ROOT, encoding: 'utf8' });
  const findings = findingsIn(stdout, new Set(licences.packages.map(({ name }) => name)));
  if (findings === undefined) {
    const missing = 'NOT AUDITED: the registry did not answer "npm audit". Run it where it does before you publish.';
    if (process.env['CI'] !== undefined) refuse(missing);
    console.log(missing);
    return;
  }
  const open = findings.filter(({ url }) => EXPLAINED[url] === undefined);
  if (open.length > 0) refuse(`npm audit: ${open.map(({ name, title, url }) => `${name}: ${title} (${url})`).join(', ')}`);
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}
