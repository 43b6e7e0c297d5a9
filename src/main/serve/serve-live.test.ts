import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { NODE, ROOT } from '../../../scripts/tools/child-process.ts';
import { parseLiveSettings } from '../../server/operation/live-settings.ts';
import { greeting } from './serve-live.ts';
import { startLive } from './start-live.ts';

test.runIf(process.platform !== 'win32')('the commands in the greeting work in a shell, for any folder name', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'laurels-greeting-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  const server = await startLive({
    settings: parseLiveSettings({ PORT: '0', LAURELS_DATA: join(outside, `it's "my" $HOME; \`echo\` data & #1\n\\`) }),
    pages: () => () => Promise.reject(new Error('no pages are asked for')),
    headers: [],
    clock: Date.now,
    steady: Date.now,
    log: (text) => expect(text).toMatch(/^Created a new database|^Operator action$/),
  });
  onTestFinished(() => server.stop());
  writeFileSync(join(outside, 'FILE.csv'), 'id,username,points\na,ada,1\n');
  const sh = async (command: string) => (await promisify(execFile)('sh', ['-c', command], { cwd: outside })).stdout;

  const lines = greeting(server, `'${NODE}' '${join(ROOT, 'src/cli/laurels.ts')}'`);
  const [, curl] = /^  (curl .*)$/m.exec(lines)!;
  const [, inviting] = /^  (LAURELS_DATA=[^]* operators invite --role owner)$/m.exec(lines)!;
  const after = lines.slice(lines.indexOf(inviting!) + inviting!.length);
  const [, adding] = /^  (LAURELS_DATA=[^]* keys add game --role write)$/m.exec(after)!;
  const [, importing] = /^  (LAURELS_DATA=[^]* import FILE\.csv)$/m.exec(lines.slice(lines.indexOf(curl!)))!;
  expect(await sh(inviting!)).toContain('/console/join#');
  expect(await sh(adding!)).toMatch(/^lk_/);
  expect(await sh(importing!)).toContain(`through the server at ${server.url}`);
  // Not every machine has curl, so only its arguments are checked.
  expect((await sh(`curl() { printf '%s\\n' "$@"; }; ${curl}`)).split('\n')).toEqual([
    '-H',
    'Authorization: Bearer YOUR-KEY',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"id":"first-1","username":"ada","points":100}',
    `${server.url}/api/v1/points`,
    '',
  ]);
});
