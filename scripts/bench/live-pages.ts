import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { chromium } from '@playwright/test';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { momentText } from '../../src/contract/moment-text.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { findBrowser, LAUNCH_ARGS } from '../tools/find-browser.ts';
import { buildIfStale } from '../build/stale.ts';
import { atMost, type Figure, median, shownOnly } from './figure.ts';
import { inScratch } from './scratch.ts';
import { seedPlayers } from './seed-players.ts';
import { spawnLive } from './spawned-server.ts';

const PLAYERS = 1_000_000;
const KEY = 'a-key-for-the-bench-of-pages';

/** Milliseconds. */
const LIMITS_MS = { board: 20, player: 30, receipt: 20, frame: 50, eventToScreen: 1000 };

const ASKED = 40;
const MOVES = 15;

/** Each URL is requested again after an event, so that nothing is cached. */
const ADDRESSES: readonly { readonly address: string; readonly limit: number }[] = [
  { address: '/', limit: LIMITS_MS.board },
  { address: '/leaderboard?mode=all-time&page=10000', limit: LIMITS_MS.board },
  { address: '/?q=player-77', limit: LIMITS_MS.board },
  { address: '/search?text=player-9', limit: LIMITS_MS.board },
  { address: '/players/player-77', limit: LIMITS_MS.player },
  { address: '/players/player-77/why', limit: LIMITS_MS.receipt },
  { address: `/leaderboard?mode=all-time&at=${momentText(Date.now() - 1_800_000)}`, limit: LIMITS_MS.frame },
];

/** Live pages over a million players: time until the first byte, and until an event is visible. */
export async function livePages(): Promise<Figure[]> {
  await buildIfStale('live');
  return inScratch(async (scratch) => {
    const store = await openSqliteStore(scratch.folder);
    await seedPlayers(store, PLAYERS, Date.now());
    await store.close();
    const { url } = await spawnLive(scratch, scratch.folder, KEY);
    const figures: Figure[] = [];
    for (const { address, limit } of ADDRESSES) figures.push(await firstByte(url, address, limit));
    return [...figures, ...(await eventToScreen(url))];
  });
}

let events = 0;

/** Posts an event and resolves once it is acknowledged. */
async function post(url: string, username: string, points: number): Promise<void> {
  events += 1;
  await createApiClient(ENDPOINTS, { origin: url, key: KEY })('submitPoints', { body: { id: `bench-${events}`, username, points } });
}

async function firstByte(url: string, address: string, limit: number): Promise<Figure> {
  const times: number[] = [];
  let size = 0;
  for (let i = -5; i < ASKED; i += 1) {
    await post(url, `player-${Math.abs(i)}`, 1);
    const asked = performance.now();
    const [response] = (await once(get(url + address, { headers: { 'accept-encoding': 'br' } }), 'response')) as [IncomingMessage];
    await once(response, 'readable');
    // The first few are a warm-up.
    if (i >= 0) times.push(performance.now() - asked);
    size = 0;
    for await (const chunk of response) size += (chunk as Buffer).length;
  }
  return atMost({
    what: `first byte of ${address}, rendered from scratch, ${PLAYERS.toLocaleString('en')} players`,
    value: median(times),
    limit,
    show: (time) => `${time.toFixed(1)} ms`,
    note: `slowest of ${ASKED} ${Math.max(...times).toFixed(1)} ms, ${(size / 1000).toFixed(1)} kB`,
  });
}

async function eventToScreen(url: string): Promise<Figure[]> {
  const { executablePath } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...LAUNCH_ARGS] });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByText('Live', { exact: true }).waitFor();
    const times: number[] = [];
    for (let i = 0; i < MOVES; i += 1) {
      const leader = `leader-${i}`;
      const posted = performance.now();
      await post(url, leader, 10_000_000 + i);
      await page.getByRole('list', { name: 'Podium' }).getByText(leader).waitFor();
      times.push(performance.now() - posted);
      await page.waitForTimeout(900 * Math.random());
    }
    return [
      atMost({
        what: 'from posting an event to its row on screen, slowest',
        value: Math.max(...times),
        limit: LIMITS_MS.eventToScreen,
        show: (time) => `${time.toFixed(0)} ms`,
      }),
      shownOnly('from posting an event to its row on screen, median', `${median(times).toFixed(0)} ms of ${MOVES}`),
    ];
  } finally {
    await browser.close();
  }
}
