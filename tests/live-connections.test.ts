import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { anyThreads } from './live/any-threads.ts';
import { holdHalfOpen } from './live/half-open.ts';

test('an address that holds as many connections as it can cuts off no other address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-half-open-'));
  try {
    const { closed, unanswered } = await holdHalfOpen(folder, 256, 400, 20, anyThreads('connections'));
    expect(closed).toBeGreaterThan(0);
    expect(unanswered).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
