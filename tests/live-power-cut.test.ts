import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { powerCuts } from './live/power-cut.ts';
import { whyNotTraceable } from './live/write-trace.ts';
import { SEED } from './seeded.ts';

it('loses no acknowledged data when the power is cut, twelve times; but would without flushes', async ({ skip }) => {
  const why = whyNotTraceable();
  if (why !== undefined) {
    console.log(`SKIPPED: ${why}`);
    skip(why);
  }
  const folder = mkdtempSync(join(tmpdir(), 'laurels-power-'));
  const { lost, twice, differences, checkpoints, control } = await powerCuts(folder, 60, 12, SEED);
  rmSync(folder, { recursive: true });

  expect({ lost, twice, differences }).toEqual({ lost: 0, twice: 0, differences: [] });
  expect(checkpoints).toBeGreaterThan(0);
  expect(control).toBeGreaterThan(0);
});
