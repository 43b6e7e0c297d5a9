import { expect, it } from 'vitest';

import { playwrightCounts, vitestCounts } from './test-counts.ts';

it.each([
  [{ numPassedTests: 7, numFailedTests: 0 }, 0, { passed: 7, failed: 0 }],
  [{ numPassedTests: 7, numFailedTests: 2 }, 1, { passed: 7, failed: 2 }],
  [{ numPassedTests: 7, numFailedTests: 0 }, 1, { passed: 7, failed: 1 }],
  [undefined, 1, { passed: 0, failed: 1 }],
  [undefined, 0, { passed: 0, failed: 0 }],
])('Vitest report %j with exit code %i', (report, code, counts) => {
  expect(vitestCounts(report, code)).toEqual(counts);
});

it.each([
  [{ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 3 } }, 0, { passed: 5, failed: 0 }],
  [{ stats: { expected: 5, unexpected: 2, flaky: 1, skipped: 0 } }, 1, { passed: 5, failed: 3 }],
  [{ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 } }, 1, { passed: 5, failed: 1 }],
  [undefined, 1, { passed: 0, failed: 1 }],
])('Playwright report %j with exit code %i', (report, code, counts) => {
  expect(playwrightCounts(report, code)).toEqual(counts);
});
