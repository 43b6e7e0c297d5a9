import { StorageFailure } from '../../points-store.ts';
import type { Asking } from './connections.ts';

/** How often it is looked while something is written, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** How long looking may take, in milliseconds. */
const LOOK_LIMIT_MS = 3000;

/**
 * Whether a commit has waited for a synchronous replica for three seconds. Its process at the database goes on waiting when
 * whoever asked is gone, and holds its locks, so this is so until a replica is back. A user sees what its own sessions wait for.
 */
const IS_MISSING = `
  SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '3 seconds'
  ) AS "isMissing"`;

/**
 * Notices that no synchronous replica acknowledges commits. Without it each commit would wait until its time is over, one
 * after the other. A commit that waits is left, and nobody knows whether it is kept; while it waits there, nothing else is tried.
 */
export function watchReplica(asking: Pick<Asking, 'rows'>) {
  let isMissing = false;

  async function look(): Promise<boolean> {
    const [row] = await asking.rows<{ readonly isMissing: boolean }>(IS_MISSING, [], LOOK_LIMIT_MS);
    return (isMissing = row!.isMissing);
  }

  /** What went wrong, if a replica was missing when it was last looked. */
  function failure(): StorageFailure | undefined {
    if (!isMissing) return undefined;
    return new StorageFailure(
      'No synchronous replica of the database acknowledges commits, so nothing can be stored. Start one, or change synchronous_standby_names.',
      'unreplicated',
    );
  }

  return {
    failure,
    /** Resolves at once as long as no replica was missed. @throws {StorageFailure} while one is. */
    async expect(): Promise<void> {
      if (isMissing && (await look())) throw failure()!;
    },
    /** Looks now and then, until the function that is returned is called. `leave` is called when a replica is missing. */
    during(leave: () => void): () => void {
      // If the database does not answer, whoever asked is told anyway.
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
