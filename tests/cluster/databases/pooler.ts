import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from '../../../scripts/tools/free-port.ts';
import { serverAccount } from '../../../scripts/tools/postgres/find-postgres.ts';
import type { PostgresServer } from '../../../scripts/tools/postgres/postgres-server.ts';
import { onDisk } from '../trial-cluster.ts';

/** The usual paths of the program. */
const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) => existsSync(file));

/** The reason why PgBouncer cannot be tested here; `undefined` if it can. */
export const whyNoPooler = PROGRAM === undefined ? 'PgBouncer is not installed (apt-get install pgbouncer)' : undefined;

/** The number of connections to the database, however many clients connect to the pooler. */
const CONNECTIONS = 5;

/** A PgBouncer in transaction mode. */
export interface Pooler {
  readonly address: string;
  /** Kills it, and restarts it. */
  restart(): Promise<void>;
  discard(): Promise<void>;
}

export async function startPooler(database: PostgresServer): Promise<Pooler> {
  const { username, password } = new URL(database.url);
  const port = await freePort();
  const account = serverAccount();
  const folder = mkdtempSync(join(onDisk(), 'laurels-pooler-'));
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 200
`,
  );
  if (account.uid !== undefined) for (const each of [folder, users, settings]) chownSync(each, account.uid, account.gid!);
  let child: ChildProcess;
  async function start(): Promise<void> {
    child = spawn(PROGRAM!, ['-q', settings], { ...account, cwd: '/', stdio: 'ignore' });
    const ended = once(child, 'exit').then(() => 'ended' as const);
    while (!(await takesConnections(port))) {
      if ((await Promise.race([ended, wait(20)])) === 'ended') throw new Error('PgBouncer does not start');
    }
  }
  async function end(): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await start();
  return {
    address: `postgres://${username}:${password}@127.0.0.1:${port}/laurels`,
    async restart() {
      await end();
      await start();
    },
    async discard() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
