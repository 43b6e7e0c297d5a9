import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { shutDownUnderLoad } from './live/shutdown.ts';

test('told to stop while it is busy, it answers what it took, takes nothing more, and forgets nothing', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-shutdown-'));
  const { acknowledged, duration, ...figures } = await shutDownUnderLoad(folder, false);
  rmSync(folder, { recursive: true });

  expect(figures).toEqual({ lost: 0, unanswered: 0, broken: 0, letIn: 0, exitCode: 0 });
  expect(acknowledged).toBeGreaterThan(200);
  expect(duration).toBeLessThan(10_000);
});
