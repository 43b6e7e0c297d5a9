import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { type LiveProcess, startLiveProcess } from '../../scripts/tools/cluster/live-process.ts';
import { type PostgresServer, startPostgres } from '../../scripts/tools/postgres/postgres-server.ts';
import { standInBuild } from '../live/shutdown.ts';

/** Live servers without pages, on one database, behind a balancer. */
export interface TrialCluster {
  readonly database: PostgresServer;
  /** The database's address for the processes. */
  readonly address: string;
  readonly processes: readonly LiveProcess[];
  /** The balancer's URL. */
  readonly url: string;
  /** A key with all permissions. */
  readonly key: string;
  /** Ends everything that was started for it, and deletes its data. */
  discard(): Promise<void>;
}

interface ClusterOptions {
  readonly processes?: number;
  /** The database; by default a new durable one. */
  readonly database?: PostgresServer;
  /** Its address for the processes; by default the server's own. */
  readonly address?: string;
}

const KEY = 'a-key-of-twenty-two-or-more';

/** A path on disk for data that must survive. */
export const onDisk = () => process.env['LAURELS_TEST_DISK'] ?? tmpdir();

export async function startTrialCluster({
  processes: count = 3,
  database: given,
  address: givenAddress,
}: ClusterOptions = {}): Promise<TrialCluster> {
  const folder = mkdtempSync(join(onDisk(), 'laurels-cluster-'));
  const database = given ?? (await startPostgres({ durable: true, below: onDisk() }));
  const address = givenAddress ?? database.url;
  const env = {
    BUILD_DIR: standInBuild(folder),
    LAURELS_DATA: '',
    LAURELS_DATABASE: address,
    LAURELS_API_KEY: KEY,
    LAURELS_RATE_LIMIT: 'off',
    // Two proxies: the balancer, and visitors who state their own addresses.
    LAURELS_TRUSTED_PROXIES: '2',
  };
  const processes: LiveProcess[] = [];
  const discard = async () => {
    await Promise.all(processes.map((each) => each.end('SIGKILL')));
    if (given === undefined) await database.discard();
    rmSync(folder, { recursive: true });
  };
  try {
    // All at once: the first creates the tables that the others find.
    for (const started of await Promise.allSettled(Array.from({ length: count }, () => startLiveProcess(env)))) {
      if (started.status === 'rejected') throw started.reason;
      processes.push(started.value);
    }
    const balancer = new Worker(new URL('balancer-thread.ts', import.meta.url), { workerData: processes.map(({ url }) => url) });
    const [url] = (await once(balancer, 'message')) as [string];
    return {
      database,
      address,
      processes,
      url,
      key: KEY,
      async discard() {
        await balancer.terminate();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
