// Screenshots of every page of the console, over a running game.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Page } from '@playwright/test';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { CONSOLE_ROOMS } from '../../src/web/console/frame/console-rooms.ts';
import { joinConsole } from './join-console.ts';

/** The server to take pictures of, and where to save them. */
interface Pictured {
  readonly url: string;
  /** An owner's key. */
  readonly key: string;
  /** The output folder. */
  readonly folder: string;
}

const SIZE = { width: 1280, height: 800 } as const;

/** Takes screenshots of each page, dark and light: `overview-dark.png`. */
export async function takeConsolePictures(on: Browser, { url, key, folder }: Pictured): Promise<void> {
  await mkdir(folder, { recursive: true });
  await operate(url, key);
  const { link } = await createApiClient(ENDPOINTS, { origin: url, key })('inviteOperator', { body: { role: 'owner' } });
  const context = await on.newContext({ viewport: SIZE, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  await joinConsole(page, link, 'Olga');
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((chosen) => localStorage.setItem('laurels:theme', chosen), theme);
    for (const { path } of CONSOLE_ROOMS) {
      await page.goto(`${url}/console${path === '/' ? '' : path}`);
      await settle(page);
      await page.screenshot({ path: join(folder, `${path === '/' ? 'overview' : path.slice(1)}-${theme}.png`) });
    }
  }
  await context.close();
}

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByText('Loading…').waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
}

/** An operator's typical week, so that no page is empty. */
async function operate(url: string, key: string): Promise<void> {
  const call = createApiClient(ENDPOINTS, { origin: url, key });
  await call('makeBoard', { body: { name: 'time-trial', title: 'Time trial', scoring: 'best', direction: 'low', unit: 'time' } });
  await call('setReview', { board: 'main', body: { reviewMinutes: 1440 } });
  await call('setLimits', { board: 'main', body: { event: 5000, names: true } });
  const players = ['nova', 'kestrel', 'juniper', 'marlow', 'odile', 'perrin', 'quill', 'rowan'];
  const events = players.flatMap((username, i) =>
    [1, 2, 3].map((round) => ({ id: `match-${round}-${username}`, username, points: 300 - 20 * i + 7 * round, activity: 'daily-match' })),
  );
  await call('submitPoints', { body: { events: [...events, { id: 'match-4-zed', username: 'zed', points: 90_000 }] } });
  await call('reviseEvent', { board: 'main', body: { event: 'match-2-quill', does: 'void', reason: 'Sent twice by the match server.' } });
  await call('setPlayerVisibility', { username: 'perrin', body: { state: 'removed', reason: 'Played with an aimbot.' } });
  await call('addKey', { body: { name: 'game-server', role: 'write', bounds: { boards: ['main'], maxPoints: 500 } } });
  await call('addWebhook', { body: { name: 'results', url: 'https://play.example/hooks', events: ['period.closed'] } });
  await call('inviteOperator', { body: { role: 'moderator', name: 'Milo', hours: 24 } });
}
