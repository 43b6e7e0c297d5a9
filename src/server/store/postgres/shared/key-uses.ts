import type { Connections } from '../database/connections.ts';

/** When keys were last used: by the id of the key, in epoch milliseconds. */
type LastUses = ReadonlyMap<string, number>;

/** Where several processes keep when each key was last used. It is no change that anybody follows. */
export interface PostgresKeyUses {
  read(): Promise<LastUses>;
  /** Adds later uses to what is known, of whatever process. */
  write(uses: LastUses): Promise<void>;
}

export function postgresKeyUses(connections: Connections): PostgresKeyUses {
  return {
    async read() {
      return new Map(await connections.columns<readonly [id: string, usedAt: number]>('SELECT id, used_at FROM key_uses'));
    },
    async write(uses) {
      // In one order, so that no two processes wait for each other.
      const sorted = Array.from(uses).toSorted(([a], [b]) => (a < b ? -1 : 1));
      await connections.write(
        `INSERT INTO key_uses (id, used_at) SELECT * FROM unnest($1::text[], $2::bigint[])
         ON CONFLICT (id) DO UPDATE SET used_at = greatest(key_uses.used_at, excluded.used_at)`,
        [sorted.map(([id]) => id), sorted.map(([, at]) => at)],
      );
    },
  };
}
