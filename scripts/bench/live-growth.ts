import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROWS_PER_PAGE } from '../../src/contract/leaderboard-source.ts';
import { momentText } from '../../src/contract/moment-text.ts';
import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import { type NewEvent, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';
import { createStoreSource } from '../../src/server/answers/store-source.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { type Figure, shownOnly } from './figure.ts';
import { grouped, timed } from './timed.ts';

const SIZES = [10_000, 100_000, 1_000_000];

const EVENTS_PER_PLAYER = 10;

/** All events fall between midnight and noon of one day, so every period of the board has all of them. */
const MIDNIGHT = Date.UTC(2026, 10, 20);
const NOON = MIDNIGHT + 43_200_000;

const COMMIT = 10_000;

/** Milliseconds. */
const LIMITS_MS = { page: 30, receipt: 20, frame: 50, search: 20 };

/** Frames get fewer rounds: one may take a pass over a million players. */
const FRAMES = 60;

/** The requests players make as boards grow, with ten events per player: 10,000 players, 100,000, a million. */
export async function liveGrowth(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const players of SIZES) figures.push(...(await measured(players)));
  return figures;
}

async function measured(players: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-bench-growth-'));
  const store = await openSqliteStore(folder);
  try {
    await seed(store, players);
    const boards = await LiveBoards.open(store, { clock: () => NOON, graceMs: Infinity });
    const source = createStoreSource(boards);
    const of = (what: string) => `${what}, ${grouped(players)} players with ${grouped(players * EVENTS_PER_PLAYER)} events`;
    const anybody = () => ({ username: `player-${some(players)}`, board: '', period: 'daily', at: '' }) as const;
    const pages = players / ROWS_PER_PAGE;
    const frame = (q: string, page: number) => {
      const at = momentText(MIDNIGHT + some(NOON - MIDNIGHT));
      return source.rankings({ board: '', period: 'daily', at, q, page });
    };
    await store.maintain();
    const start = performance.now();
    await frame('', 1);
    const first = performance.now() - start;
    return [
      await timed(of('page of a player'), LIMITS_MS.page, () => source.player(anybody())),
      await timed(of('receipt of a player'), LIMITS_MS.receipt, () => source.receipt(anybody(), '')),
      shownOnly(of('first look back at a period'), `${first.toFixed(0)} ms`),
      await timed(of('frame of the time machine, first page'), LIMITS_MS.frame, () => frame('', 1), FRAMES),
      await timed(of('frame, any page'), LIMITS_MS.frame, () => frame('', 1 + some(pages)), FRAMES),
      await timed(of('frame, one name'), LIMITS_MS.frame, () => frame(`player-${some(players)}`, 1), FRAMES),
      await timed(of('frame, names that many have'), LIMITS_MS.frame, () => frame(String(some(100)), 1), FRAMES),
      // Some names match no player, some one player, some more than are examined.
      await timed(of('search'), LIMITS_MS.search, () =>
        source.search({ text: String(some(players * 10)), category: 'all', board: '', page: 1 }),
      ),
      await timed(of('search that matches many'), LIMITS_MS.search, () =>
        source.search({ text: String(some(100)), category: 'all', board: '', page: 1 }),
      ),
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** Every player once, then random players, some thousands at a time. */
async function seed(store: PointsStore, players: number): Promise<void> {
  await store.changeBoard('main', () => ({
    name: 'main',
    title: 'Main',
    ...PLAIN_BOARD,
    calendar: { timeZone: 'UTC', weekStart: 1 },
  }));
  const events = players * EVENTS_PER_PLAYER;
  for (let from = 0; from < events; from += COMMIT) {
    const playing = some(players);
    const played = Array.from({ length: COMMIT }, (_, i) => {
      const player = from < players ? from + i : (playing + some(2 * COMMIT)) % players;
      return event(from + i, player, MIDNIGHT + Math.floor(((from + i) * (NOON - MIDNIGHT)) / events));
    });
    await store.append(
      'main',
      played,
      () => true,
      (effects) => effects.map(() => '0'),
    );
  }
}

function event(id: number, player: number, at: number): NewEvent {
  const points = 1 + some(1000);
  const username = `player-${player}`;
  return {
    id: String(id),
    username,
    points,
    at,
    receivedAt: NOON,
    activity: 'race',
    displayName: undefined,
    avatar: undefined,
    keepsNames: false,
    digest: String(id),
  };
}

/** A random integer in [0, `end`). */
function some(end: number): number {
  return Math.floor(Math.random() * end);
}
