import { DEFAULT_BOARD } from '../../src/contract/live-source.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import { type NewEvent, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';

const COMMIT = 10_000;

/** Fills the default board of an empty store with players who got points in the hour before `now` (epoch milliseconds). */
export async function seedPlayers(store: PointsStore, players: number, now: number): Promise<void> {
  const calendar = { timeZone: 'Europe/Berlin', weekStart: 1 } as const;
  await store.changeBoard(DEFAULT_BOARD, () => ({
    name: DEFAULT_BOARD,
    title: 'Main',
    ...PLAIN_BOARD,
    calendar,
  }));
  for (let from = 0; from < players; from += COMMIT) {
    const events = Array.from({ length: Math.min(COMMIT, players - from) }, (_, i) => first(from + i, now));
    await store.append(
      DEFAULT_BOARD,
      events,
      () => true,
      (effects) => effects.map(() => '{}'),
    );
  }
}

function first(player: number, now: number): NewEvent {
  return {
    id: `first of ${player}`,
    username: `player-${player}`,
    points: Math.floor(Math.random() * 100_000),
    at: now - Math.floor(Math.random() * 3_600_000),
    receivedAt: now,
    keepsNames: false,
    activity: '',
    displayName: undefined,
    avatar: undefined,
    digest: String(player),
  };
}
