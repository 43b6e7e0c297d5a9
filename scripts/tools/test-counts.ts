/** How many tests passed and failed; skipped ones are neither. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * The counts of a Vitest JSON report.
 *
 * @param report the parsed report, undefined if there is none.
 * @param exitCode of the runner.
 */
export function vitestCounts(report: unknown, exitCode: number): Counts {
  const { numPassedTests = 0, numFailedTests = 0 } = (report ?? {}) as { numPassedTests?: number; numFailedTests?: number };
  return withExitCode({ passed: numPassedTests, failed: numFailedTests }, exitCode);
}

/**
 * The counts of a Playwright JSON report. A flaky test, which passed only when repeated, has failed.
 *
 * @param report the parsed report, undefined if there is none.
 * @param exitCode of the runner.
 */
export function playwrightCounts(report: unknown, exitCode: number): Counts {
  const { stats } = (report ?? {}) as { stats?: { expected: number; unexpected: number; flaky: number } };
  return withExitCode({ passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) }, exitCode);
}

/** A runner can fail without a failed test: a file that does not load, a coverage threshold. That counts as one. */
function withExitCode(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
