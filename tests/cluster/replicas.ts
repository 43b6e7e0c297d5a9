import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { freePort } from '../../scripts/tools/free-port.ts';
import { type PostgresServer, startPostgres } from '../../scripts/tools/postgres/postgres-server.ts';
import type { Trouble } from './trouble.ts';
import { onDisk } from './trial-cluster.ts';

/** Two servers: one takes what is written, the other has all of it before a commit is acknowledged. */
export interface ReplicatedPostgres {
  /** The one that takes what is written now. */
  readonly primary: PostgresServer;
  /** The address of both. */
  readonly address: string;
  /** Kills the one that is written to, and promotes the other. The killed one comes back as its replica before the next time. */
  readonly failOver: Trouble;
  discard(): Promise<void>;
}

/** Starts both. */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const ports = [await freePort(), await freePort()] as const;
  let primary = await startPostgres({ durable: true, below: onDisk(), port: ports[0] });
  let replica: PostgresServer | undefined;

  async function replicate(): Promise<PostgresServer> {
    const port = ports.find((each) => each !== primary.port)!;
    const copy = await startPostgres({ durable: true, below: onDisk(), port, replicaOf: primary });
    // Until it follows, commits do not wait for it.
    await ask(primary.adminUrl, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await ask(primary.adminUrl, 'SELECT pg_reload_conf()');
    while ((await ask(primary.adminUrl, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 0) await wait(50);
    return copy;
  }

  replica = await replicate();
  return {
    get primary() {
      return primary;
    },
    address: primary.url.replace(/@[^/]+/, `@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}`),
    async failOver() {
      replica ??= await replicate();
      await primary.kill();
      const began = performance.now();
      await ask(replica.adminUrl, 'SELECT pg_promote()');
      await primary.discard();
      [primary, replica] = [replica, undefined];
      return began;
    },
    async discard() {
      await Promise.all([primary.discard(), replica?.discard()]);
    },
  };
}

async function ask(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
