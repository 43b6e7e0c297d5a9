import type { ApiKeys } from '../operation/keys/api-keys.ts';
import type { ClockWatch } from '../operation/clock-watch.ts';
import { inTime } from '../http/in-time.ts';
import { Problem } from '../http/problem.ts';
import type { Log } from '../watching/log.ts';
import { type PointsStore, StorageFailure, type StorageTrouble } from '../store/points-store.ts';

/** Cache time in milliseconds: a check writes to disk, and anyone can call it. */
const BELIEVED_MS = 1000;

/** The timeout of a check, in milliseconds. */
const PATIENCE_MS = 3000;

/** Public messages; the log has details. */
const TOLD: Readonly<Record<StorageTrouble, string>> = {
  full: 'The disk is full. New points are being rejected. Reading still works.',
  missing: 'The database was deleted or replaced while the server was running. New points are being rejected.',
  'read-only': 'The database is read-only. New points are being rejected.',
  unreplicated: 'The database is waiting for its synchronous replica. New points are being rejected. Reading still works.',
  failed: 'The database is unreachable.',
};

/** Public, without the location of the keys, which the log has. */
const KEYS_DAMAGED = 'The list of API keys is damaged or missing. Existing keys keep working, but none can be created or revoked.';

export interface ReadinessParts {
  readonly store: Pick<PointsStore, 'health' | 'newestReceivedAt'>;
  readonly keys: Pick<ApiKeys, 'damage'>;
  /** Resolves once the server has started: the first key exists. */
  readonly started: Promise<void>;
  readonly watch: ClockWatch;
  /** A monotonic clock, in milliseconds. */
  readonly steady: () => number;
  readonly log: Log;
}

/**
 * Checks that points can be stored with a real write and read, at most once a second. Resolves to warnings, for example about the
 * clock.
 * @throws {Problem} unavailable or storage-full.
 */
export function createReadiness({ store, keys, started, watch, steady, log }: ReadinessParts): () => Promise<readonly string[]> {
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

  let isStarted = false;
  void started.then(() => (isStarted = true));

  return async () => {
    if (!isStarted) throw new Problem('unavailable', 'The server is starting.');
    const now = steady();
    if (!isLooking && now - lookedAt >= BELIEVED_MS) {
      lookedAt = now;
      isLooking = true;
      found = inTime(
        look().finally(() => (isLooking = false)),
        PATIENCE_MS,
        () => new Problem('unavailable', TOLD.failed),
      );
      // The callers handle it.
      found.catch(() => undefined);
    }
    return found;
  };
}
