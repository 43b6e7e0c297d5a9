import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { inputsHash, isStale } from './stale.ts';

const INPUTS = [
  'src/domain/player.ts',
  'src/web/styles/tokens.css',
  'scripts/build.ts',
  'scripts/compose-page.ts',
  'public/icon.svg',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
];
const OTHERS = [
  'README.md',
  'package.json',
  'src/domain/player.test.ts',
  'src/contract/source.suite.ts',
  'tests/e2e/site.spec.ts',
  'reports/unit.json',
  'node_modules/x/src/index.ts',
];

let root: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function finishBuild(inputs: string, folder = 'build'): void {
  write(`${folder}/site/index.html`, 'page');
  write(`${folder}/build.json`, JSON.stringify({ base: '/', inputs }));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'laurels-stale-'));
  for (const file of [...INPUTS, ...OTHERS]) write(file, `first ${file}`);
});

afterEach(() => rmSync(root, { recursive: true }));

describe('inputsHash', () => {
  it.each(INPUTS)('changes with the content or absence of %s', async (file) => {
    const before = await inputsHash(root, {});
    write(file, 'second');
    const changed = await inputsHash(root, {});
    rmSync(join(root, file));
    expect(new Set([before, changed, await inputsHash(root, {})]).size).toBe(3);
  });

  it.each(OTHERS)('does not change with %s', async (file) => {
    const before = await inputsHash(root, {});
    write(file, 'second');
    expect(await inputsHash(root, {})).toBe(before);
  });

  it.each(['BASE_PATH', 'SITE_URL'])('changes with the setting %s', async (name) => {
    expect(await inputsHash(root, { [name]: '/games/' })).not.toBe(await inputsHash(root, {}));
  });

  it('changes with the appearance that a setting names, and its logo', async () => {
    write('mine/own.json', '{"logo":"own.svg"}');
    write('mine/own.svg', '<svg/>');
    const hashed = () => inputsHash(root, { LAURELS_APPEARANCE: join(root, 'mine/own.json') });
    const seen = new Set([await inputsHash(root, {}), await hashed()]);
    write('mine/own.svg', '<svg></svg>');
    seen.add(await hashed());
    write('mine/own.json', '{"logo":"own.svg","name":"Own"}');
    seen.add(await hashed());
    expect(seen.size).toBe(4);
  });

  it('changes when content moves from one file to another', async () => {
    write('src/a.ts', '1');
    write('src/b.ts', '');
    const before = await inputsHash(root, {});
    write('src/a.ts', '');
    write('src/b.ts', '1');
    expect(await inputsHash(root, {})).not.toBe(before);
  });

  it('is the same for the same files elsewhere', async () => {
    const first = await inputsHash(root, {});
    rmSync(root, { recursive: true });
    root = mkdtempSync(join(tmpdir(), 'laurels-stale-elsewhere-'));
    for (const file of INPUTS.toReversed()) write(file, `first ${file}`);
    expect(await inputsHash(root, {})).toBe(first);
  });
});

describe('isStale', () => {
  it('is true before the first build', async () => {
    expect(await isStale(root, {})).toBe(true);
  });

  it('is false after a build until an input changes', async () => {
    finishBuild(await inputsHash(root, {}));
    expect(await isStale(root, {})).toBe(false);
    expect(await isStale(root, { BASE_PATH: '/games/' })).toBe(true);
    write('src/domain/player.ts', 'second');
    expect(await isStale(root, {})).toBe(true);
  });

  it('is true for a build without its pages or its record', async () => {
    const inputs = await inputsHash(root, {});
    finishBuild(inputs);
    rmSync(join(root, 'build/site/index.html'));
    expect(await isStale(root, {})).toBe(true);
    finishBuild(inputs);
    write('build/build.json', '{"base":');
    expect(await isStale(root, {})).toBe(true);
  });

  it('uses BUILD_DIR', async () => {
    finishBuild(await inputsHash(root, {}), 'elsewhere');
    expect(await isStale(root, {})).toBe(true);
    expect(await isStale(root, { BUILD_DIR: 'elsewhere' })).toBe(false);
  });
});
