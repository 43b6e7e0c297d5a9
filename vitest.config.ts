// Which tests exist, and how they run. Speed never matters: timeouts only end tests that hang.
import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { UNIT_TESTS } from './scripts/tools/unit-tests.ts';

/** Enough for eight seconds of work on a machine with twenty programs per core. */
const HANGING_MS = 300_000;

export default defineConfig({
  test: {
    include: UNIT_TESTS,
    environment: 'node',
    // Files share a process, so each restores the clock, timers and environment.
    isolate: false,
    // One more than cores: many tests wait for a killed process or a disk.
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
