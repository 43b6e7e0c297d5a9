import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { NODE } from '../tools/child-process.ts';
import { inScratch } from './scratch.ts';

test.each(['ends', 'fails'])('removes the folder and its processes when the work %s', async (how) => {
  const { folder, child } = await startedIn(how).catch((left: unknown) => left as Awaited<ReturnType<typeof startedIn>>);
  expect(existsSync(folder)).toBe(false);
  expect(child.signalCode).toBe('SIGKILL');
});

/** Leaves behind a file and a process that would run forever. On failure, throws an error with both. */
function startedIn(how: string) {
  return inScratch(async ({ folder, spawn }) => {
    writeFileSync(join(folder, 'a file'), '');
    const left = { folder, child: spawn(NODE, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }) };
    if (how === 'fails') throw Object.assign(new Error('It failed'), left);
    return left;
  });
}
