import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { NODE, ROOT } from './tools/child-process.ts';

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

// Every test starts processes, whose speed depends on the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PROJECT = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** A project whose only package is a local Node.js, so that the real npm installs it without a network. */
let root: string;

beforeEach(makeProject);

afterEach(() => rmSync(root, { recursive: true }));

function makeProject(): void {
  root = mkdtempSync(join(tmpdir(), 'laurels-prepared-'));
  for (const folder of ['scripts', 'runtime/bin']) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'prepared.mjs'), join(root, 'scripts/prepared.mjs'));
  symlinkSync(NODE, join(root, 'runtime/bin/node'));
  writeJson('runtime/package.json', { name: 'node', version: '1.0.0' });
  writeJson('package.json', { name: 'fresh', version: '1.0.0', devDependencies: { node: 'file:runtime' }, scripts: PROJECT.scripts });
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
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(root, file), JSON.stringify(value));
}

function readJson(file: string): object {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as object;
}

function script(code: string): void {
  writeFileSync(join(root, 'scripts/task.ts'), code);
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return watched(process.execPath, ['scripts/prepared.mjs', ...args], env);
}

function watched(command: string, args: readonly string[], env: NodeJS.ProcessEnv, options: { detached?: boolean } = {}) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, ...options });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal, output, errors })));
  return { child, ended, output: () => output };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const run = (args: readonly string[], env?: NodeJS.ProcessEnv) => start(args, env).ended;

/** Adds an optional package for this platform only, like the native part of a tool. `node` is its required range. */
function addNativePackage(node: string): void {
  const native = { version: '1.0.0', os: [process.platform], cpu: [process.arch], engines: { node } };
  mkdirSync(join(root, 'package'));
  writeJson('package/package.json', { name: 'native', ...native });
  execFileSync('tar', ['-czf', 'native.tgz', 'package'], { cwd: root });
  const optionalDependencies = { native: 'file:native.tgz' };
  writeJson('package.json', { ...readJson('package.json'), optionalDependencies });
  const lock = readJson('package-lock.json') as { packages: { '': object } };
  const packages = {
    ...lock.packages,
    '': { ...lock.packages[''], optionalDependencies },
    'node_modules/native': { resolved: 'file:native.tgz', optional: true, ...native },
  };
  writeJson('package-lock.json', { ...lock, packages });
}

