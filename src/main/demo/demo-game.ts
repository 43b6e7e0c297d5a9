import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { catalogueSchema } from '../../contract/catalogue.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { periodContaining } from '../../domain/calendar.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { type Activity, LIMIT_PERIODS } from '../../domain/earning/activity.ts';
import type { PointsEvent } from '../../contract/points-event.ts';
import { ENDPOINTS } from '../../contract/api.ts';
import { createApiClient } from '../../remote/api-client.ts';
import { openPodiumRush, PODIUM_RUSH, runOf } from './podium-rush.ts';

const EXAMPLE = join(import.meta.dirname, '../../../docs/examples/catalogue.json');

/** The example catalogue. */
export const DEMO_CATALOGUE = catalogueSchema.parse(JSON.parse(readFileSync(EXAMPLE, 'utf8')));

/** Names, avatars, and relative scoring frequencies. */
const PLAYERS: readonly (readonly [username: string, avatar: string, zeal: number])[] = [
  ['NightOwl', '🦉', 9],
  ['PixelPioneer', '🚀', 8],
  ['Zoë', '🦊', 8],
  ['thunder_fox', '⚡', 7],
  ['Marmalade', '🐯', 7],
  ['Kenji', '🐉', 6],
  ['QuietStorm', '🌊', 6],
  ['Bardolph', '🎸', 5],
  ['Iris', '🌸', 5],
  ['no_scope_nan', '👵', 5],
  ['Captain Crumb', '🍪', 4],
  ['Łukasz', '🦁', 4],
  ['Moss', '🐢', 4],
  ['Ember', '🔥', 3],
  ['Tofu', '🐧', 3],
  ['Ada', '🤖', 3],
  ['Rook', '🏰', 2],
  ['Sable', '🐈', 2],
  ['Pip', '🐣', 2],
  ['Old Timer', '🕰️', 1],
];

/** The number of initial past events, and the average interval between new ones, in milliseconds. */
const PAST_EVENTS = 600;
const PAUSE_MS = 1000;

/** How often a simulated player plays the game at /play. */
const RUNS_PER_EVENT = 0.15;

/**
 * Plays a small game against the public API: sets a catalogue, imports a few weeks, then posts about an event a second, until the
 * returned function is called. `key` is an owner key, used to create the game's own. `clock` gives epoch milliseconds.
 */
export function playDemoGame(url: string, key: string, log: (text: string) => void, clock: () => number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const nextEvent = eventsByChance(Math.random);

  const callAs = (of: string) => createApiClient(ENDPOINTS, { origin: url, key: of });
  const call = callAs(key);
  let post = call;

  async function play(): Promise<void> {
    try {
      await post('submitPoints', { body: nextEvent(clock()) });
      const runner = picked(PLAYERS, ([, , zeal]) => zeal, Math.random);
      if (Math.random() < RUNS_PER_EVENT) await post('submitPoints', { query: { board: PODIUM_RUSH }, body: runOf(runner, Math.random) });
    } catch (error) {
      if (!stopped) log(`The demo could not post: ${String(error)}`);
    }
    if (!stopped) timer = setTimeout(() => void play(), PAUSE_MS * (0.5 + Math.random()));
  }

  async function begin(): Promise<void> {
    try {
      const { key: writeKey } = await call('addKey', { body: { name: 'demo', role: 'write' } });
      post = callAs(writeKey);
      await call('replaceCatalogue', { body: DEMO_CATALOGUE });
      // Past days accept points only from imports.
      const past = await call('beginImport', { body: { board: DEFAULT_BOARD, file: 'demo history' } });
      await call('importPoints', { query: { import: past.import.id }, body: { events: pastEvents(clock(), nextEvent, Math.random) } });
      await call('endImport', { import: past.import.id });
      await openPodiumRush(call, PLAYERS, clock(), Math.random);
    } catch (error) {
      if (!stopped) log(`The demo could not start: ${String(error)}`);
    }
    if (!stopped) await play();
  }

  void begin();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Events of the four weeks before `now`, denser towards it, oldest first. `chance` is like `Math.random`. */
export function pastEvents(now: number, nextEvent: NextEvent, chance: () => number): readonly PointsEvent[] {
  return Array.from({ length: PAST_EVENTS }, () => now - 28 * DAY_MS * chance() ** 3)
    .toSorted((a, b) => a - b)
    .map((at) => Object.assign(nextEvent(at), { at: new Date(at).toISOString() }));
}

/** The next event at a time (epoch milliseconds, ascending). */
type NextEvent = (at: number) => PointsEvent;

/** Random events within the catalogue's limits, in UTC days and weeks. */
export function eventsByChance(chance: () => number): NextEvent {
  const counts = new Map<string, number>();
  return (at) => {
    const [username, avatar] = picked(PLAYERS, ([, , zeal]) => zeal, chance);
    const countKey = ({ id, limit }: Activity) =>
      limit && `${username} ${id} ${periodContaining(LIMIT_PERIODS[limit.per], at, { timeZone: 'UTC', weekStart: 1 }).start}`;
    const open = DEMO_CATALOGUE.activities.filter(
      (activity) => (counts.get(countKey(activity) ?? '') ?? 0) < (activity.limit?.times ?? Infinity),
    );
    // Activities worth more are rarer.
    const activity = picked(open, ({ points }) => 1 / points, chance);
    const key = countKey(activity);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    return { id: randomUUID(), username, avatar, points: activity.points, activity: activity.title };
  };
}

function picked<T>(choices: readonly T[], weight: (choice: T) => number, chance: () => number): T {
  let left = chance() * choices.reduce((sum, choice) => sum + weight(choice), 0);
  return choices.find((choice) => (left -= weight(choice)) < 0) ?? choices[0]!;
}
