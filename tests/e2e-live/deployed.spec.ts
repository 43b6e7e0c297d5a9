// What the README tells an operator to take to a server, and no more: the build, the sources, the packages that
// `npm ci --omit=dev` installs.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from '@playwright/test';

import { buildFolder } from '../../scripts/build/stale.ts';
import { NODE, ROOT } from '../../scripts/tools/child-process.ts';
import { cardPath } from '../../src/web/live/links/addresses.ts';

const KEY = 'lk_key-of-the-deployed-server';

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-deployed-'));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(buildFolder('live'), join(folder, 'build-live'), { recursive: true });
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean }> };
  for (const [location, { dev }] of Object.entries(lock.packages))
    if (location !== '' && dev !== true) cpSync(join(ROOT, location), join(folder, location), { recursive: true });
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.setTimeout(120_000);

test('what is deployed takes points, shows them, draws them, and obeys the command line', async () => {
  const env = { HOST: '127.0.0.1', PORT: '0', LAURELS_DATA: join(folder, 'data'), LAURELS_API_KEY: KEY };
  const server = spawn(NODE, ['src/laurels.mjs', 'serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  try {
    let said = '';
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    await expect.poll(() => said, { timeout: 60_000 }).toContain('node src/laurels.mjs import');
    const url = /http:\/\/localhost:\d+/.exec(said)![0];

    const posted = await fetch(`${url}/api/v1/points`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: '{"id":"a","username":"ada","displayName":"Ada Lovelace","avatar":"🦊","points":100}',
    });
    expect(posted.status).toBe(201);
    expect(await (await fetch(`${url}/leaderboard`)).text()).toContain('Ada Lovelace');
    const card = await fetch(url + cardPath('ada'));
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { stdout } = await promisify(execFile)(NODE, ['src/laurels.mjs', 'keys', 'list'], { cwd: folder, env });
    expect(stdout).toContain('environment');
  } finally {
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
});
