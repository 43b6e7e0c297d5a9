import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { killRounds } from './live/kill-rounds.ts';

it('loses nothing it acknowledged when it is killed, five times', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-kill-'));
  const { acknowledged, lost, duplicates, differences } = await killRounds(folder, 5);
  rmSync(folder, { recursive: true });

  expect(acknowledged).toBeGreaterThan(0);
  expect({ lost, duplicates, differences }).toEqual({ lost: 0, duplicates: 0, differences: [] });
});
