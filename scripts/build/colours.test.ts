import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { COLOURS, writeColours } from './colours.ts';

test('writes the colours again if an earlier build stopped before they were written', async () => {
  const root = await mkdtemp(join(tmpdir(), 'laurels-colours-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const file = join(await writeColours(root), 'colours.css');
  await rm(file);
  await writeColours(root);
  expect(await readFile(file, 'utf8')).toBe(COLOURS);
});
