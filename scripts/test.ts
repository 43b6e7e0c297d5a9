// `npm test`: unit tests, then both built editions in a real browser; the last line is the total. `npm test -- PATTERN`: only matching
// files or titles. The options are in CONTRIBUTING.md.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { NODE, ROOT, runNode, STOP_SIGNALS } from './tools/child-process.ts';
import { findBrowser } from './tools/find-browser.ts';
import { freePort } from './tools/free-port.ts';
import { keepBusy, slowDown, startClockAt } from './tools/harder.ts';
import { buildIfStale } from './build/stale.ts';
import { type Counts, playwrightCounts, vitestCounts } from './tools/test-counts.ts';
import { unitRunsLike } from './tools/unit-tests.ts';

const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const UNIT_REPORT = join(ROOT, 'reports/unit.json');
const BROWSER_REPORT = join(ROOT, 'reports/browser.json');

interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { loaded: { type: 'boolean' }, slow: { type: 'boolean' }, clock: { type: 'string' }, repeat: { type: 'string', default: '1' } },
});
const [pattern] = positionals;
// Coverage of the domain by its own tests. Measuring it costs a fifth of the processor, so the other tests do without.
const unitRuns = pattern === undefined ? [['src/domain/', '--coverage.enabled'], ['--exclude=src/domain/**']] : unitRunsLike(pattern);
const selected = pattern === undefined ? [] : ['-g', pattern];

mkdirSync(join(ROOT, 'reports'), { recursive: true });
// The browser tests expect both editions at their root, so this ignores the environment.
delete process.env['BASE_PATH'];
delete process.env['SITE_URL'];

if (options.clock !== undefined) startClockAt(options.clock);
if (options.loaded === true) keepBusy();
if (options.slow === true) slowDown();

// Each part forwards the signal to its process and ends; then so do we.
let isStopped = false;
for (const signal of STOP_SIGNALS) process.on(signal, () => (isStopped = true));

const outcomes: Outcome[] = [];
if (unitRuns.length > 0) outcomes.push(await part('unit tests', unitTests));
if (!isStopped && (pattern === undefined || hasBrowserTests())) outcomes.push(await part('browser tests', browserTests));
// A pattern may match a file but none of its titles.
const ran = pattern === undefined ? outcomes : outcomes.filter(({ passed, failed }) => passed + failed > 0);
if (ran.length === 0) console.log(`No test has a file or title that matches ${pattern}.`);

for (const { name, failures } of ran) {
  for (const failure of failures) console.log(`\nFailed in the ${name}: ${failure}`);
}
console.log('');
for (const { name, passed, failed, seconds } of ran) {
  console.log(`${name}: ${failed === 0 && passed > 0 ? 'passed' : 'failed'}, ${seconds.toFixed(1)} s`);
}
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = isStopped || failed > 0 || ran.length === 0 || ran.some((outcome) => outcome.passed === 0) ? 1 : 0;

async function unitTests(): Promise<Counts> {
  const sum = { passed: 0, failed: 0, failures: [] as string[] };
  for (const args of Array<typeof unitRuns>(Number(options.repeat)).fill(unitRuns).flat()) {
    if (isStopped) break;
    rmSync(UNIT_REPORT, { force: true });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
    const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters]);
    const { passed, failed, failures } = vitestCounts(report(UNIT_REPORT), code);
    sum.passed += passed;
    sum.failed += failed;
    sum.failures.push(...failures);
  }
  return sum;
}

/** Whether any browser test matches the pattern, without a build or a browser. */
function hasBrowserTests(): boolean {
  const { status, stdout, stderr } = spawnSync(NODE, [PLAYWRIGHT, 'test', '--list', ...selected], { cwd: ROOT, encoding: 'utf8' });
  const errors = [...`${stdout}${stderr}`.matchAll(/^Error: .*/gm)].filter(([text]) => text !== 'Error: No tests found');
  if (errors.length > 0) throw new Error(`The browser tests cannot be listed. ${errors.join('\n')}`);
  return status === 0;
}

async function browserTests(): Promise<Counts> {
  rmSync(BROWSER_REPORT, { force: true });
  await buildIfStale();
  await buildIfStale('live');
  const { how, executablePath } = await findBrowser();
  console.log(`Browser: ${how} ${executablePath}`);
  const env = { ...process.env, CHROME_PATH: executablePath, LAURELS_TEST_PORT: String(await freePort()) };
  const code = await runNode([PLAYWRIGHT, 'test', ...selected, '--repeat-each', options.repeat], env);
  return playwrightCounts(report(BROWSER_REPORT), code);
}

/** Runs one part. Failing to start counts as a failure and lets the other part run. */
async function part(name: string, run: () => Promise<Counts>): Promise<Outcome> {
  const start = performance.now();
  let counts: Counts;
  try {
    counts = await run();
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    counts = { passed: 0, failed: 1, failures: ['it did not run'] };
  }
  return { name, ...counts, seconds: (performance.now() - start) / 1000 };
}

/** The report of a runner, or undefined if it ended before writing one. */
function report(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
