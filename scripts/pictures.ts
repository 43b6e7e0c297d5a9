// Draws every picture in the repository: icons and the social card from the brand's shapes, and the README's pictures from the running
// site, so that they stay current. Needs a build and a browser.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { chromium, type Browser, type Page } from '@playwright/test';

import { ENDPOINTS } from '../src/contract/api.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import { ROOT } from './tools/child-process.ts';
import { takeConsolePictures } from './tools/console-pictures.ts';
import { findBrowser, LAUNCH_ARGS } from './tools/find-browser.ts';
import { buildIfStale } from './build/stale.ts';

const PORT = '4179';
const SITE = `http://127.0.0.1:${PORT}`;

/** A screenshot of one URL of the site. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly theme?: 'light';
}

const SCREENS = [
  { name: 'home', path: '/', width: 1280, height: 900 },
  { name: 'home-light', path: '/?period=weekly', width: 1280, height: 900, theme: 'light' },
  { name: 'home-phone', path: '/', width: 320, height: 900 },
  { name: 'earn', path: '/earn', width: 1280, height: 900 },
  { name: 'whiteboard', path: '/whiteboard', width: 1280, height: 720 },
  { name: 'search', path: '/search', width: 1280, height: 720 },
  { name: 'leaderboard', path: '/leaderboard?mode=monthly', width: 1280, height: 1000 },
  { name: 'not-found', path: '/no-such-page', width: 1280, height: 720 },
] as const satisfies readonly Screen[];

/** A screenshot of the live edition, after importing the example points. */
const LIVE_SCREENS = [
  { name: 'live-all-time', path: '/leaderboard?mode=all-time', width: 1280, height: 1000 },
  { name: 'live-race-day', path: '/?at=2026-03-08', width: 1280, height: 900 },
  { name: 'live-phone', path: '/leaderboard?mode=monthly&at=2026-05-01', width: 320, height: 900 },
  { name: 'live-time-machine', path: '/leaderboard?mode=all-time&at=2012-11-25T20:00Z', width: 1280, height: 900 },
  { name: 'live-player', path: '/players/lewis-hamilton', width: 1280, height: 1400 },
  { name: 'live-receipt', path: '/players/lewis-hamilton/why?mode=weekly&at=2024-07-07', width: 1280, height: 720 },
] as const satisfies readonly Screen[];

/** A fictional player among others, as in a shared link. */
const CARD = { name: 'live-card', player: 'nova', displayName: 'Nova', avatar: '🦊' } as const;

const KEY = 'lk_key-of-the-pictures';

/** Ended periods close after a while without events, and past ranks are drawn only then; milliseconds. */
const CLOSED_AFTER_MS = 45_000;

await buildIfStale('sample');
await buildIfStale('live');
const { how, executablePath } = await findBrowser();
console.log(`Browser: ${how} ${executablePath}`);
const browser = await chromium.launch({ executablePath, args: [...LAUNCH_ARGS] });
try {
  await drawIcons(browser);
  await drawSocialCard(browser);
  await takeScreenshots(browser);
  await takeLiveScreenshots(browser);
} finally {
  await browser.close();
}

