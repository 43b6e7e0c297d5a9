import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** How many tests passed and failed; skipped ones are neither. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Failures by title with the beginning of the error: a truncated log keeps its end. */
  readonly failures: readonly string[];
}

/**
 * The counts of a Vitest JSON report.
 *
 * @param report the parsed report, undefined if there is none.
 * @param exitCode of the runner.
 */
export function vitestCounts(report: unknown, exitCode: number): Counts {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = (report ?? {}) as Partial<JsonTestResults>;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that fails to load has no tests.
    if (failed.length === 0) return status === 'failed' ? [failure(name, message)] : [];
    return failed.map(({ fullName, failureMessages }) => failure(`${name} › ${fullName}`, (failureMessages ?? []).join('\n')));
  });
  return withExitCode({ passed: numPassedTests, failed: numFailedTests, failures }, exitCode);
}

/**
 * The counts of a Playwright JSON report. A flaky test, which passed only on retry, has failed.
 *
 * @param report the parsed report, undefined if there is none.
 * @param exitCode of the runner.
 */
export function playwrightCounts(report: unknown, exitCode: number): Counts {
  const { stats, suites = [] } = (report ?? {}) as Partial<JSONReport>;
  const failures = suites.flatMap((suite) => failuresOf(suite, []));
  return withExitCode({ passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), failures }, exitCode);
}

function failuresOf({ title, suites = [], specs }: JSONReportSuite, above: readonly string[]): string[] {
  const path = [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors.map(({ message }) => message));
        const told = failure([...path, spec.title].join(' › '), errors.join('\n'));
        return [told, ...results.flatMap(({ attachments }) => attachments.flatMap(pageLines))].join('\n');
      }),
  );
  return [...own, ...suites.flatMap((suite) => failuresOf(suite, path))];
}

const PAGE_LINES = 90;

/** The main part of the page at the moment of the failure, as an accessibility tree: logs from another machine come without screenshots. */
function pageLines({ name, path }: { readonly name: string; readonly path?: string }): readonly string[] {
  if (name !== 'error-context' || path === undefined) return [];
  const [, tree] = /^```yaml\n(.*?)\n```/ms.exec(readFileSync(path, 'utf8')) ?? [];
  if (tree === undefined) return [];
  const lines = tree.split('\n');
  const main = Math.max(
    0,
    lines.findIndex((line) => line.trimStart().startsWith('- main')),
  );
  return lines.slice(main, main + PAGE_LINES).map((line) => `    | ${line.replaceAll(/ \[(?:ref|cursor)=[^\]]*\]/g, '')}`);
}

const ERROR_LINES = 12;

function failure(title: string, error: string): string {
  const lines = stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** A runner can fail without a failed test: a file that does not load, a coverage threshold. That counts as one failure. */
function withExitCode(counts: Counts, exitCode: number): Counts {
  if (exitCode === 0 || counts.failed > 0) return counts;
  const failures = counts.failures.length > 0 ? counts.failures : [`no test, but the runner ended with exit code ${exitCode}`];
  return { ...counts, failed: 1, failures };
}
