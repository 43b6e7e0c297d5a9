import type { PointsStore } from '../points-store.ts';
import { ACTIVITY_DAYS } from './activity-days.ts';
import { auditDatabase } from './audit.ts';
import { postgresClosing } from './closing.ts';
import { Commits } from './commits.ts';
import { COMMIT_MS, Connections, ONE_MOMENT, SOON_MS } from './database/connections.ts';
import type { DatabaseAddress } from './database/database-address.ts';
import { postgresEvents } from './ledger-reading.ts';
import { PostgresLog } from './log.ts';
import { loadMemory } from './loading.ts';
import { type IfEmpty, prepareDatabase } from './database/opening.ts';
import { postgresErasing } from './erasing.ts';
import { postgresKeyUses, type PostgresKeyUses } from './shared/key-uses.ts';
import { EVENTS_PER_PART, postgresRecording } from './recording.ts';
import { postgresCounts, type PostgresCounts } from './shared/shared-counts.ts';
import { askedTotals } from '../held/asked-totals.ts';
import { everyStore } from '../rules/every-store.ts';
import type { SharedCounts } from '../shared-counts.ts';
import { MOST_BEHIND, writeTotals } from './totals-writing.ts';

/** Final ranks per statement. */
const ROWS_PER_COMMIT = 1000;

/** Final ranks per query. */
const FINALS_AT_ONCE = 20_000;

/** Gives up quickly on the row lock, which an earlier, unfinished check may hold. */
const BEAT = `SET LOCAL lock_timeout = ${SOON_MS}; UPDATE pulse SET beats = beats + 1`;

/** Batch sizes, smaller in tests. */
interface Sizes {
  readonly rowsPerCommit: number;
  /** How many changes the stored totals may lack. */
  readonly mostBehind: number;
  /** How many events of a commit are written together. */
  readonly eventsPerPart: number;
}

/** A store, plus data that processes share. */
export interface PostgresStore extends PointsStore {
  readonly keyUses: PostgresKeyUses;
  /** Registers this process to share rate limits, until the store closes. `say`: its current status for the others. */
  shareCounts(say?: () => string): Promise<SharedCounts>;
}

interface PostgresOptions extends Partial<Sizes>, IfEmpty {
  /**
   * Called once if this process can no longer follow the database, for example when an outdated replica took over. It must be restarted;
   * until then it stores nothing, and its memory may be wrong.
   */
  readonly onLost?: ((error: unknown) => void) | undefined;
}

const SIZES: Sizes = { rowsPerCommit: ROWS_PER_COMMIT, mostBehind: MOST_BEHIND, eventsPerPart: EVENTS_PER_PART };

/**
 * Opens the store in a PostgreSQL database that any number of processes may use. Creates the schema in an empty one.
 * @throws {DatabaseUnusable} saying what to do, if the database is unreachable, another program's, or unsuitable; it is left unchanged.
 */
export async function openPostgresStore(address: DatabaseAddress, options: PostgresOptions = {}): Promise<PostgresStore> {
  const connections = new Connections(address);
  try {
    const history = await prepareDatabase(connections, options);
    const memory = await connections.transaction(ONE_MOMENT, loadMemory);
    return storeOf(connections, memory, history, { ...SIZES, ...options });
  } catch (error) {
    await connections.close();
    throw error;
  }
}

function storeOf(
  connections: Connections,
  memory: Awaited<ReturnType<typeof loadMemory>>,
  history: string,
  { rowsPerCommit, mostBehind, eventsPerPart, onLost }: Sizes & Pick<PostgresOptions, 'onLost'>,
): PostgresStore {
  const commits = new Commits(connections, memory, onLost);
  const log = new PostgresLog(commits, memory);
  const events = postgresEvents(connections, memory);
  let counts: PostgresCounts | undefined;
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await commits.close();
    await counts?.close();
    try {
      await writeTotals(connections, memory, 0, () => false);
    } catch {
      // Unwritten totals are folded from the log at the next opening.
    }
    await connections.close();
  }

  return {
    history,
    follow: (listener) => commits.follow(listener),
    catchUp: () => commits.catchUp(),
    ...postgresRecording(connections, commits, memory, eventsPerPart),
    ...everyStore(
      log,
      connections,
      askedTotals(memory),
      {
        moment: () => ({ db: connections, close: () => undefined }),
        rowsAtOnce: FINALS_AT_ONCE,
        activities: (...args) => connections.columns(ACTIVITY_DAYS, args),
      },
      events,
    ),
    ...postgresClosing(log, commits, memory, rowsPerCommit),
    ...events,

    ...postgresErasing(connections, log, commits, memory),

    health: async () => void (await connections.write(BEAT, [], COMMIT_MS)),
    async maintain(isStopping = () => false) {
      await memory.dropClosed(isStopping);
      await writeTotals(connections, memory, mostBehind, isStopping);
    },
    keyUses: postgresKeyUses(connections),
    shareCounts: async (say = () => '') => (counts ??= await postgresCounts(connections, say)),

    verify: (reached) => connections.transaction(ONE_MOMENT, (db) => auditDatabase(db, reached)),
    close: () => (closing ??= close()),
  };
}
