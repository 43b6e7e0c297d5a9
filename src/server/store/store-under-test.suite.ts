import { afterEach, beforeEach } from 'vitest';

import type { Score } from '../../domain/scoring.ts';
import type { PeriodSpan } from '../../domain/calendar.ts';
import type { PointsStore } from './points-store.ts';
import type { RecordsToKeep } from './records.ts';
import {
  type BoardSettings,
  type EventEffect,
  type NewEvent,
  type PeriodKey,
  PLAIN_BOARD,
  type Recorded,
  type Revised,
  type Revision,
} from './stored-values.ts';

export const NOON = Date.UTC(2026, 10, 20, 12);
export const DAY = 86_400_000;

export const board: BoardSettings = {
  name: 'main',
  title: 'Main',
  ...PLAIN_BOARD,
  calendar: { timeZone: 'UTC', weekStart: 1 },
};
export const daily: PeriodKey = { board: 'main', kind: 'daily', start: Date.UTC(2026, 10, 20) };
export const allTime: PeriodKey = { board: 'main', kind: 'all-time', start: -Infinity };

/** A place for a store, empty at first, which can be opened, closed and reopened. */
export interface StorePlace {
  /** Opens the store. `rowsPerCommit`: final ranks per commit. */
  open(options?: { readonly rowsPerCommit: number }): Promise<PointsStore>;
  /** Whether the data moves to another database on each reopening. */
  readonly isMoving?: true;
  /** Deletes the place, once its store is closed. */
  remove(): void;
}

export function event(id: string, username: string, points: number, more: Partial<NewEvent> = {}): NewEvent {
  return {
    id,
    username,
    points,
    at: NOON,
    receivedAt: NOON,
    activity: '',
    displayName: undefined,
    avatar: undefined,
    keepsNames: false,
    digest: `${username} ${points}`,
    ...more,
  };
}

/** Counts events for every period that is not sealed. */
export const always = () => true;

/** Lets every period change unless it is sealed or closed. */
export const unlessClosed = () => false;

/** Answers every event with an empty text. */
export const silently = (effects: readonly EventEffect[]) => effects.map(() => '');

/** Creates or replaces a board. */
export function saveBoard(store: Pick<PointsStore, 'changeBoard'>, board: BoardSettings): Promise<void> {
  return store.changeBoard(board.name, () => board);
}

/** Stores a named text, regardless of its previous value. */
export function saveDocument(store: Pick<PointsStore, 'changeDocument'>, name: string, text: string): Promise<void> {
  return store.changeDocument(name, () => text);
}

/** Gives each of the following tests a new store with the board `main`. `store` always refers to the open one. */
export function useStore<Place extends StorePlace>(makePlace: () => Place) {
  let place: Place;
  let opened: PointsStore;
  let answers = 0;
  const store = new Proxy({} as PointsStore, { get: (_, method) => Reflect.get(opened, method) as unknown });

  beforeEach(async () => {
    place = makePlace();
    opened = await place.open();
    await saveBoard(store, board);
  });

  afterEach(async () => {
    await store.close();
    place.remove();
  });

  return {
    store,
    place: () => place,
    async reopen(): Promise<void> {
      await store.close();
      opened = await place.open();
    },
    /** Records events on the board `main`, each with its own answer. */
    record(...events: NewEvent[]): Promise<readonly Recorded[]> {
      return store.append('main', events, always, (effects) => effects.map(({ player }) => `${player.username}, answer ${(answers += 1)}`));
    },
    /** Records events on the board `main`, and returns their effects. */
    async effectsOf(...events: NewEvent[]): Promise<readonly EventEffect[]> {
      const found: EventEffect[] = [];
      await store.append('main', events, always, (effects, _, given) => {
        found.splice(given, Infinity, ...effects);
        return silently(effects);
      });
      return found;
    },
    /** Seals and closes a period a day after it began, with the players in this order. */
    async closeWith(period: PeriodKey, order: readonly number[], unshown = 0): Promise<void> {
      await store.seal(period);
      await store.closePeriod(period, order, { at: period.start + DAY, unshown });
    },
    /** The points in a period, by player number. */
    async totals(period: PeriodKey): Promise<Record<number, number>> {
      const found: Record<number, number> = {};
      for (const { number, points } of await standingsOf(store, period)) found[number] = points;
      return found;
    },
  };
}

/** The final rank of a player in a closed period; `undefined` if there is none. */
export async function finalRankOf(store: Pick<PointsStore, 'finalRanks'>, period: PeriodKey, player: number): Promise<number | undefined> {
  return (await store.finalRanks(period, [player])).get(player);
}

/** All standings of a period. */
export async function standingsOf(
  store: Pick<PointsStore, 'standings'>,
  period: PeriodKey,
): Promise<readonly ({ readonly number: number } & Score)[]> {
  const found: ({ readonly number: number } & Score)[] = [];
  for await (const { players, points, reachedAt, movedAt } of store.standings(period)) {
    for (const [i, number] of players.entries()) found.push({ number, points: points[i]!, reachedAt: reachedAt[i]!, movedAt: movedAt[i]! });
  }
  return found;
}

/** Voids or restores one event. */
export async function reviseOne(
  store: Pick<PointsStore, 'revise'>,
  board: string,
  id: string,
  { does, reason, at }: Revision,
  isFinal: (period: PeriodSpan, reopenedAt: number | undefined) => boolean = unlessClosed,
  records?: RecordsToKeep<Revised & { readonly outcome: 'revised' }>,
): Promise<Revised> {
  const revised = await store.revise([{ board, id, does }], { reason, at }, (_, ...args) => isFinal(...args), {
    of: records?.of ?? [],
    change(kept, together) {
      const [one] = together.outcome === 'revised' ? together.events : [];
      return (one?.outcome === 'revised' && records?.change(kept, one)) || [];
    },
  });
  return revised.outcome === 'refused' ? revised : revised.events[0]!;
}
