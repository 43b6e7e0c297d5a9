// Which tests there are, and how they run. No test is judged by its speed: the time limits are for what hangs.
import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { UNIT_TESTS } from './scripts/tools/unit-tests.ts';

/** Long enough for eight seconds of work on a machine on which twenty programs want each core. */
const HANGING_MS = 300_000;

export default defineConfig({
  test: {
    include: UNIT_TESTS,
    environment: 'node',
    // Files share a process: each leaves the clock, the timers and the environment as it found them.
    isolate: false,
    // One more than there are cores: many a test waits for a process that was killed, or for a disk.
    maxWorkers: availableParallelism() + 1,
    globalSetup: 'tests/unit-run.ts',
    setupFiles: 'tests/same-seed.ts',
    testTimeout: HANGING_MS,
    hookTimeout: HANGING_MS,
    expect: { poll: { timeout: HANGING_MS } },
    coverage: {
      include: ['src/domain/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reportsDirectory: 'reports/coverage',
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
});
