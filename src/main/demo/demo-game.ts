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

const EXAMPLE = join(import.meta.dirname, '../../../docs/examples/catalogue.json');

/** What the demo game tells about itself: the example of a catalogue. */
export const DEMO_CATALOGUE = catalogueSchema.parse(JSON.parse(readFileSync(EXAMPLE, 'utf8')));

/** Names, faces, and how often each scores compared with the others. */
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

/** Events in the past that a board is filled with at first, and about how often a new one is posted, in milliseconds. */
const PAST_EVENTS = 600;
const PAUSE_MS = 1000;

/**
 * Plays a small game against the public API: first what there is to earn and to win, and the past few weeks at
 * once; then about an event a second, until the function it returns is called. `key` is an owner key: the game gets a key of its own to
 * post with. `clock` gives epoch milliseconds.
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
    } catch (error) {
      // The server that is being stopped is no news.
      if (!stopped) log(`The demo could not post: ${String(error)}`);
    }
    if (!stopped) timer = setTimeout(() => void play(), PAUSE_MS * (0.5 + Math.random()));
  }

  async function begin(): Promise<void> {
    try {
      const { key: writeKey } = await call('addKey', { body: { name: 'demo', role: 'write' } });
      post = callAs(writeKey);
      await call('replaceCatalogue', { body: DEMO_CATALOGUE });
      // Days that are over take no points, except those of an import.
      const past = await call('beginImport', { body: { board: DEFAULT_BOARD, file: 'the past of the demo' } });
      await post('submitPoints', { body: { events: pastEvents(clock(), nextEvent, Math.random) } });
      await call('endImport', { import: past.import.id });
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

/** Events of the four weeks before `now`, denser towards it, oldest first. `chance` gives 0 to 1, as `Math.random` does. */
export function pastEvents(now: number, nextEvent: NextEvent, chance: () => number): readonly PointsEvent[] {
  return Array.from({ length: PAST_EVENTS }, () => now - 28 * DAY_MS * chance() ** 3)
    .toSorted((a, b) => a - b)
    .map((at) => Object.assign(nextEvent(at), { at: new Date(at).toISOString() }));
}

/** Something that a player does at a moment (epoch milliseconds, never before the last one). */
type NextEvent = (at: number) => PointsEvent;

/** Events by chance that keep the limits of the catalogue, in days and weeks of UTC. */
export function eventsByChance(chance: () => number): NextEvent {
  const counts = new Map<string, number>();
  return (at) => {
    const [username, avatar] = picked(PLAYERS, ([, , zeal]) => zeal, chance);
    const countKey = ({ id, limit }: Activity) =>
      limit && `${username} ${id} ${periodContaining(LIMIT_PERIODS[limit.per], at, { timeZone: 'UTC', weekStart: 1 }).start}`;
    const open = DEMO_CATALOGUE.activities.filter(
      (activity) => (counts.get(countKey(activity) ?? '') ?? 0) < (activity.limit?.times ?? Infinity),
    );
    // What is worth more happens less often.
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