async function drawIcons(on: Browser): Promise<void> {
  const svg = await readFile(join(ROOT, 'public/icon.svg'), 'utf8');
  const draw = async (file: string, size: number, padding: number, ground: string) => {
    const page = await on.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>html{background:${ground}}body{margin:${padding}px}svg{display:block;width:${size - 2 * padding}px;height:${size - 2 * padding}px}</style>${svg}`,
    );
    await page.screenshot({ path: join(ROOT, 'public', file), omitBackground: true });
    await page.close();
  };
  await draw('icon-192.png', 192, 0, 'transparent');
  await draw('icon-512.png', 512, 0, 'transparent');
  await draw('apple-touch-icon.png', 180, 22, '#080f14');
  // A maskable icon may be cropped to a circle of its middle 80 %.
  await draw('icon-maskable-512.png', 512, 96, '#080f14');
}

async function drawSocialCard(on: Browser): Promise<void> {
  const { subsetArchivo } = await import('./build/subset-font.ts');
  const font = await readFile(join(await subsetArchivo(ROOT), 'archivo.woff2'), 'base64');
  const icon = await readFile(join(ROOT, 'public/icon.svg'), 'base64');
  const lane = (place: number, height: number, colour: string, texture: string) =>
    `<div class="lane"><div class="plate" style="height:${height}px;border-color:${colour};background-image:${texture}"><b style="color:${colour}">${place}</b></div></div>`;
  const page = await on.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(`<style>
    @font-face { font-family: Archivo; src: url(data:font/woff2;base64,${font}); font-weight: 400 800; font-stretch: 75% 100%; }
    body { margin: 0; width: 1200px; height: 630px; background: #080f14; color: #f5f3ee; font-family: Archivo; display: grid; grid-template-columns: 480px 1fr; }
    .words { padding: 72px 0 0 72px; }
    .brand { display: flex; align-items: center; gap: 20px; font: 800 48px/1 Archivo; }
    h1 { margin: 96px 0 0; font: 800 132px/.92 Archivo; font-stretch: 75%; }
    .podium { display: grid; grid-template-columns: repeat(3, 1fr); gap: 3px; align-items: end; margin: 0 72px 72px 0; border-bottom: 6px solid #d9f95f; }
    .lane { height: 100%; display: flex; align-items: end; border-left: 1px solid #333f46; }
    .lane:last-child { border-right: 1px solid #333f46; }
    .plate { flex: 1; display: grid; place-items: center; background-color: #18232a; border-top: 8px solid; clip-path: polygon(0 0, calc(100% - 20px) 0, 100% 20px, 100% 100%, 0 100%); }
    b { font: 800 180px/.8 Archivo; font-stretch: 75%; }
  </style>
  <div class="words"><div class="brand"><img width="72" src="data:image/svg+xml;base64,${icon}">Laurels</div><h1>Who<br>leads</h1></div>
  <div class="podium">
    ${lane(2, 300, '#d1d9df', 'none')}
    ${lane(1, 400, '#eab444', 'radial-gradient(#233037 6px, transparent 7px); background-size: 32px 32px')}
    ${lane(3, 230, '#d0875e', 'repeating-linear-gradient(135deg, #233037 0 8px, transparent 8px 28px)')}
  </div>`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(ROOT, 'public/social-card.png') });
  await page.close();
}

async function takeScreenshots(on: Browser): Promise<void> {
  const server = spawn(process.execPath, [join(ROOT, 'src/main/serve/sample-server.ts')], {
    env: { ...process.env, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(server.stdout, 'data');
    for (const screen of SCREENS) await takeScreenshot(on, screen);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

async function takeLiveScreenshots(on: Browser): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'laurels-pictures-'));
  const env = {
    ...process.env,
    PORT,
    LAURELS_DATA: data,
    LAURELS_TIME_ZONE: 'UTC',
    LAURELS_API_KEY: KEY,
    LAURELS_BACKUP_FOLDER: join(data, 'backups'),
  };
  const server = spawn(process.execPath, [join(ROOT, 'src/laurels.mjs'), 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(server.stdout, 'data');
    for (const args of [
      ['import', 'docs/examples/f1-points.csv'],
      ['catalogue', 'set', 'docs/examples/catalogue.json'],
    ]) {
      execFileSync(process.execPath, ['src/cli/laurels.ts', ...args], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
    }
    await wait(CLOSED_AFTER_MS);
    for (const screen of LIVE_SCREENS) await takeScreenshot(on, screen);
    await fetchCard();
    // Passkeys need a host name, not an IP address.
    await takeConsolePictures(on, { url: `http://localhost:${PORT}`, key: KEY, folder: join(ROOT, 'docs/pictures/console') });
  } finally {
    server.kill();
    await once(server, 'exit');
    await rm(data, { recursive: true });
  }
}

/** Plays a little on a separate board, and saves the card of one of its players. */
async function fetchCard(): Promise<void> {
  const call = createApiClient(ENDPOINTS, { origin: SITE, key: KEY });
  const { name, player, displayName, avatar } = CARD;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const others = Array.from({ length: 400 }, (_, i) => ({
    id: `other-${i}`,
    username: `player ${i}`,
    points: 20 * (i + 1),
    at: daysAgo((i * 7) % 60),
  }));
  const own = { id: 'own', username: player, displayName, avatar, points: 7310, at: daysAgo(0) };
  await call('makeBoard', { body: { name: 'arena', title: 'Arena, season 4' } });
  await call('submitPoints', { query: { board: 'arena' }, body: { events: [...others, own] } });
  const picture = await fetch(`${SITE}/players/${player}/card.png?board=arena`);
  await writeFile(join(ROOT, 'docs/pictures', `${name}.png`), Buffer.from(await picture.arrayBuffer()));
}

async function takeScreenshot(on: Browser, { name, path, width, height, theme }: Screen): Promise<void> {
  const context = await on.newContext({ viewport: { width, height }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  if (theme !== undefined) await page.addInitScript((chosen) => localStorage.setItem('laurels:theme', chosen), theme);
  await page.goto(SITE + path);
  await settle(page);
  await page.screenshot({ path: join(ROOT, 'docs/pictures', `${name}.png`) });
  await context.close();
}

async function settle(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor();
  // A first visit has no cached typeface.
  await page.waitForFunction(() => localStorage.getItem('laurels:typeface') !== null);
  await page.evaluate(() => document.fonts.ready);
}
