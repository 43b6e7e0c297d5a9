import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { NODE } from '../child-process.ts';
import { askOnce } from './ask-once.ts';
import { startPostgres } from './postgres-server.ts';

const MODULE = fileURLToPath(new URL('postgres-server.ts', import.meta.url));

it('keeps commits after a kill and after a shutdown', async () => {
  const server = await startPostgres({ durable: true });
  try {
    const first = server.pid;
    await askOnce(server.url, 'CREATE TABLE kept (a int)');
    await server.kill();
    await server.start();
    expect(server.pid).not.toBe(first);
    await askOnce(server.url, 'INSERT INTO kept VALUES (7)');
    await server.shutDown();
    await server.start();
    expect(await askOnce(server.url, 'SELECT a FROM kept')).toEqual([{ a: 7 }]);
  } finally {
    await server.discard();
  }
});

it('ends with its parent, and leaves nothing behind', async () => {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(MODULE)});
    const { pid, adminUrl } = await startPostgres({ durable: false });
    console.log(JSON.stringify({ pid, adminUrl }));
  `;
  const starter = spawn(NODE, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = (await once(starter.stdout, 'data')) as [Buffer];
  const { pid, adminUrl } = JSON.parse(String(told)) as { pid: number; adminUrl: string };
  const [{ data_directory: data } = {}] = await askOnce(adminUrl, 'SHOW data_directory');
  expect(existsSync(String(data))).toBe(true);

  starter.kill('SIGKILL');
  await expect.poll(() => existsSync(String(data))).toBe(false);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
