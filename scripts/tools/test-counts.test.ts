import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { playwrightCounts, vitestCounts } from './test-counts.ts';

it.each([
  [{ numPassedTests: 7, numFailedTests: 0 }, 0, { passed: 7, failed: 0 }],
  [{ numPassedTests: 7, numFailedTests: 2 }, 1, { passed: 7, failed: 2 }],
  [{ numPassedTests: 7, numFailedTests: 0 }, 1, { passed: 7, failed: 1 }],
  [undefined, 1, { passed: 0, failed: 1 }],
  [undefined, 0, { passed: 0, failed: 0 }],
])('counts Vitest report %j with exit code %i', (report, code, counts) => {
  expect(vitestCounts(report, code)).toMatchObject(counts);
});

it.each([
  [{ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 3 } }, 0, { passed: 5, failed: 0 }],
  [{ stats: { expected: 5, unexpected: 2, flaky: 1, skipped: 0 } }, 1, { passed: 5, failed: 3 }],
  [{ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 } }, 1, { passed: 5, failed: 1 }],
  [undefined, 1, { passed: 0, failed: 1 }],
])('counts Playwright report %j with exit code %i', (report, code, counts) => {
  expect(playwrightCounts(report, code)).toMatchObject(counts);
});

it('lists failures with the beginning of their errors', () => {
  const unit = {
    numFailedTests: 1,
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [{ fullName: 'adds', status: 'failed', failureMessages: ['1 is not 2'] }] },
      { name: 'b.test.ts', status: 'failed', message: 'does not load', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ fullName: 'holds', status: 'passed' }] },
    ],
  };
  expect(vitestCounts(unit, 1).failures).toEqual(['a.test.ts › adds\n    1 is not 2', 'b.test.ts\n    does not load']);

  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ errors: [{ message: '\u001B[31mlate\u001B[39m' }], attachments: [] }] }],
  });
  const suites = [
    { title: 'a.spec.ts', specs: [], suites: [{ title: 'a page', specs: [spec('loads', 'flaky'), spec('shows', 'expected')] }] },
  ];
  expect(playwrightCounts({ suites }, 1).failures).toEqual(['a.spec.ts › a page › loads\n    late']);

  expect(vitestCounts({ numPassedTests: 7 }, 1).failures).toEqual(['no test, but the runner ended with exit code 1']);
});

it('shows the main part of the page on which a browser test failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-counts-'));
  try {
    const path = join(folder, 'error-context.md');
    writeFileSync(
      path,
      '# Error details\n\n```\nlate\n```\n\n```yaml\n- navigation\n- main:\n  - button "Go"\n```\n\n```ts\n1 | test\n```\n',
    );
    const results = [
      {
        errors: [{ message: 'late' }],
        attachments: [
          { name: 'error-context', path },
          { name: 'trace', path },
        ],
      },
    ];
    const suites = [{ title: 'a.spec.ts', specs: [{ title: 'loads', tests: [{ status: 'unexpected', results }] }] }];
    expect(playwrightCounts({ suites }, 1).failures).toEqual(['a.spec.ts › loads\n    late\n    | - main:\n    |   - button "Go"']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
