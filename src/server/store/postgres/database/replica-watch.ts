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
export class ReplicaWatch {
  readonly #asking: Pick<Asking, 'rows'>;
  #isMissing = false;

  constructor(asking: Pick<Asking, 'rows'>) {
    this.#asking = asking;
  }

  /** Resolves at once as long as no replica was missed. @throws {StorageFailure} while one is. */
  async expect(): Promise<void> {
    if (this.#isMissing && (await this.#look())) throw this.failure()!;
  }

  /** What went wrong, if a replica was missing when it was last looked. */
  failure(): StorageFailure | undefined {
    if (!this.#isMissing) return undefined;
    return new StorageFailure(
      'No synchronous replica of the database acknowledges commits, so nothing can be stored. Start one, or change synchronous_standby_names.',
      'unreplicated',
    );
  }

  /** Looks now and then, until the function that is returned is called. `leave` is called when a replica is missing. */
  during(leave: () => void): () => void {
    const look = async () => {
      if (await this.#look()) leave();
    };
    // If the database does not answer, whoever asked is told anyway.
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  async #look(): Promise<boolean> {
    const [row] = await this.#asking.rows<{ readonly isMissing: boolean }>(IS_MISSING, [], LOOK_LIMIT_MS);
    return (this.#isMissing = row!.isMissing);
  }
}
