import { launch } from 'chrome-launcher';
import runLighthouse, { type Flags } from 'lighthouse';

import { SAMPLE_PAGES } from '../../src/web/sample/sample-pages.ts';
import { findBrowser, LAUNCH_ARGS } from '../tools/find-browser.ts';
import { atLeast, atMost, median, milliseconds, shownOnly, type Figure } from './figure.ts';
import type { ServedSite } from './served-site.ts';

const RUNS = 5;
const OTHER_PAGES = SAMPLE_PAGES.flatMap(({ path }) => (path === '/' ? [] : [path]));

/** Performance first: it depends on the machine. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Limits of the front page, by Lighthouse's names. */
const LIMITS = [
  { audit: 'first-contentful-paint', what: 'first contentful paint', limit: 800, show: milliseconds },
  { audit: 'largest-contentful-paint', what: 'largest contentful paint', limit: 800, show: milliseconds },
  { audit: 'total-blocking-time', what: 'total blocking time', limit: 50, show: milliseconds },
  { audit: 'cumulative-layout-shift', what: 'cumulative layout shift', limit: 0, show: (value: number) => value.toFixed(3) },
] as const;

/** How long the main thread works until the page is idle, for ours and for another page. */
const MAIN_THREAD = 'mainthread-work-breakdown';

/** The limit as a ratio to the page beside it, which depends less on the machine than a time does. */
const MOST_TIMES = 1.3;

interface Run {
  readonly scores: readonly number[];
  /** In the units of the audit: milliseconds, or none for layout shift. */
  readonly audits: Readonly<Record<string, number>>;
}

/**
 * Lighthouse as a phone on a slow network, simulated from a fast load: `/` as the median of five runs, every other page once. One more run
 * of `/` is really throttled, for comparison without limits.
 *
 * `LIGHTHOUSE_BESIDE` may be the URL of another page, such as a sketch or an earlier version: both are measured in turn and compared by
 * main thread time.
 */
export async function lighthouse(site: ServedSite): Promise<Figure[]> {
  const { executablePath } = await findBrowser();
  const measure = (path: string, flags: Flags = {}) => runOnce(executablePath, new URL(path, site.address).href, flags);
  const runs: Run[] = [];
  const beside = process.env['LIGHTHOUSE_BESIDE'];
  const runsBeside: Run[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    runs.push(await measure('/'));
    if (beside !== undefined) runsBeside.push(await runOnce(executablePath, beside, {}));
  }

  const figures = CATEGORIES.map((category, i) =>
    atLeast({ what: `/ ${category}`, ...middle(runs.map(({ scores }) => scores[i]!)), limit: 100, show: String }),
  );
  for (const { audit, what, limit, show } of LIMITS) {
    figures.push(
      atMost({
        what: `/ ${what}`,
        ...middle(
          runs.map(({ audits }) => audits[audit]!),
          show,
        ),
        limit,
        show,
      }),
    );
  }
  const mainThread = runs.map(({ audits }) => audits[MAIN_THREAD]!);
  figures.push(shownOnly('/ main thread', milliseconds(median(mainThread))));
  if (beside !== undefined) {
    const times = runsBeside.map(({ audits }, i) => mainThread[i]! / audits[MAIN_THREAD]!);
    figures.push(
      atMost({
        what: `/ main thread, beside ${beside}`,
        ...middle(times, (value) => value.toFixed(2)),
        limit: MOST_TIMES,
        show: (value) => `${value.toFixed(2)} times`,
      }),
    );
  }
  const slowed = await measure('/', { throttlingMethod: 'devtools' });
  for (const { audit, what, show } of LIMITS)
    figures.push(shownOnly(`/ ${what}, really slowed down, one run`, show(slowed.audits[audit]!)));

  for (const path of OTHER_PAGES) {
    const [performance, ...others] = (await measure(path)).scores;
    // The speed of one run says little on a busy machine; the other scores do not depend on it.
    figures.push(shownOnly(`${path} performance, one run`, String(performance)));
    figures.push(
      atLeast({
        what: `${path} other categories, the lowest`,
        value: Math.min(...others),
        limit: 100,
        show: String,
        note: others.join(' '),
      }),
    );
  }
  return figures;
}

function middle(values: readonly number[], show: (value: number) => string = String): { value: number; note: string } {
  return { value: median(values), note: `${show(Math.min(...values))} to ${show(Math.max(...values))}` };
}

/** The number of tries per run: sometimes Lighthouse finds no page start in the trace of a newer Chromium. */
const TRIES = 5;

async function runOnce(chromePath: string, url: string, flags: Flags): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await tryOnce(chromePath, url, flags);
    if (typeof result !== 'string') return result;
    if (attempt === TRIES) throw new Error(`Lighthouse could not measure ${url} in ${TRIES} tries: ${result}`);
  }
}

/** One run in a browser with a new profile, so that nothing is cached; or why Lighthouse could not measure. */
async function tryOnce(chromePath: string, url: string, flags: Flags): Promise<Run | string> {
  const browser = await launch({ chromePath, chromeFlags: [...LAUNCH_ARGS, '--headless=new'] });
  try {
    const result = await runLighthouse(url, { ...flags, port: browser.port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
    if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError !== undefined) return runtimeError.message;
    return {
      scores: CATEGORIES.map((category) => Math.round((categories[category]?.score ?? Number.NaN) * 100)),
      audits: Object.fromEntries(
        [MAIN_THREAD, ...LIMITS.map(({ audit }) => audit)].map((audit) => [audit, audits[audit]?.numericValue ?? Number.NaN]),
      ),
    };
  } finally {
    browser.kill();
  }
}
