import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { killRounds } from './live/kill-rounds.ts';
import { SEED } from './seeded.ts';

it('loses no acknowledged event when killed, five times', async () => {
  // Data that must survive a kill is written to a disk.
  const folder = mkdtempSync(join(process.env['LAURELS_TEST_DISK']!, 'laurels-kill-'));
  const { acknowledged, lost, duplicates, differences } = await killRounds(folder, 5, SEED);
  rmSync(folder, { recursive: true });

  expect(acknowledged).toBeGreaterThan(0);
  expect({ lost, duplicates, differences }).toEqual({ lost: 0, duplicates: 0, differences: [] });
});
