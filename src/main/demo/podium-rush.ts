// The board of the game at /play, and its simulated players.
import { randomUUID } from 'node:crypto';

import type { ENDPOINTS } from '../../contract/api.ts';
import type { PointsEvent } from '../../contract/points-event.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type { ApiClient } from '../../remote/api-client.ts';

export const PODIUM_RUSH = 'podium-rush';

/** The highest possible score: every podium in order, without a mistake. See `clients/play/rules.ts`. */
export const MOST_POINTS = 2290;

/** The shortest possible play in seconds, and the attempts per player and day. */
const PLAY_LIMITS = { seconds: 60, rate: null, hour: null, day: 20 };

const PAST_RUNS = 150;
const PAST_DAYS = 14;

/** A simulated player, with a relative skill from 1 to 9. */
export type Runner = readonly [username: string, avatar: string, skill: number];

/** A simulated player's score: below that of a careful visitor on a first try. `chance` is like `Math.random`. */
export function runOf([username, avatar, skill]: Runner, chance: () => number): PointsEvent {
  return { id: randomUUID(), username, avatar, points: 60 + Math.round(skill * 45 * (0.4 + 0.6 * chance())), activity: 'Podium Rush' };
}

/** Creates the board, with limits that hold impossible scores, and two weeks of runs; `now` is in epoch milliseconds. */
export async function openPodiumRush(
  call: ApiClient<typeof ENDPOINTS>,
  runners: readonly Runner[],
  now: number,
  chance: () => number,
): Promise<void> {
  await call('makeBoard', { body: { name: PODIUM_RUSH, title: 'Podium Rush', scoring: 'best' } });
  await call('setLimits', { board: PODIUM_RUSH, body: { event: MOST_POINTS, challenge: true, play: PLAY_LIMITS } });
  const past = Array.from({ length: PAST_RUNS }, () => now - PAST_DAYS * DAY_MS * chance())
    .toSorted((a, b) => a - b)
    .map((at) => Object.assign(runOf(runners[Math.floor(chance() * runners.length)]!, chance), { at: new Date(at).toISOString() }));
  // The podium is never empty, not even just after midnight.
  const today = runners.slice(0, 7).map((runner) => runOf(runner, chance));
  const { import: begun } = await call('beginImport', { body: { board: PODIUM_RUSH, file: 'demo history' } });
  await call('importPoints', { query: { board: PODIUM_RUSH, import: begun.id }, body: { events: [...past, ...today] } });
  await call('endImport', { import: begun.id });
}
