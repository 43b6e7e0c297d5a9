import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { Followers } from '../followers.ts';
import { type FedStep, type FeedStart, unpackedTotals } from '../held/log-step.ts';
import type { AskedTotals } from '../held/asked-totals.ts';
import { Players } from '../held/players.ts';
import type { State } from '../held/state.ts';
import { LeftToWriter } from '../left-to-writer.ts';
import { type PointsStore, StorageFailure } from '../points-store.ts';
import { everyStore } from '../rules/every-store.ts';
import { sqliteActivityDays } from './activity-days.ts';
import { openSnapshot } from './file/database-file.ts';
import { sqliteQueryable } from './file/queries.ts';
import { LedgerBlocks } from './ledger-blocks.ts';
import { sqliteEvents } from './ledger-reading.ts';
import { loadedOutline } from './loaded-state.ts';
import { playersIn } from './players.ts';
import { positionIn } from './file/position.ts';
import { rowsInStep } from './file/rows-in-step.ts';
import { FINALS_AT_ONCE } from './sqlite-store.ts';

/** How long steps may take to arrive, in milliseconds. */
const PATIENCE_MS = 30_000;

/** A read-only store on a thread other than the writing one. */
export interface ReaderStore extends PointsStore {
  /** Applies the next step of the log, unless it was already loaded. */
  apply(step: FedStep): void;
  /** Resolves once all loaded steps have arrived. Until then, do not query anything that a step changes. */
  caughtUp(): Promise<void>;
}

/** The data that a reader needs from the writing store. */
export interface WrittenStore {
  readonly file: string;
  readonly history: string;
  /** Taken before the reader is opened. */
  readonly began: FeedStart;
}

/** The writing thread. */
interface Writer {
  /** Applies the steps that have arrived. */
  catchUp(): void;
  readonly totals: AskedTotals;
}

/**
 * Opens a copy of the state of a database that another thread writes, without totals, along with read access to its rows. All steps since
 * before the call must be applied in order, each before later queries are answered. Writes reject with {@link LeftToWriter}.
 */
export async function openReaderStore({ file, history, began }: WrittenStore, writer: Writer): Promise<ReaderStore> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const snapshot = openSnapshot(file);
  let state: State;
  let others: number;
  try {
    // Players who arrive later come with the steps.
    const players = new Players({ ...playersIn(database), newest: playersIn(snapshot).newest }, began.players);
    state = await loadedOutline(snapshot, sqliteQueryable(snapshot), players);
    ({ others } = positionIn(snapshot)());
  } finally {
    snapshot.close();
  }
  for (const board of state.boards()) board.position = began.positions.get(board.settings.name) ?? 0;
  setStandings(state, began.standings);
  return readerOf(state, others, { database, file, history, began, ...writer });
}

const left = () => Promise.reject(new LeftToWriter());

function readerOf(
  state: State,
  loadedOthers: number,
  { database, file, history, began, catchUp, totals }: WrittenStore & Writer & { readonly database: DatabaseSync },
): ReaderStore {
  const { read, db } = rowsInStep(database, state, catchUp);
  const followers = new Followers();
  const loaded = state.position;
  let others = loadedOthers;
  const passedOver = Promise.withResolvers<void>();
  if (began.position >= loaded) passedOver.resolve();
  const late = setTimeout(() => passedOver.reject(new StorageFailure('The steps that were loaded do not arrive', 'failed')), PATIENCE_MS);
  passedOver.promise.finally(() => clearTimeout(late)).catch(() => {});
  let lastRead: Promise<void> | undefined;
  // If this read fails, it can be retried when another reader starts listening.
  const readRest = () => read(() => state.players.readRest()).catch(() => (lastRead = undefined));
  const changes = {
    get newestSeq() {
      return state.position - others;
    },
  };
  const blocks = new LedgerBlocks(database);
  const events = sqliteEvents({ database, db, changes, state, open: totals, blocks }, (work) =>
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
      totals,
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
    maintain: left,
    async close() {
      await lastRead;
      database.close();
    },

    caughtUp: () => passedOver.promise,

    apply(step) {
      if (step.kind === 'players') {
        state.players.adopt(step.segments);
        // Deferred, because reading applies the steps that have arrived, and steps are being applied now.
        if (step.areAll) lastRead ??= nextTurn().then(readRest);
        return;
      }
      if (step.position >= loaded) passedOver.resolve();
      const steps = step.kind === 'changed' && step.change.kind !== 'sealed' ? 1 : 0;
      // Sealing has no position of its own.
      const isLoaded = step.kind === 'changed' && steps === 0 ? step.position < loaded : step.position <= loaded;
      if (isLoaded) {
        state.passOver(step);
        return setStandings(state, step.standings);
      }
      others += steps;
      if (step.kind === 'recorded') state.enter(step);
      setStandings(state, step.standings);
      const totals = unpackedTotals(state, step.totals);
      const change =
        step.kind === 'recorded'
          ? state.recorded(state.boardNumbered(step.board), step, totals)
          : state.follow(step.position, step.change, totals);
      if (change !== undefined) followers.publish({ ...change, position: state.position });
    },
  };
}

function setStandings(state: State, counts: FeedStart['standings']): void {
  for (const [period, standings] of counts) state.period(period).standings = standings;
}
