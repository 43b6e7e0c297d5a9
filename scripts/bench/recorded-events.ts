// The events that write benches record, and how they record them.
import { randomUUID } from 'node:crypto';

import type { LiveBoards } from '../../src/server/boards/live-boards.ts';
import { keptReport } from '../../src/server/boards/points/score-report.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import { type NewEvent, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';

/** The timestamp of all events. */
export const NOW = Date.UTC(2026, 10, 20, 12);
/** A stored score report over four periods, of typical size. */
export const KEPT = JSON.stringify(
  keptReport(
    NOW,
    { number: 1, username: 'player-123456', displayName: 'player-123456', avatar: '🎮' },
    Array.from({ length: 4 }, () => ({ points: 1234, added: 50, rank: 123_456, rankBefore: 123_789, gap: 1 })),
  ),
);

/** A board on which every player has points once. */
export async function fill(store: PointsStore, players: number): Promise<void> {
  await store.changeBoard('main', () => ({
    name: 'main',
    title: 'Main',
    ...PLAIN_BOARD,
    calendar: { timeZone: 'Europe/Berlin', weekStart: 1 },
  }));
  for (let from = 0; from < players; from += 10_000) {
    const events = Array.from({ length: Math.min(10_000, players - from) }, (_, i) => ({
      ...event(players),
      username: `player-${from + i}`,
    }));
    await record(store, events);
  }
}

/** One commit of the store, with {@link KEPT} as the answers. */
export function record(store: PointsStore, events: readonly NewEvent[]): Promise<void> {
  return store
    .append(
      'main',
      events,
      () => true,
      (effects) => effects.map(() => KEPT),
    )
    .then(() => undefined);
}

/** Submits like the API: a full batch is one request, smaller ones are one request per event. */
export async function submit(boards: LiveBoards, events: readonly NewEvent[]): Promise<void> {
  const sent = events.map(({ id, username, points, activity, digest }) => ({ id, username, points, activity, digest }));
  const requests = sent.length === 1000 ? [sent] : sent.map((event) => [event]);
  await Promise.all(requests.map((request) => boards.commits.submit(boards.board('main'), request)));
}

/** An event of a random player. */
export function event(players: number): NewEvent {
  return {
    id: randomUUID(),
    username: `player-${Math.floor(Math.random() * players)}`,
    points: Math.floor(Math.random() * 100),
    at: NOW + Math.floor(Math.random() * 3_600_000),
    receivedAt: NOW,
    keepsNames: false,
    activity: 'Won a match',
    displayName: undefined,
    avatar: undefined,
    digest: 'd'.repeat(43),
  };
}
