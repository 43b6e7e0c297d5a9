import type { Connections } from '../database/connections.ts';

/** When keys were last used: epoch milliseconds by key id. */
type LastUses = ReadonlyMap<string, number>;

/** Stores when each key was last used, for all processes. Not part of the log. */
export interface PostgresKeyUses {
  read(): Promise<LastUses>;
  /** Records uses; the latest use across all processes wins. */
  write(uses: LastUses): Promise<void>;
}

export function postgresKeyUses(connections: Connections): PostgresKeyUses {
  return {
    async read() {
      return new Map(await connections.columns<readonly [id: string, usedAt: number]>('SELECT id, used_at FROM key_uses'));
    },
    async write(uses) {
      // Sorted, so that two processes cannot deadlock.
      const sorted = Array.from(uses).toSorted(([a], [b]) => (a < b ? -1 : 1));
      await connections.write(
        `INSERT INTO key_uses (id, used_at) SELECT * FROM unnest($1::text[], $2::bigint[])
         ON CONFLICT (id) DO UPDATE SET used_at = greatest(key_uses.used_at, excluded.used_at)`,
        [sorted.map(([id]) => id), sorted.map(([, at]) => at)],
      );
    },
  };
}
