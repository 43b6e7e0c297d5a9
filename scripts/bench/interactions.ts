import { chromium, type Browser, type Page } from '@playwright/test';

import { findBrowser, LAUNCH_ARGS } from '../tools/find-browser.ts';
import { buildCrowded } from './crowded-build.ts';
import { atMost, median, milliseconds, shownOnly, type Figure } from './figure.ts';
import { recordInteractions, type Recording, type Shown } from './interaction-recorder.ts';
import { serveBuild } from './served-site.ts';

const ROUNDS = 5;
const CPU_SLOW_DOWN = 4;
const LIMIT_MS = 50;

/** How long a key is held, in milliseconds. */
const HELD_MS = 40;

/** A visitor's action: its name in the table, its steps, and the content that shows that the page has caught up. */
interface Step {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
  readonly shown: Shown;
}

const BOX = 'input[name="q"]';
const STATUS = '#main p[role="status"]';
const PAGER = 'nav[aria-label="Rankings pages"]';

const press = (name: string, key: string, typed: string): Step => ({
  name,
  act: (page) => page.keyboard.press(key, { delay: HELD_MS }),
  shown: { selector: STATUS, text: typed === '' ? '' : `“${typed}”` },
});

/** Types the word and deletes it again, keys `pause` milliseconds apart. */
const typeWord = (name: string, pause: number): Step[] => [
  {
    name,
    act: async (page) => {
      for (const key of 'nova') {
        await page.keyboard.press(key, { delay: HELD_MS });
        await page.waitForTimeout(pause - HELD_MS);
      }
    },
    shown: { selector: STATUS, text: '“nova”' },
  },
  {
    name,
    act: async (page) => {
      for (let i = 0; i < 'nova'.length; i += 1) {
        await page.keyboard.press('Backspace', { delay: HELD_MS });
        await page.waitForTimeout(pause - HELD_MS);
      }
    },
    shown: { selector: STATUS, text: '' },
  },
];

const choosePeriod = (period: string): Step => ({
  name: 'switching the period',
  act: (page) => page.locator(`button[name="period"][value="${period}"]`).click(),
  shown: { selector: `#main [data-period="${period}"]` },
});

const turnPage = (link: string, first: number): Step => ({
  name: 'turning the page',
  act: (page) => page.locator(PAGER).getByText(link).click(),
  shown: { selector: PAGER, text: `Previous${first} to ` },
});

const chooseMode = (mode: string): Step => ({
  name: 'choosing a mode',
  act: (page) => page.locator(`button[name="mode"][value="${mode}"]`).click(),
  shown: { selector: `button[name="mode"][value="${mode}"][aria-pressed="true"]` },
});

const ON_BOTH_PAGES: readonly Step[] = [
  press('typing a letter', 'n', 'n'),
  press('typing a letter', 'o', 'no'),
  press('typing a letter', 'v', 'nov'),
  press('typing a letter', 'a', 'nova'),
  press('deleting a letter', 'Backspace', 'nov'),
  press('deleting a letter', 'Backspace', 'no'),
  press('deleting a letter', 'Backspace', 'n'),
  press('deleting a letter', 'Backspace', ''),
  ...typeWord('typing and deleting fast, 90 ms apart', 90),
  // Just after the delay until the page writes the text to its URL.
  ...typeWord('typing and deleting slowly, 340 ms apart', 340),
  choosePeriod('weekly'),
  choosePeriod('daily'),
  turnPage('Next', 54),
  turnPage('Next', 104),
  turnPage('Previous', 54),
  turnPage('Previous', 4),
];

const MODES = ['weekly', 'monthly', 'all-time', 'overall'].map(chooseMode);

const VISITS: readonly { readonly path: string; readonly steps: readonly Step[] }[] = [
  { path: '/', steps: ON_BOTH_PAGES },
  { path: '/leaderboard', steps: [...ON_BOTH_PAGES, ...MODES] },
];

/**
 * How long the page takes to respond with 10,000 players on its boards and a processor four times slower than this machine's: each
 * interaction by the browser's event timing, as in INP, and the time until the table has caught up, possibly a render later.
 *
 * Each step is judged by the median of its rounds, and each kind of step by its slowest step, which filters hiccups but not slow steps. The
 * worst of all rounds is shown, too.
 */
export async function interactions(): Promise<Figure[]> {
  const { executablePath } = await findBrowser();
  const site = await serveBuild(await buildCrowded());
  const browser = await chromium.launch({ executablePath, args: [...LAUNCH_ARGS] });
  const rounds: Recording[][] = [];
  try {
    for (let i = 0; i < ROUNDS; i += 1) rounds.push(await round(browser, site.address));
  } finally {
    await browser.close();
    await site.stop();
  }

  const names = VISITS.flatMap(({ steps }) => steps.map(({ name }) => name));
  return [...new Set(names)].flatMap((kind) => {
    const steps = names.flatMap((name, i) => (name === kind ? [rounds.map((one) => one[i]!)] : []));
    const slowest = (part: keyof Recording) => Math.max(...steps.map((recordings) => median(recordings.map((one) => one[part]))));
    const worst = (part: keyof Recording) => `worst of all rounds ${milliseconds(Math.max(...steps.flat().map((one) => one[part])))}`;
    return [
      atMost({ what: kind, value: slowest('longest'), limit: LIMIT_MS, show: milliseconds, note: worst('longest') }),
      shownOnly(`${kind}: until the table shows it`, `${milliseconds(slowest('caughtUp'))} (${worst('caughtUp')})`),
    ];
  });
}

/** One round of all steps, each visit in a new tab; one recording per step, in order. */
async function round(browser: Browser, address: string): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const { path, steps } of VISITS) {
    // Blocks the service worker, whose requests after the first load would be measured with the first keys.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(new URL(path, address).href);
    await page.locator('html[data-ready]').waitFor();
    await page.locator(BOX).focus();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOW_DOWN });
    await page.waitForTimeout(1000);
    for (const { act, shown } of steps) {
      await page.evaluate(recordInteractions, shown);
      await act(page);
      recordings.push(await page.evaluate(() => window.benchRecording!));
    }
    await context.close();
  }
  return recordings;
}
