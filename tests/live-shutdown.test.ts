import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { anyThreads } from './live/any-threads.ts';
import { shutDownUnderLoad } from './live/shutdown.ts';

test('stopped under load, it answers accepted requests, accepts no new ones, and loses nothing', async () => {
  const folder = mkdtempSync(join(process.env['LAURELS_TEST_DISK']!, 'laurels-shutdown-'));
  const { acknowledged, duration: _, ...figures } = await shutDownUnderLoad(folder, false, anyThreads('shutdown'));
  rmSync(folder, { recursive: true });

  expect(figures).toEqual({ lost: 0, unanswered: 0, broken: 0, letIn: 0, exitCode: 0 });
  expect(acknowledged).toBeGreaterThan(200);
});
