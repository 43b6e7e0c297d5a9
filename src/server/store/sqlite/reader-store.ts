import { Followers } from '../followers.ts';
import { followedBy, type PutBack } from '../held/following.ts';
import type { Queryable } from '../held/queryable.ts';
import type { State } from '../held/state.ts';
import { NotInMemory } from '../not-in-memory.ts';
import type { PointsStore } from '../points-store.ts';
import { everyStore } from '../rules/every-store.ts';
import type { StandingColumns } from '../stored-values.ts';
import { openSnapshot } from './file/database-file.ts';
import { sqliteQueryable } from './file/queries.ts';
import { loadedState } from './loaded-state.ts';
import { type BoardPositions, type LogStep, unpackedFolds } from './log-step.ts';

/** A store on another thread than the one that writes. */
export interface ReaderStore extends PointsStore {
  /** Folds the next step of the log; one that was loaded already is skipped. */
  apply(step: LogStep): void;
}

/**
 * Opens a copy of the state of a database that another thread writes: everything in memory, no rows. `positions` are from before the call,
 * and all steps since then must be applied in order. What needs rows, or writes, rejects with {@link NotInMemory}. `history` as of the store
 * that writes.
 */
export async function openReaderStore(file: string, history: string, positions: BoardPositions): Promise<ReaderStore> {
  const snapshot = openSnapshot(file);
  let state: State;
  try {
    state = await loadedState(snapshot, sqliteQueryable(snapshot));
    await state.players.readAll();
  } finally {
    snapshot.close();
  }
  for (const board of state.boards()) board.position = positions.get(board.settings.name) ?? 0;
  return readerOf(state, history);
}

const elsewhere = () => Promise.reject(new NotInMemory());

const NO_ROWS: Queryable = { rows: elsewhere, columns: elsewhere };

function readerOf(state: State, history: string): ReaderStore {
  const followers = new Followers();
  const loaded = state.position;
  const events = {
    eventWithId: elsewhere,
    eventsBefore: elsewhere,
    eventsOf: elsewhere,
    eventsPostedBy: elsewhere,
    countEvents: elsewhere,
    // oxlint-disable-next-line require-yield -- it has none
    async *countedEvents(): AsyncGenerator<never> {
      await elsewhere();
    },
  };
  const moment = () => ({ db: NO_ROWS, close: () => {} });
  return {
    ...everyStore({ state, append: elsewhere }, NO_ROWS, { moment, rowsAtOnce: 1, activities: elsewhere }, events),
    ...events,
    history,
    follow: (listener) => followers.follow(listener),
    catchUp: async () => {},
    append: elsewhere,
    seal: elsewhere,
    closePeriod: elsewhere,
    reopen: elsewhere,
    erasePlayer: elsewhere,
    health: elsewhere,
    verify: elsewhere,
    maintain: (isStopping = () => false) => state.dropClosed(isStopping),
    close: async () => {},

    apply(step) {
      // Sealing has no position of its own.
      const isKnown = step.kind === 'changed' && step.change.kind === 'sealed' ? step.position < loaded : step.position <= loaded;
      if (isKnown) return state.passOver(step);
      const change =
        step.kind === 'recorded'
          ? state.record({
              ...step,
              folds: unpackedFolds(step.folds, (period, player) => state.scoreOf(state.period(period), player)),
            })
          : followedBy(state, step.position, step.change, step.putBack.flatMap(putBackOf));
      if (change !== undefined) followers.publish({ ...change, position: state.position });
    },
  };
}

function putBackOf({ players, points, reachedAt, movedAt }: StandingColumns): PutBack[] {
  return Array.from(players, (player, i) => ({
    player,
    total: { points: points[i]!, reachedAt: reachedAt[i]!, movedAt: movedAt[i]! },
  }));
}
