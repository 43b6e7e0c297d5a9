import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { settlementKills } from './live/settlement-kills.ts';
import { SEED } from './seeded.ts';

test('every prize is due exactly once, for the right player, even if the process is killed while closing, reviewing or settling', async () => {
  const folder = mkdtempSync(join(process.env['LAURELS_TEST_DISK']!, 'laurels-settlement-'));
  const { due, wrong, differences } = await settlementKills(folder, 6, 12, SEED);
  rmSync(folder, { recursive: true });
  expect(due).toBeGreaterThan(8);
  expect({ wrong, differences }).toEqual({ wrong: [], differences: [] });
});
