import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { NODE, ROOT } from '../scripts/tools/child-process.ts';

let folder: string;
const running: ReturnType<typeof spawn>[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-sample-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), '<!doctype html>Home');
  writeFileSync(join(folder, 'site/404.html'), '<!doctype html>404');
  writeFileSync(join(folder, 'csp.json'), JSON.stringify({ scriptHashes: [], styleHashes: [] }));
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ base: '/games/', inputs: '' }));
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the server like `npm start`, with this environment. */
function serve(env: NodeJS.ProcessEnv) {
  const child = spawn(NODE, ['src/main/serve/sample-server.ts'], {
    cwd: ROOT,
    env: { ...process.env, HOST: '', PORT: '0', BUILD_DIR: relative(ROOT, folder), ...env },
  });
  running.push(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<{ code: number | null; output: string; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output, errors })),
  );
  return { child, ended, output: () => output };
}

async function addressOf({ output }: ReturnType<typeof serve>): Promise<URL> {
  await expect.poll(output).toMatch(/\n$/);
  const [, address] = /^Laurels, sample edition: (\S+)\n$/.exec(output()) ?? [];
  return new URL(address!);
}

describe('the server of the sample edition', () => {
  it('prints its address, and responds there with security headers, on this machine only', async () => {
    const server = serve({});
    const address = await addressOf(server);
    expect(address.href).toBe(`http://localhost:${address.port}/games/`);
    const response = await fetch(`http://127.0.0.1:${address.port}/games/`);
    expect(await response.text()).toBe('<!doctype html>Home');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    await expect(fetch(`http://127.0.0.2:${address.port}/games/`)).rejects.toThrow('fetch failed');
  });

  it('listens on all interfaces if HOST says so', async () => {
    const { port } = await addressOf(serve({ HOST: '0.0.0.0' }));
    expect((await fetch(`http://127.0.0.2:${port}/games/`)).status).toBe(200);
  });

  it('prints the path of a missing page', async () => {
    const server = serve({});
    const { port } = await addressOf(server);
    expect((await fetch(`http://127.0.0.1:${port}/no-such-page`)).status).toBe(404);
    await expect.poll(server.output).toContain('\nNot found: "/no-such-page"\n');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('exits with code 0 on %s, even if the signal comes twice', async (signal) => {
    const server = serve({});
    const { port } = await addressOf(server);
    await fetch(`http://127.0.0.1:${port}/games/`);
    server.child.kill(signal);
    server.child.kill(signal);
    expect(await server.ended).toMatchObject({ code: 0, errors: '' });
  });
});

describe('one line on stderr and exit code 1', () => {
  let other: Server;

  beforeAll(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => new Promise((resolve) => other.close(resolve)));

  it('for a port in use', async () => {
    const { port } = other.address() as AddressInfo;
    const { code, output, errors } = await serve({ PORT: String(port) }).ended;
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(new RegExp(`^Port ${port} is already in use\\. .*\\n$`));
  });

  it.each(['abc', '70000', '-1'])('for PORT=%s', async (text) => {
    const { code, errors } = await serve({ PORT: text }).ended;
    expect({ code, errors }).toEqual({ code: 1, errors: `PORT must be a whole number from 0 to 65535, not "${text}".\n` });
  });

  it('for a HOST that is not an address of this machine', async () => {
    const { code, errors } = await serve({ HOST: '192.0.2.1' }).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(/^Cannot listen on HOST "192\.0\.2\.1", port 0: .*\n$/);
  });

  it('for a missing build', async () => {
    const { code, errors } = await serve({ BUILD_DIR: 'no-such-folder' }).ended;
    expect(code).toBe(1);
    expect(errors).toBe('There is no complete build to serve: build.json cannot be read. Run "npm start", which builds first.\n');
  });
});