describe('the Node.js version', () => {
  /** The output with another version, by faking `process.versions`. */
  async function saidBy(version: string): Promise<string> {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    return (await run([], { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(pretend)}` })).errors;
  }

  it.each(['18.20.8', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])('rejects %s in one line', async (version) => {
    expect(await saidBy(version)).toBe(`Laurels needs Node.js 20 (from 20.19 on), or 22.12 or newer. This is Node.js ${version}.\n`);
  });

  it.each(['20.19.0', '22.12.0', '23.0.0', '24.0.0', '26.1.0'])('accepts %s', async (version) => {
    expect(await saidBy(version)).toMatch(/^Usage/);
  });
});

describe('a fresh clone', () => {
  it('is installed once, then runs the file with its arguments and returns its exit code', async () => {
    const first = await run(['scripts/task.ts', 'a', 'b c'], { NODE_ENV: 'production' });
    expect(first).toMatchObject({ code: 7, output: expect.stringMatching(/^Installing packages\. This happens once.*\na\+b c .*\n$/) });
    const second = await run(['scripts/task.ts', 'a'], { npm_config_registry: 'http://127.0.0.1:1/', npm_config_offline: 'true' });
    expect(second).toMatchObject({ code: 7, output: expect.stringMatching(/^a .*\n$/) });
    expect(existsSync(join(root, 'installing.log'))).toBe(false);
  });

  it('is installed once by two concurrent runs', async () => {
    const both = await Promise.all([run(['scripts/task.ts', 'x']), run(['scripts/task.ts', 'y'])]);
    expect(both.map(({ code }) => code)).toEqual([7, 7]);
    expect(both.filter(({ output }) => output.includes('Installing'))).toHaveLength(1);
  });

  it('is installed even if another run was killed while installing', async () => {
    const killed = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => killed.once('close', resolve));
    writeFileSync(join(root, 'installing.log'), String(killed.pid));
    expect((await run(['scripts/task.ts'])).code).toBe(7);
  });

  it('is not considered installed while a package for this platform is missing, and says so', async () => {
    // npm skips it silently, because no Node.js version matches.
    addNativePackage('>=999');
    const installing = /^Installing packages.*\n$/;
    const half = { code: 1, output: expect.stringMatching(installing), errors: expect.stringContaining('installed only some') };
    expect(await run(['scripts/task.ts'])).toMatchObject(half);
    expect(await run(['scripts/task.ts'])).toMatchObject(half);
  });

  it('reports a failed install', async () => {
    writeFileSync(join(root, 'package-lock.json'), '{');
    const { code, errors } = await run(['scripts/task.ts']);
    expect(code).toBe(1);
    expect(errors).toContain('The packages could not be installed. Try "npm ci" to see why.');
    expect(existsSync(join(root, 'installing.log'))).toBe(false);
  });
});

describe('an installed project', () => {
  /** npm takes seconds, so it installs once, and each test uses a copy. */
  let installed: string;

  beforeAll(async () => {
    makeProject();
    await run(['scripts/task.ts']);
    installed = root;
  });

  beforeEach(() => {
    rmSync(root, { recursive: true });
    cpSync(installed, root, { recursive: true, verbatimSymlinks: true });
  });

  afterAll(() => rmSync(installed, { recursive: true }));

  it('is installed again after the lock file changed', async () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: { runtime: { version: string } } };
    lock.packages.runtime.version = '1.0.1';
    writeJson('package-lock.json', lock);
    writeJson('runtime/package.json', { name: 'node', version: '1.0.1' });
    expect((await run(['scripts/task.ts'])).output).toContain('Installing packages');
    expect((await run(['scripts/task.ts'])).output).not.toContain('Installing packages');
  });

  it('is installed again after npm skipped a package for this platform', async () => {
    addNativePackage('>=20');
    execFileSync('npm', ['ci', '--omit=optional'], { cwd: root });
    expect((await run(['scripts/task.ts'])).output).toContain('Installing packages');
    expect((await run(['scripts/task.ts'])).output).not.toContain('Installing packages');
  });

  it('is not installed again for an optional package of another platform', async () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> };
    lock.packages['node_modules/elsewhere'] = { version: '1.0.0', optional: true, os: ['aix'] };
    writeJson('package-lock.json', lock);
    expect((await run(['scripts/task.ts'])).output).not.toContain('Installing packages');
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('forwards %s and ends with the exit code of the file', async (signal) => {
    script(
      `process.on('${signal}', () => { console.log('stopping'); process.exit(5); }); setInterval(() => undefined, 1000); console.log('ready');`,
    );
    const { child, ended, output } = start(['scripts/task.ts']);
    await expect.poll(output, { timeout: 20_000 }).toContain('ready');
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 5, signal: null, output: 'ready\nstopping\n' });
  });

  describe.each(['start', 'live'])('npm run %s', (name) => {
    beforeEach(() => {
      writeFileSync(
        join(root, `scripts/${name}.ts`),
        `import { writeFileSync } from 'node:fs';
        const stop = () => { writeFileSync('stopped', ''); process.exit(); };
        process.on('SIGTERM', stop);
        process.on('SIGINT', stop);
        process.on('SIGHUP', stop);
        setInterval(() => undefined, 1000);
        console.log('ready as ' + process.pid);`,
      );
      // As on some machines, where `sh` replaces itself with its last command.
      writeFileSync(join(root, 'shell'), '#!/bin/sh\neval "exec $2"\n', { mode: 0o755 });
    });

    it.each([
      ['npm alone is told to stop', 'SIGTERM', 'sh', (npm: number) => npm],
      ['npm alone is told to stop, with a shell that makes way', 'SIGTERM', './shell', (npm: number) => npm],
      ['Ctrl-C is pressed', 'SIGINT', 'sh', (npm: number) => -npm],
      ['the terminal is closed', 'SIGHUP', 'sh', (npm: number) => -npm],
    ] as const)('leaves nothing behind when %s', async (_when, signal, shell, target) => {
      const { child, ended, output } = watched('npm', ['run', name], { npm_config_script_shell: shell }, { detached: true });
      onTestFinished(() => {
        try {
          process.kill(-child.pid!, 'SIGKILL');
        } catch {
          // The process group is empty, as expected.
        }
      });
      await expect.poll(output, { timeout: 20_000 }).toContain('ready as');
      const server = Number(/ready as (\d+)/.exec(output())![1]);
      process.kill(target(child.pid!), signal);
      await ended;
      await expect.poll(() => isRunning(server), { timeout: 20_000 }).toBe(false);
      expect(existsSync(join(root, 'stopped'))).toBe(true);
    });
  });

  it('ends with the signal that ended the file', async () => {
    script(`process.kill(process.pid, 'SIGTERM');`);
    expect(await run(['scripts/task.ts'])).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  it('prints its usage without a file', async () => {
    expect(await run([])).toMatchObject({ code: 1, errors: expect.stringContaining('Usage: node scripts/prepared.mjs') });
  });
});
