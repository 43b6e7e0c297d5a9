import { StorageFailure } from '../../points-store.ts';
import type { Queryable } from './connections.ts';

/** How often the replica is checked during a write, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** How long a check may take, in milliseconds. */
const LOOK_LIMIT_MS = 3000;

/**
 * Whether a commit has been waiting for a synchronous replica for three seconds. Its backend keeps waiting, and holds its locks, even after
 * its client has gone, so this stays true until a replica is back. Users can see the wait events of their own sessions.
 */
const IS_MISSING = `
  SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '3 seconds'
  ) AS "isMissing"`;

/**
 * Detects that no synchronous replica acknowledges commits; otherwise each commit would wait until its timeout. A waiting commit is
 * abandoned with an unknown outcome; until it ends, no other is tried.
 */
export function watchReplica(db: Pick<Queryable, 'rows'>) {
  let isMissing = false;

  async function look(): Promise<boolean> {
    const [row] = await db.rows<{ readonly isMissing: boolean }>(IS_MISSING, [], LOOK_LIMIT_MS);
    return (isMissing = row!.isMissing);
  }

  /** The error, if the last check found no replica. */
  function failure(): StorageFailure | undefined {
    if (!isMissing) return undefined;
    return new StorageFailure(
      'No synchronous replica of the database acknowledges commits, so nothing can be stored. Start one, or change synchronous_standby_names.',
      'unreplicated',
    );
  }

  return {
    failure,
    /** Resolves at once unless a replica is missing. @throws {StorageFailure} while one is. */
    async expect(): Promise<void> {
      if (isMissing && (await look())) throw failure()!;
    },
    /** Checks periodically until the returned function is called. Calls `leave` when no replica responds. */
    during(leave: () => void): () => void {
      // If the database does not respond, callers get that error anyway.
      const timer = setInterval(
        () =>
          void look().then(
            (isSo) => isSo && leave(),
            () => undefined,
          ),
        LOOK_EVERY_MS,
      ).unref();
      return () => clearInterval(timer);
    },
  };
}
