import { DatabaseSync } from 'node:sqlite';

import { Followers } from '../followers.ts';
import { followedBy, type PutBack } from '../held/following.ts';
import type { State } from '../held/state.ts';
import { LeftToWriter } from '../left-to-writer.ts';
import type { PointsStore } from '../points-store.ts';
import { everyStore } from '../rules/every-store.ts';
import type { StandingColumns } from '../stored-values.ts';
import { sqliteActivityDays } from './activity-days.ts';
import { openSnapshot } from './file/database-file.ts';
import { sqliteQueryable } from './file/queries.ts';
import { LedgerBlocks } from './ledger-blocks.ts';
import { sqliteEvents } from './ledger-reading.ts';
import { loadedState } from './loaded-state.ts';
import { type BoardPositions, type LogStep, unpackedFolds } from '../held/log-step.ts';
import { positionIn } from './file/position.ts';
import { rowsInStep } from './file/rows-in-step.ts';
import { FINALS_AT_ONCE } from './sqlite-store.ts';

/** A store on another thread than the one that writes. */
export interface ReaderStore extends PointsStore {
  /** Folds the next step of the log; one that was loaded already is skipped. */
  apply(step: LogStep): void;
}

/** What a reader knows of the store that writes. */
export interface WrittenStore {
  readonly file: string;
  readonly history: string;
  /** From before the reader is opened. */
  readonly positions: BoardPositions;
}

/**
 * Opens a copy of the state of a database that another thread writes, and its rows to read. All steps since before the call must be applied
 * in order; `catchUp` applies those that have arrived. What writes rejects with {@link LeftToWriter}.
 */
export async function openReaderStore({ file, history, positions }: WrittenStore, catchUp: () => void): Promise<ReaderStore> {
  const snapshot = openSnapshot(file);
  let state: State;
  let others: number;
  try {
    state = await loadedState(snapshot, sqliteQueryable(snapshot));
    await state.players.readAll();
    ({ others } = positionIn(snapshot)());
  } finally {
    snapshot.close();
  }
  for (const board of state.boards()) board.position = positions.get(board.settings.name) ?? 0;
  return readerOf(state, others, { file, history, catchUp });
}

const left = () => Promise.reject(new LeftToWriter());

function readerOf(
  state: State,
  loadedOthers: number,
  { file, history, catchUp }: Pick<WrittenStore, 'file' | 'history'> & { readonly catchUp: () => void },
): ReaderStore {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const { read, db } = rowsInStep(database, state, catchUp);
  const followers = new Followers();
  const loaded = state.position;
  let others = loadedOthers;
  const changes = {
    get newestSeq() {
      return state.position - others;
    },
  };
  const blocks = new LedgerBlocks(database);
  const events = sqliteEvents({ database, db, changes, state, blocks }, (work) =>
    read(() => {
      blocks.refresh();
      return work();
    }),
  );
  const moment = () => {
    const then = openSnapshot(file);
    return { db: sqliteQueryable(then), close: () => then.close() };
  };
  return {
    ...everyStore(
      { state, append: left },
      db,
      { moment, rowsAtOnce: FINALS_AT_ONCE, activities: sqliteActivityDays(database, read) },
      events,
    ),
    ...events,
    history,
    follow: (listener) => followers.follow(listener),
    catchUp: async () => {},
    append: left,
    seal: left,
    closePeriod: left,
    reopen: left,
    erasePlayer: left,
    health: async () => void (await db.columns('SELECT 1 FROM meta LIMIT 1')),
    verify: left,
    maintain: (isStopping = () => false) => state.dropClosed(isStopping),
    close: async () => database.close(),

    apply(step) {
      const steps = step.kind === 'changed' && step.change.kind !== 'sealed' ? 1 : 0;
      // Sealing has no position of its own.
      if (step.kind === 'changed' && steps === 0 ? step.position < loaded : step.position <= loaded) return state.passOver(step);
      others += steps;
      if (step.kind === 'changed' && step.change.kind === 'revised') {
        const board = state.boardNumbered(step.change.board);
        for (const [player, seq] of step.latest) state.blockToChange(board, player, step.position).setLatestEvent(player, seq);
      }
      const change =
        step.kind === 'recorded'
          ? state.record({ ...step, folds: unpackedFolds(step.folds, (period, player) => state.scoreOf(state.period(period), player)) })
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
