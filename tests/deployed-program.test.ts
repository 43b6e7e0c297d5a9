// The program as started on a server: with the unit's settings and the operators' command.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { NODE, ROOT } from '../scripts/tools/child-process.ts';
import { replaced } from '../scripts/tools/web-servers.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

describe.skipIf(process.platform === 'win32')('deploy/laurels', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'laurels-deployed-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const own = {
      'program=/opt/laurels/lib/node_modules/laurels': `program='${ROOT}'`,
      'settings=/etc/laurels/settings': `settings='${join(folder, 'settings')}'`,
      'user=laurels': `user='${userInfo().username}'`,
      'PATH=/usr/local/bin': `PATH='${dirname(NODE)}'`,
      '/var/lib/': `${folder}/`,
    };
    writeFileSync(join(folder, 'laurels'), replaced(read('deploy/laurels'), own));
  });

  function laurels(settings: string, args: string, env: Readonly<Record<string, string>> = {}): string {
    writeFileSync(join(folder, 'settings'), settings);
    const { PATH = '' } = process.env;
    const { stdout, stderr } = spawnSync('sh', [join(folder, 'laurels'), ...args.split(' ')], {
      cwd: folder,
      env: { PATH, ...env },
      encoding: 'utf8',
    });
    return stdout + stderr;
  }

  test('keeps data in one folder unless the settings name a database, for the server and for commands', () => {
    expect(laurels('', 'boards list')).toContain(join(folder, 'laurels'));
    const database = 'LAURELS_DATABASE=postgres://laurels:secret@127.0.0.1:1/game?sslmode=disable\n';
    expect(laurels(database, 'boards list')).toMatch(/^The database cannot be used: .*ECONNREFUSED.*\n$/);
    // Without a build it stops here, having read its settings.
    expect(laurels(database, 'serve')).toMatch(/ECONNREFUSED|no complete build/);
  });

  test('reads settings literally, without the shell interpreting them', () => {
    const told = laurels('# A comment\n\nLAURELS_TIME_ZONE=Here & $(touch there); "now"\nPORT=no port', 'serve');
    expect(told).toContain('"Here & $(touch there); \\"now\\""');
    expect(told).toContain('"no port"');
  });

  test('prefers the environment over the settings file, and ignores a missing file elsewhere', () => {
    expect(laurels('LAURELS_TIME_ZONE=Nowhere\n', 'boards list', { LAURELS_TIME_ZONE: 'UTC' })).not.toContain('Nowhere');
    const elsewhere = join(folder, 'elsewhere');
    const database = 'LAURELS_DATABASE=postgres://laurels@127.0.0.1:1/game\n';
    expect(laurels(database, 'boards list', { LAURELS_DATA: elsewhere })).toContain(elsewhere);
  });
});

test.each([
  ['the server', ['src/laurels.mjs', 'serve']],
  ['a command', ['src/laurels.mjs', 'keys', 'list']],
])('%s reports in one line that Node.js is too old', (_, args) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } })`;
  const { status, stdout, stderr } = spawnSync(NODE, ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(`Laurels needs Node.js 24.2 or newer; ${NODE} is 20.19.2. To install it: npm install --global node@24\n`);
});

test('the unit restarts the server however often it fails', () => {
  const [, unit, service] = read('deploy/laurels.service').split(/^\[\w+\]$/m);
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=on-failure$/m);
  expect(service).toMatch(/^ExecStart=\/bin\/sh deploy\/laurels serve$/m);
  // The settings could not override values set here.
  expect(service).not.toMatch(/^Environment/m);
});
