import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { NODE, ROOT } from '../tools/child-process.ts';

/** Inputs of a build, besides packages. */
const SOURCES = ['src', 'public', 'scripts', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];

test('the site builds in a folder whose path has URL syntax, and leaves nothing behind', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'laurels-odd-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  const copy = join(outside, 'C# & what? 100%25 "of it"/laurels');
  mkdirSync(copy, { recursive: true });
  for (const name of SOURCES) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const links = join(outside, 'tmp');
  mkdirSync(links);

  const env = { ...process.env, TMPDIR: links, BUILD_DIR: 'build', NODE_ENV: '', BASE_PATH: '/', SITE_URL: 'https://play.example' };
  const { stderr } = await promisify(execFile)(NODE, ['scripts/build.ts'], { cwd: copy, env });
  expect(stderr).toBe('');
  expect(readFileSync(join(copy, 'build/site/index.html'), 'utf8')).toContain('<tbody');
  expect(readdirSync(links)).toEqual([]);
});
