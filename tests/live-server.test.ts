import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { NODE, ROOT } from '../scripts/tools/child-process.ts';
import { openSqliteStore } from '../src/server/store/sqlite/sqlite-store.ts';
import { standInBuild } from './live/shutdown.ts';

// Every test starts a process, whose speed depends on the machine.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let build: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-live-server-'));
  build = standInBuild(folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a server that must fail to start. */
function serve(env: NodeJS.ProcessEnv) {
  const child = spawn(NODE, ['src/laurels.mjs', 'serve'], {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', BUILD_DIR: build, LAURELS_DATA: join(folder, 'data'), ...env },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise<{ code: number | null; output: string; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output, errors })),
  );
}

describe('one line on stderr and exit code 1', () => {
  it('for a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, output, errors } = await serve({ PORT: String(port) });
    other.close();
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(new RegExp(`^Port ${port} is already in use\\. .*\\n$`));
  });

  it('for data in use by another process', async () => {
    const store = await openSqliteStore(folder);
    const { code, output, errors } = await serve({ LAURELS_DATA: folder });
    await store.close();
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(new RegExp(`^.*in use by process ${process.pid}.*\\n$`));
  });

  it('for a missing build', async () => {
    const { code, errors } = await serve({ BUILD_DIR: 'no-such-folder' });
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'There is no complete build of the live edition. Run "npm run live", which builds first.\n',
    });
  });
});
