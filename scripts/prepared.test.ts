import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { NODE } from './tools/child-process.ts';

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** A project whose only package is a Node.js beside it, so that the real npm installs it without a network. */
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'laurels-prepared-'));
  for (const folder of ['scripts', 'runtime/bin']) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'prepared.mjs'), join(root, 'scripts/prepared.mjs'));
  symlinkSync(NODE, join(root, 'runtime/bin/node'));
  writeJson('runtime/package.json', { name: 'node', version: '1.0.0' });
  writeJson('package.json', { name: 'fresh', version: '1.0.0', devDependencies: { node: 'file:runtime' } });
  writeJson('package-lock.json', {
    name: 'fresh',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'fresh', version: '1.0.0', devDependencies: { node: 'file:runtime' } },
      'node_modules/node': { resolved: 'runtime', link: true },
      runtime: { name: 'node', version: '1.0.0', dev: true },
    },
  });
  script('const words: string[] = process.argv.slice(2); console.log(words.join("+"), process.cwd()); process.exitCode = 7;');
});

afterEach(() => rmSync(root, { recursive: true }));

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(root, file), JSON.stringify(value));
}

function script(code: string): void {
  writeFileSync(join(root, 'scripts/task.ts'), code);
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['scripts/prepared.mjs', ...args], { cwd: root, env: { ...process.env, ...env } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal, output, errors })));
  return { child, ended, output: () => output };
}

const run = (args: readonly string[], env?: NodeJS.ProcessEnv) => start(args, env).ended;

describe('a fresh clone', () => {
  it('is installed, once, and the file runs with its arguments and its exit code', async () => {
    const first = await run(['scripts/task.ts', 'a', 'b c'], { NODE_ENV: 'production' });
    expect(first).toMatchObject({ code: 7, output: expect.stringMatching(/^Installing packages, once.*\na\+b c .*\n$/) });
    const second = await run(['scripts/task.ts', 'a'], { npm_config_registry: 'http://127.0.0.1:1/', npm_config_offline: 'true' });
    expect(second).toMatchObject({ code: 7, output: expect.stringMatching(/^a .*\n$/) });
    expect(existsSync(join(root, 'installing.log'))).toBe(false);
  });

  it('is installed once by two runs at a time', async () => {
    const both = await Promise.all([run(['scripts/task.ts', 'x']), run(['scripts/task.ts', 'y'])]);
    expect(both.map(({ code }) => code)).toEqual([7, 7]);
    expect(both.filter(({ output }) => output.includes('Installing'))).toHaveLength(1);
  });

  it('is installed although another run was killed while installing', async () => {
    const killed = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => killed.once('close', resolve));
    writeFileSync(join(root, 'installing.log'), String(killed.pid));
    expect((await run(['scripts/task.ts'])).code).toBe(7);
  });

  it('says so when it cannot be installed', async () => {
    writeFileSync(join(root, 'package-lock.json'), '{');
    const { code, errors } = await run(['scripts/task.ts']);
    expect(code).toBe(1);
    expect(errors).toContain('The packages could not be installed. Try "npm ci" to see why.');
    expect(existsSync(join(root, 'installing.log'))).toBe(false);
  });
});

describe('an installed project', () => {
  beforeEach(async () => {
    await run(['scripts/task.ts']);
  });

  it('is installed again after the lock file changed', async () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: { runtime: { version: string } } };
    lock.packages.runtime.version = '1.0.1';
    writeJson('package-lock.json', lock);
    writeJson('runtime/package.json', { name: 'node', version: '1.0.1' });
    expect((await run(['scripts/task.ts'])).output).toContain('Installing packages');
    expect((await run(['scripts/task.ts'])).output).not.toContain('Installing packages');
  });

  it('is not installed again for an optional package of another platform', async () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> };
    lock.packages['node_modules/elsewhere'] = { version: '1.0.0', optional: true, os: ['aix'] };
    writeJson('package-lock.json', lock);
    expect((await run(['scripts/task.ts'])).output).not.toContain('Installing packages');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on and ends with the code of the file', async (signal) => {
    script(
      `process.on('${signal}', () => { console.log('stopping'); process.exit(5); }); setInterval(() => undefined, 1000); console.log('ready');`,
    );
    const { child, ended, output } = start(['scripts/task.ts']);
    await expect.poll(output).toContain('ready');
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 5, signal: null, output: 'ready\nstopping\n' });
  });

  it('ends by the signal that ended the file', async () => {
    script(`process.kill(process.pid, 'SIGTERM');`);
    expect(await run(['scripts/task.ts'])).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  it('explains itself without a file', async () => {
    expect(await run([])).toMatchObject({ code: 1, errors: expect.stringContaining('Usage: node scripts/prepared.mjs') });
  });
});
