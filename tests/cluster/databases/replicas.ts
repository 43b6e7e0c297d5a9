import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from '../../../scripts/tools/free-port.ts';
import { askOnce } from '../../../scripts/tools/postgres/ask-once.ts';
import { type PostgresServer, startPostgres } from '../../../scripts/tools/postgres/postgres-server.ts';
import type { Trouble } from '../trouble.ts';
import { onDisk } from '../trial-cluster.ts';

/** Two servers: a primary, and a synchronous replica. */
export interface ReplicatedPostgres {
  /** The current primary. */
  readonly primary: PostgresServer;
  /** A connection address that includes both servers. */
  readonly address: string;
  /**
   * Takes down the primary and promotes the replica. `killed`: connections to it end. `silent`: they stay open without answers, as if its
   * machine were off or unreachable. A new replica follows before the next time.
   */
  failOver(lost: 'killed' | 'silent'): Trouble;
  discard(): Promise<void>;
}

/** Starts both. */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const ports = [await freePort(), await freePort()] as const;
  let primary = await startPostgres({ durable: true, below: onDisk(), port: ports[0] });
  let replica: PostgresServer | undefined;
  let silent: PostgresServer | undefined;

  async function replicate(): Promise<PostgresServer> {
    const port = ports.find((each) => each !== primary.port)!;
    const copy = await startPostgres({ durable: true, below: onDisk(), port, replicaOf: primary });
    // Until the replica follows, commits do not wait for it.
    await askOnce(primary.adminUrl, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await askOnce(primary.adminUrl, 'SELECT pg_reload_conf()');
    while ((await askOnce(primary.adminUrl, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 0) await wait(50);
    return copy;
  }

  replica = await replicate();
  return {
    get primary() {
      return primary;
    },
    address: primary.url.replace(/@[^/]+/, `@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}`),
    failOver: (lost) => async () => {
      await throwAway();
      replica ??= await replicate();
      if (lost === 'killed') await primary.kill();
      else stopAll(primary.pid);
      const began = performance.now();
      await askOnce(replica.adminUrl, 'SELECT pg_promote()');
      silent = primary;
      if (lost === 'killed') await throwAway();
      [primary, replica] = [replica, undefined];
      return began;
    },
    async discard() {
      await throwAway();
      await Promise.all([primary.discard(), replica?.discard()]);
    },
  };

  /** Ends the lost server. */
  async function throwAway(): Promise<void> {
    await silent?.kill();
    await silent?.discard();
    silent = undefined;
  }
}

/** Stops all processes of a server (SIGSTOP), first the one that starts others. */
function stopAll(server: number): void {
  process.kill(server, 'SIGSTOP');
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  for (const line of stdout.trim().split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (parent === server) process.kill(pid!, 'SIGSTOP');
  }
}
