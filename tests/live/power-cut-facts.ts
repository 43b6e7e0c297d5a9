import { PERIOD_KINDS, type PeriodKind } from '../../src/domain/calendar.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';

// Facts that can be acknowledged, each on its own line.
export const boardFact = (board: string) => `board ${board}`;
export const eventFact = (board: string, { id, points, at }: { id: string; points: number; at: number }) =>
  `event ${board} ${id} of ${points} at ${at}`;
export const voidFact = (board: string, { id }: { id: string }) => `void ${board} ${id}`;
export const closedFact = (board: string, kind: PeriodKind, start: number) => `closed ${board} ${kind} ${start}`;

/** All such facts in a store; for closed periods, the latest of each kind. Duplicates appear twice. */
export async function factsOf(store: PointsStore): Promise<readonly string[]> {
  const facts: string[] = [];
  const players = await store.playerCount();
  for (const { name } of await store.boards()) {
    facts.push(boardFact(name));
    for (let player = 1; player <= players; player += 1) {
      for (const event of await store.eventsOf(name, player, { limit: 1_000_000 })) {
        facts.push(eventFact(name, event));
        if (event.voided !== undefined) facts.push(voidFact(name, event));
      }
    }
    for (const kind of PERIOD_KINDS) {
      const start = await store.latestClosed(name, kind);
      if (start !== undefined) facts.push(closedFact(name, kind, start));
    }
  }
  return facts;
}
