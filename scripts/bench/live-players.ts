import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Activity } from '../../src/domain/earning/activity.ts';
import { DAY_MS } from '../../src/domain/durations.ts';
import { chancesFor, minutesBetween } from '../../src/domain/earning/chances.ts';
import { plansFor } from '../../src/domain/earning/path-to-podium.ts';
import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import type { NewEvent } from '../../src/server/store/stored-values.ts';
import { createStoreSource } from '../../src/server/answers/store-source.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import type { Figure } from './figure.ts';
import { seedPlayers } from './seed-players.ts';
import { figureOf, grouped, timed } from './timed.ts';

const PLAYERS = 1_000_000;
const NOW = Date.UTC(2026, 10, 20, 12);

/** The number of past, closed days; this many players have points in each. */
const PAST_DAYS = 200;
const PLAYERS_A_DAY = 500;

/** Events of the one player with very many. */
const VERY_MANY = 200_000;

/** Milliseconds. */
const LIMITS_MS = { page: 30, receipt: 20, plan: 50 };

/** Player pages with a million players, a past, and one player with very many events; and how fast paths are planned. */
export async function livePlayers(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-bench-players-'));
  const store = await openSqliteStore(folder);
  try {
    const boards = await seeded(store);
    const source = createStoreSource(boards);
    const anybody = () => `player-${Math.floor(Math.random() * PLAYERS)}`;
    const regular = () => `player-${Math.floor(Math.random() * PLAYERS_A_DAY)}`;
    const question = (username: string) => ({ username, board: '', period: 'daily', at: '' }) as const;
    const deep = (await source.receipt({ ...question('player-0'), period: 'all-time' }, '')).next!;
    return [
      await timed(of('page of any player'), LIMITS_MS.page, () => source.player(question(anybody()))),
      await timed(of(`page of a player of ${PAST_DAYS} days`), LIMITS_MS.page, () => source.player(question(regular()))),
      await timed(of('receipt of any player'), LIMITS_MS.receipt, () => source.receipt({ ...question(anybody()), period: 'all-time' }, '')),
      await timed(of(`second page of a receipt of ${grouped(VERY_MANY)} events`), LIMITS_MS.receipt, () =>
        source.receipt({ ...question('player-0'), period: 'all-time' }, deep),
      ),
      await timed(of(`receipt of an old day of a player of ${grouped(VERY_MANY)} events`), LIMITS_MS.receipt, () =>
        source.receipt({ ...question('player-0'), at: '2026-06-15' }, ''),
      ),
      ...planned(),
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** The label of a figure, with the number of players. */
function of(what: string): string {
  return `${what}, ${grouped(PLAYERS)} players`;
}

async function seeded(store: PointsStore): Promise<LiveBoards> {
  await seedPlayers(store, PLAYERS, NOW);
  const record = async (events: readonly NewEvent[]) => {
    await store.append(
      'main',
      events,
      () => true,
      (effects) => effects.map(() => '0'),
    );
  };
  for (let day = PAST_DAYS; day >= 1; day -= 1) {
    await record(Array.from({ length: PLAYERS_A_DAY }, (_, player) => event(`past ${day} of ${player}`, player, NOW - day * DAY_MS)));
  }
  for (let from = 0; from < VERY_MANY; from += 10_000) {
    await record(Array.from({ length: 10_000 }, (_, i) => event(`one of very many ${from + i}`, 0, NOW - 3_600_000)));
  }
  const boards = await LiveBoards.open(store, { clock: () => NOW, graceMs: 0 });
  await boards.closing.closeEnded(() => {});
  return boards;
}

function event(id: string, player: number, at: number): NewEvent {
  return {
    id,
    username: `player-${player}`,
    points: Math.floor(Math.random() * 1000),
    at,
    receivedAt: NOW,
    keepsNames: false,
    activity: 'race',
    displayName: undefined,
    avatar: undefined,
    digest: id,
  };
}

/** A full catalogue of activities, with round points that no common divisor simplifies, and gaps up to the most they can yield. */
function planned(): Figure[] {
  const kinds = { 'round points': [1000, 10, 5], 'any points': [1000, 1, 1], 'points of seven digits': [9_999_999, 1, 1] } as const;
  const ahead = { day: 1, month: 31, year: 365 } as const;
  return Object.entries(kinds).flatMap(([kind, [most, pointUnit, minuteUnit]]) =>
    Object.entries(ahead).map(([left, days]) => {
      const times: number[] = [];
      for (let i = -3; i < 20; i += 1) {
        const activities = someActivities(most, pointUnit, minuteUnit);
        const chances = chancesFor(activities, NOW, NOW + days * DAY_MS, { timeZone: 'UTC', weekStart: 1 });
        const gap = Math.ceil(1_000_000_000 * Math.random() ** 2);
        const start = performance.now();
        plansFor(chances, gap, minutesBetween(NOW, NOW + days * DAY_MS));
        if (i >= 0) times.push(performance.now() - start);
      }
      return figureOf(`plans for a ${left} from 200 activities, ${kind}`, times, LIMITS_MS.plan);
    }),
  );
}

function someActivities(most: number, pointUnit: number, minuteUnit: number): Activity[] {
  const upTo = (most: number, unit: number) => unit * (1 + Math.floor((Math.random() * most) / unit));
  const limits = [undefined, { times: 1, per: 'day' }, { times: 3, per: 'week' }, undefined, { times: 5, per: 'day' }] as const;
  return Array.from({ length: 200 }, (_, i) => ({
    id: `activity-${i}`,
    title: 'An activity',
    description: '',
    points: upTo(most, pointUnit),
    difficulty: (['Easy', 'Medium', 'Hard'] as const)[i % 3]!,
    timeRequired: `${upTo(240, minuteUnit)} min`,
    limit: limits[i % limits.length],
  }));
}
