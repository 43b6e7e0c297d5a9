import { isDeepStrictEqual } from 'node:util';

import { LeftToWriter } from '../left-to-writer.ts';
import type { PointsStore } from '../points-store.ts';
import type { StorePlace } from '../store-under-test.suite.ts';
import type { Change, StandingColumns } from '../stored-values.ts';
import type { FedStep } from '../held/log-step.ts';
import { openReaderStore, type ReaderStore } from './reader-store.ts';
import type { SqlitePlace } from './sqlite-place.suite.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** After every this many writes, another reader is opened while writing continues. */
const WRITES_PER_READER = 4;

const WRITES = new Set<string>([
  'append',
  'revise',
  'seal',
  'closePeriod',
  'reopen',
  'changeBoard',
  'removeBoard',
  'changeDocument',
  'renamePlayer',
  'erasePlayer',
  'changeRecords',
  'maintain',
]);

/** Queries that readers must answer like the store. */
const QUESTIONS = new Set<string>([
  'boards',
  'document',
  'positions',
  'scoreOf',
  'firstPeriod',
  'periodsBeside',
  'periodSizes',
  'latestClosed',
  'endedPeriods',
  'totalsSince',
  'players',
  'playerNamed',
  'playersMatching',
  'playerCount',
  'playersKnownBefore',
  'playersKnownSince',
  'finalStandings',
  'results',
  'finalRanks',
  'finalPlaces',
  'activityDays',
  'eventWithId',
  'eventsBefore',
  'eventsOf',
  'eventsPostedBy',
  'countEvents',
  'newestReceivedAt',
  'record',
  'records',
  'recordCounts',
]);

/** Creates places whose stores are queried together with their readers, which must give the same answers or leave the call to the store. */
export function withReaders(makePlace: () => SqlitePlace): () => StorePlace {
  return () => {
    const place = makePlace();
    return { ...place, open: async (options) => storeWithReaders((await place.open(options)) as SqliteStore) };
  };
}

function storeWithReaders(store: SqliteStore): PointsStore {
  const readers: { readonly store: ReaderStore; readonly told: Change[]; readonly from: number }[] = [];
  const opening = new Set<{ readonly early: FedStep[]; readonly opened: Promise<void> }>();
  const told: Change[] = [];
  let writes = 0;
  store.follow((change) => void told.push(change));
  store.feed((steps) => {
    for (const step of structuredClone(steps)) {
      for (const { early } of opening) early.push(step);
      for (const reader of readers) reader.store.apply(step);
    }
  });

  function openAnother(): void {
    const early: FedStep[] = [];
    const began = structuredClone(store.feedStart());
    const open = async () => {
      const written = { file: store.fileInPlace(), history: store.history, began };
      const reader = await openReaderStore(written, { catchUp: () => {}, totals: store.openTotals });
      const heard: Change[] = [];
      reader.follow((change) => void heard.push(change));
      for (const step of early) reader.apply(step);
      readers.push({ store: reader, told: heard, from: told.length - heard.length });
      await reader.caughtUp();
      await store.sharePlayers();
      opening.delete(one);
    };
    const one = { early, opened: open() };
    opening.add(one);
  }

  async function compared(name: keyof PointsStore, args: readonly never[], answer: unknown): Promise<void> {
    for (const reader of readers) {
      const own = (reader.store[name] as (...given: readonly never[]) => Promise<unknown>)(...args);
      const same = await own.catch((error: unknown) => {
        if (error instanceof LeftToWriter) return answer;
        throw error;
      });
      if (!areAlike(same, answer)) throw new Error(`${name}: a reader says ${JSON.stringify(same)}, not ${JSON.stringify(answer)}`);
    }
  }

  async function* standings(...args: Parameters<PointsStore['standings']>): AsyncIterable<StandingColumns> {
    const wanted: StandingColumns[] = [];
    for await (const columns of store.standings(...args)) wanted.push(columns);
    for (const reader of readers) {
      try {
        const found: StandingColumns[] = [];
        for await (const columns of reader.store.standings(...args)) found.push(columns);
        if (!areAlike(found, wanted)) throw new Error('standings: a reader has others');
      } catch (error) {
        if (!(error instanceof LeftToWriter)) throw error;
      }
    }
    yield* wanted;
  }

  openAnother();
  return new Proxy(store, {
    get(_, name: keyof PointsStore) {
      const method = store[name] as ((...args: readonly never[]) => unknown) | undefined;
      if (name === 'standings') return standings;
      if (name === 'close')
        return async () => {
          await Promise.all(Array.from(opening, ({ opened }) => opened));
          for (const reader of readers) {
            await reader.store.close();
            if (!areAlike(reader.told, told.slice(reader.from)))
              throw new Error(`A reader was told ${JSON.stringify(reader.told)}, not ${JSON.stringify(told.slice(reader.from))}`);
          }
          await store.close();
        };
      if (WRITES.has(name))
        return async (...args: readonly never[]) => {
          const written = method!(...args);
          writes += 1;
          if (writes % WRITES_PER_READER === 0) openAnother();
          return written;
        };
      if (!QUESTIONS.has(name)) return method;
      return async (...args: readonly never[]) => {
        const answer = await method!(...args);
        await compared(name, args, answer);
        return answer;
      };
    },
  });
}

/** Whether two values are equal once both have been sent to another thread, which drops prototypes. */
function areAlike(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}
