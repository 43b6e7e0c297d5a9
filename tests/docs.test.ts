// The documents for newcomers work as written: the scripts and files they name exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ROOT } from '../scripts/tools/child-process.ts';
import { run } from '../src/cli/run.ts';
import { CLOSING_RULE, ORDER_RULE } from '../src/contract/parts/answer-parts.ts';
import { SCORING_RULES } from '../src/domain/scoring.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { OLDEST_SERVER } from '../src/server/store/postgres/database/opening.ts';
import { SCHEMA_VERSION as POSTGRES_VERSION } from '../src/server/store/postgres/database/schema.ts';
import { READABLE_VERSIONS, SCHEMA_VERSION as FOLDER_VERSION } from '../src/server/store/sqlite/file/schema.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** The files of the repository, each preceded by a slash. */
const FILES = ['src', 'scripts', 'tests', 'deploy', 'docs', 'clients']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .concat(readdirSync(ROOT))
  .map((name) => `/${name.replaceAll('\\', '/')}`);

const { scripts } = JSON.parse(read('package.json')) as { scripts: object };

const PAPERS = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));

test.each(PAPERS)('docs/%s links to files and headings that exist', (paper) => {
  const links = [...read(`docs/${paper}`).matchAll(/\]\(([\w./-]+\.md)?(?:#([\w-]+))?\)/g)];
  const missing = links.filter(([, file = paper, heading]) => {
    if (!existsSync(join(ROOT, 'docs', file))) return true;
    return heading !== undefined && !headingsOf(read(join('docs', file))).includes(heading);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])('%s names scripts and files that exist', (paper) => {
  const text = read(paper);
  const scriptsNamed = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name]) => name!);
  expect(scriptsNamed.filter((name) => !(name in scripts))).toEqual([]);
  const named = [...text.matchAll(/`(\w[\w./-]*\.(?:tsx?|mjs|css|json|md))`|\]\(([\w./-]+)\)/g)].map(([, code, link]) => (code ?? link)!);
  expect(named.filter((name) => !FILES.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

test('the runbook names files, commands and settings that exist', async () => {
  const runbook = read('docs/operating.md');
  const links = [...runbook.matchAll(/\]\(([\w./-]+)[#)]/g)].map(([, link]) => link!);
  expect(links.filter((link) => !existsSync(join(ROOT, 'docs', link)))).toEqual([]);

  let help = '';
  const io = { stdout: { write: (text: string) => (help += text) }, stderr: { write: () => {} }, env: {}, cwd: ROOT, clock: Date.now };
  await run(['--help'], io);
  const commands = [...runbook.matchAll(/(?:^|`)laurels (?!laurels)(\w+(?: [a-z]+)?)/gm)].map(([, command]) => command!);
  expect(commands.length).toBeGreaterThan(20);
  const isKnown = (command: string) => [command, command.split(' ')[0]!].some((one) => new RegExp(`\\b${one}\\b`).test(help));
  expect(commands.filter((command) => !isKnown(command))).toEqual([]);

  const settings = new Set(runbook.match(/\bLAURELS_[A-Z_]+/g));
  expect([...settings].filter((name) => !read('docs/settings.md').includes(`| \`${name}\``))).toEqual([]);
});

/** Anchors in the form that links on repository pages use. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, words]) =>
    words!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('README names every scoring rule', () => {
  expect(read('README.md')).toContain(`(${SCORING_RULES.map((rule) => `\`${rule}\``).join(', ')})`);
});

test.each(['README.md', 'ARCHITECTURE.md'])("%s states the ordering rule in the API's words", (paper) => {
  expect(read(paper).replaceAll(/\s*\(`domain\/ordering\.ts`\)/g, '')).toContain(ORDER_RULE);
});

test.each(['README.md', 'ARCHITECTURE.md', 'docs/decisions/periods.md'])(
  "%s states the acceptance rule of periods in the API's words",
  (paper) => {
    expect(read(paper).replaceAll('\n', ' ')).toContain(CLOSING_RULE);
  },
);

test('docs/upgrading.md has the schema versions that this version can read', () => {
  const [newest] = /^\| \d.*$/m.exec(read('docs/upgrading.md'))!;
  const { version, engines } = JSON.parse(read('package.json')) as { version: string; engines: { node: string } };
  expect(newest.split('|').map((cell) => cell.trim())).toEqual([
    '',
    version,
    String(FOLDER_VERSION),
    READABLE_VERSIONS.filter((readable) => readable !== FOLDER_VERSION).join(', '),
    String(POSTGRES_VERSION),
    String(POSTGRES_VERSION - 1),
    `Node.js ${engines.node.slice('>='.length)}, PostgreSQL ${OLDEST_SERVER}`,
    '',
  ]);
});

test('CHANGELOG.md begins with this version, after unreleased changes', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(/^## (?!Unreleased$)(\S+)/m.exec(read('CHANGELOG.md'))![1]).toBe(version);
});

test("docs/settings.md has every setting, with its default and its meaning in the server's words", () => {
  const rows = [...read('docs/settings.md').matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)];
  const told = rows.map((row) => row.slice(1).map((cell) => cell.replaceAll('`', '')));
  expect(told).toEqual(
    parseLiveSettings({}).told.map(({ name, value, meaning }) => [name, /^not set$/.test(value ?? '') ? '' : (value ?? ''), meaning]),
  );
});
