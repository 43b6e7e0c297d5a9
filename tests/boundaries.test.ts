// The one rule of ARCHITECTURE.md: imports point inward. Plants a violation of each kind and expects the check
// that guards it to fail on exactly that file; a guard that reads nothing would pass everything.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'laurels-boundaries-'));
  for (const part of ['src', 'tsconfig.base.json', '.oxlintrc.json', 'package.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  // Packages are linked one by one: compiler output goes below node_modules/.cache, which must be the copy's own.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
});

afterAll(() => rmSync(copy, { recursive: true }));

/** Runs a tool of the project in the copy and returns its exit code and all it said. */
function run(tool: string, ...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin', tool), args, { cwd: copy, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

function lint(folder: string) {
  return run('oxlint', `src/${folder}`);
}

/** Type-checks one layer as the project it is, after those it may import. */
function compile(folder: string) {
  return run('tsc', '-b', `src/${folder}`);
}

function planted(file: string, code: string, check: () => { code: number | null; said: string }) {
  const path = join(copy, 'src', file);
  writeFileSync(path, code);
  try {
    return check();
  } finally {
    rmSync(path);
  }
}

test('nothing is planted: lint and the domain project pass', () => {
  expect(run('oxlint', 'src')).toMatchObject({ code: 0 });
  expect(compile('domain')).toMatchObject({ code: 0 });
});

describe('lint refuses', () => {
  test.each([
    ['domain', "import '../contract/view.ts';", 'domain imports nothing but itself'],
    ['domain', "import { readFileSync } from 'node:fs';\nreadFileSync('x');", 'domain imports nothing but itself'],
    ['domain', "export { z } from 'zod';", 'domain imports nothing but itself'],
    ['contract', "import '../web/ui/ordinal.ts';", 'contract imports domain and nothing else of ours'],
    ['contract', "import '../server/http/port.ts';", 'contract imports domain and nothing else of ours'],
    ['contract', "import 'react';", 'contract needs zod and nothing else'],
    ['sample', "import '../web/ui/ordinal.ts';", 'sample answers contract'],
    ['sample', "import 'react';", 'sample needs no package'],
    ['web', "import '../server/http/port.ts';", 'web asks a LeaderboardSource'],
    ['web', "import '../sample/players.ts';", 'web asks a LeaderboardSource'],
    ['web', "import '../main/editions/edition.ts';", 'web asks a LeaderboardSource'],
    ['web', "import 'node:fs';", 'web runs in browsers'],
    ['server', "import '../web/ui/ordinal.ts';", 'server and web never import each other'],
    ['server', "import '../sample/players.ts';", 'server and web never import each other'],
    ['server', "import 'react';", 'server renders no pages'],
    ['cli', "import '../web/ui/ordinal.ts';", 'cli is what an operator types'],
    ['cli', "import '../main/serve/start-live.ts';", 'cli is what an operator types'],
    ['cli', "import 'react';", 'cli prints lines'],
  ])('in %s: %s', (folder, code, lesson) => {
    const { code: exit, said } = planted(`${folder}/planted.ts`, `${code}\n`, () => lint(folder));
    expect(exit).toBe(1);
    expect(said).toContain('planted.ts');
    expect(said).toContain(lesson);
  });
});

describe('domain does not compile with', () => {
  test.each([
    ['the window', 'export const width = window.innerWidth;', 'window'],
    ['the document', 'export const title = document.title;', 'document'],
    ['the network', "export const answer = fetch('/');", 'fetch'],
    ['a timer', 'setTimeout(() => undefined, 1);', 'setTimeout'],
    ['a Node module', "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('x');", 'node:fs'],
    ['a Node global', 'export const zone = process.env;', 'process'],
    ['the console', "console.log('hello');", 'console'],
  ])('%s', (_, code, culprit) => {
    const { code: exit, said } = planted('domain/planted.ts', `${code}\n`, () => compile('domain'));
    expect(exit).not.toBe(0);
    expect(said).toContain('planted.ts');
    expect(said).toContain(culprit);
  });
});

describe('a layer is a project of its own, so that even a dynamic import cannot leave it', () => {
  test.each([
    ['domain', "export const later = () => import('../contract/view.ts');"],
    ['contract', "export const later = () => import('../server/http/port.ts');"],
    ['web', "export const later = () => import('../server/http/port.ts');"],
    ['server', "export const later = () => import('../web/ui/ordinal.ts');"],
    ['sample', "export type Later = typeof import('../web/ui/ordinal.ts');"],
  ])('%s: %s', (folder, code) => {
    const { code: exit, said } = planted(`${folder}/planted.ts`, `${code}\n`, () => compile(folder));
    expect(exit).not.toBe(0);
    expect(said).toMatch(/planted\.ts.*TS6307/);
  });
});

describe('domain is told the time and never asks for it', () => {
  test.each([
    ['the clock', 'export const now = () => Date.now();'],
    ['the clock through a date', 'export const now = () => new Date();'],
    ['chance', 'export const chance = () => Math.random();'],
  ])('%s', (_, code) => {
    const { code: exit, said } = planted('domain/planted.ts', `${code}\n`, () => lint('domain'));
    expect(exit).toBe(1);
    expect(said).toContain('planted.ts');
  });
});
