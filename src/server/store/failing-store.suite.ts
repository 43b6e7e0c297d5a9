import { type PointsStore, StorageFailure, type StorageTrouble } from './points-store.ts';

/** A store that fails on demand. */
export interface FailingStore {
  /** Passes calls to the wrapped store, except those that must fail. */
  readonly store: PointsStore;
  /**
   * Makes the next call of a method fail as storage fails: it rejects with a {@link StorageFailure} and stores nothing. A failing `append`
   * has already called `decide`, as with a full disk; one that records nothing writes nothing and does not fail. Reads in steps fail at the
   * first step.
   */
  failNext(method: FailingMethod, trouble?: StorageTrouble): void;
  /** Makes all calls that need a shared database fail; the process still serves what it has in memory. */
  goAway(isAway: boolean): void;
}

/** Methods that need the database, not just memory: changes, single events, and final ranks. */
const ASKED_OF_DATABASE: ReadonlySet<PropertyKey> = new Set<FailingMethod>([
  'append',
  'revise',
  'seal',
  'closePeriod',
  'reopen',
  'changeDocument',
  'changeBoard',
  'removeBoard',
  'renamePlayer',
  'erasePlayer',
  'changeRecords',
  'record',
  'records',
  'recordCounts',
  'catchUp',
  'health',
  'eventsOf',
  'eventWithId',
  'eventsBefore',
  'eventsPostedBy',
  'countEvents',
  'countedEvents',
  'activityDays',
  'finalStandings',
  'finalRanks',
  'finalPlaces',
  'results',
]);

/** All methods that can fail. */
type FailingMethod = Exclude<keyof PointsStore, 'follow' | 'close' | 'history'>;

/** Wraps any store. */
export function failingStore(inner: PointsStore): FailingStore {
  const planned = new Map<PropertyKey, StorageFailure>();
  let isDatabaseAway = false;
  const failNow = (method: PropertyKey, args: readonly unknown[] = []) => {
    // The size of a closed period, and whether it is closed, are in memory.
    const isRemembered = method === 'finalStandings' && args[2] === 0;
    if (isDatabaseAway && ASKED_OF_DATABASE.has(method) && !isRemembered)
      throw new StorageFailure('Planned: the database is away', 'failed');
    const failure = planned.get(method);
    planned.delete(method);
    if (failure !== undefined) throw failure;
  };
  const append: PointsStore['append'] = async (board, events, counts, decide, records) => {
    if (isDatabaseAway) failNow('append');
    const failing: typeof decide = (effects, position, given) => {
      const answers = decide(effects, position, given);
      if (effects.length > 0) failNow('append');
      return answers;
    };
    return inner.append(board, events, counts, failing, records);
  };
  const store = new Proxy(inner, {
    get(_, name: keyof PointsStore) {
      const method = inner[name] as ((...args: readonly unknown[]) => unknown) | undefined;
      switch (name as string) {
        case 'append':
          return append;
        case 'standings':
        case 'countedEvents':
          return async function* failing(...args: readonly unknown[]) {
            failNow(name, args);
            yield* method!(...args) as AsyncIterable<unknown>;
          };
        case 'follow':
        case 'close':
        case 'history':
          return method;
        default:
          // Non-methods pass through: a store with a `then` would be treated as a promise.
          if (method === undefined) return undefined;
          return async (...args: readonly unknown[]) => {
            failNow(name, args);
            return method(...args);
          };
      }
    },
  });
  return {
    store,
    goAway: (isAway) => void (isDatabaseAway = isAway),
    failNext: (method, trouble = 'full') => void planned.set(method, new StorageFailure(`Planned: ${method} fails`, trouble)),
  };
}
