import type { ApiKeys } from '../operation/keys/api-keys.ts';
import type { ClockWatch } from '../operation/clock-watch.ts';
import { inTime } from '../http/in-time.ts';
import { Problem } from '../http/problem.ts';
import type { Log } from '../watching/log.ts';
import { type PointsStore, StorageFailure, type StorageTrouble } from '../store/points-store.ts';

/** For how long what was found is believed, in milliseconds: looking writes to the disk, and anybody may ask. */
const BELIEVED_MS = 1000;

/** How long looking may take, in milliseconds: a database that takes longer cannot store points now. */
const PATIENCE_MS = 3000;

/** What strangers are told: the log says more. */
const TOLD: Readonly<Record<StorageTrouble, string>> = {
  full: 'The disk is full. Points cannot be stored. Reading still works.',
  missing: 'The database was deleted or replaced while the server runs. Points cannot be stored.',
  'read-only': 'The database is read-only. Points cannot be stored.',
  unreplicated: 'The database waits for its synchronous replica. Points cannot be stored. Reading still works.',
  failed: 'The database does not answer.',
};

/** Strangers are not told where keys are kept: the log says that, and what to do. */
const KEYS_DAMAGED =
  'The list of API keys is damaged or missing. Keys keep working as they were last read, and none can be created or revoked.';

/** What readiness is found out from. */
export interface ReadinessParts {
  readonly store: Pick<PointsStore, 'health' | 'newestReceivedAt'>;
  readonly keys: Pick<ApiKeys, 'damage'>;
  readonly watch: ClockWatch;
  /** A clock that never jumps, in milliseconds. */
  readonly steady: () => number;
  readonly log: Log;
}

/**
 * Whether points can be stored: really writes and reads, at most once a second and for three. Resolves to what an operator should look
 * at although points are taken, such as a clock that was set.
 * @throws {Problem} unavailable or storage-full, saying what is wrong.
 */
export function createReadiness({ store, keys, watch, steady, log }: ReadinessParts): () => Promise<readonly string[]> {
  let lookedAt = -Infinity;
  let isLooking = false;
  let found: Promise<readonly string[]> = Promise.resolve([]);
  let said = '';

  async function look(): Promise<readonly string[]> {
    try {
      await store.health();
      said = '';
    } catch (error) {
      const text = `readyz: ${error instanceof Error ? error.message : String(error)}`;
      if (text !== said) log(text, { level: 'error' });
      said = text;
      const trouble = error instanceof StorageFailure ? error.trouble : 'failed';
      throw new Problem(trouble === 'full' ? 'storage-full' : 'unavailable', TOLD[trouble]);
    }
    const troubles = [watch.trouble(await store.newestReceivedAt()), keys.damage() && KEYS_DAMAGED];
    return troubles.filter((trouble) => trouble !== undefined);
  }

  return () => {
    const now = steady();
    if (!isLooking && now - lookedAt >= BELIEVED_MS) {
      lookedAt = now;
      isLooking = true;
      found = inTime(
        look().finally(() => (isLooking = false)),
        PATIENCE_MS,
        () => new Problem('unavailable', TOLD.failed),
      );
      // Whoever asked hears of it.
      found.catch(() => undefined);
    }
    return found;
  };
}
