import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';

import { freePort } from '../free-port.ts';
import { type Account, findPostgres, type FoundPostgres, serverAccount } from './find-postgres.ts';

/** How a server of one's own is to be. */
export interface PostgresOptions {
  /** Whether a commit is on the disk once it is acknowledged. Without, a server is faster, and a power cut may spoil its data. */
  readonly durable: boolean;
  /** The folder below which its data lies; the system's for temporary files, if it is not said. */
  readonly below?: string;
  /** Settings as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** A free one, if it is not said. */
  readonly port?: number;
  /** Makes it a replica of this one, which may be at work: it follows all that is committed there until it is promoted. */
  readonly replicaOf?: Pick<PostgresServer, 'adminUrl'>;
}

/** A PostgreSQL of one's own on loopback. It ends with this process, however this process ends, and its data with it. */
export interface PostgresServer {
  /** Which version it is and where from, for people. */
  readonly told: string;
  /** The folder of its programs, as LAURELS_POSTGRES_PROGRAMS names one. It goes away with the server, unless it was named so. */
  readonly programs: string;
  readonly port: number;
  /** Its process id, another one after each start. */
  readonly pid: number;
  /** The address of its database, which is empty at first, for a user who owns it, may make others, and is no superuser. */
  readonly url: string;
  /** The same for a superuser. */
  readonly adminUrl: string;
  /** Resolves once the process that runs now has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Ends it at once, as a crash does (SIGKILL). */
  kill(): Promise<void>;
  /** Ends it as an operator does: what is under way is cut off, the rest is written. */
  shutDown(): Promise<void>;
  /** Starts it again, on the same data and port. */
  start(): Promise<void>;
  /** Ends it and throws its data away. */
  discard(): Promise<void>;
}

interface Running {
  readonly pid: number;
  readonly ended: Promise<void>;
  /** Sends the server a signal, by its name without SIG. */
  signal(name: 'KILL' | 'INT'): void;
}

/** How long a server may take to start, in milliseconds. After a crash it goes through its log first. */
const START_LIMIT_MS = 120_000;

/** What a server still says of one that was killed and whose processes have not all ended. */
const NOT_GONE_YET = /pre-existing shared memory block|lock file .* already exists/;

/** What a server is told of the system it runs on: nothing that would change its words or its files. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The user who is no superuser, and that user's database. */
const OWNER = 'laurels';

/**
 * Runs a server (all arguments from the third on), says its process id, and waits for its end. Sends it the signal that is
 * read. If there is nothing more to read, whoever started us is gone: ends it and removes its two folders, without a word,
 * because a word to nobody would end us.
 *
 * Of a server that is killed, processes may be left that can tell nobody of it, and try for ever. On Linux they are found by
 * the folder they are in.
 */
const KEEPER = `
data=$1 programs=$2; shift 2
exec 3<&0
"$@" <&- 3<&- & server=$!
echo $server
{
  if read -r signal <&3; then kill -$signal $server; exit; fi
  trap '' TERM
  while kill -QUIT $server; do sleep 0.1; done
  rm -rf "$data" "$programs"
} 2>/dev/null & reader=$!
wait $server
kill $reader 2>/dev/null
for process in /proc/[0-9]*; do
  case $(readlink "$process/cwd") in "$data"/*) kill -KILL "\${process#/proc/}" ;; esac
done 2>/dev/null
`;

/**
 * Makes a new PostgreSQL and starts it. If we are root, it runs as the user nobody.
 *
 * @throws {Error} if there is none for this machine, or if it does not start, with what it said.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const account = serverAccount();
  // Memory may be no place to run programs from.
  const programs = ownFolder(process.env['LAURELS_TEST_DISK'] ?? tmpdir(), account);
  const data = ownFolder(options.below ?? tmpdir(), account);
  const discard = () => {
    for (const folder of [data, programs]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const found = findPostgres(account, programs);
    const { replicaOf, port = await freePort() } = options;
    const cluster = join(data, 'cluster');
    const password = replicaOf === undefined ? randomBytes(16).toString('hex') : new URL(replicaOf.adminUrl).password;
    if (replicaOf === undefined) await makeCluster(found, cluster, password, account);
    else await copyCluster(replicaOf.adminUrl, cluster, account);
    const command = [found.postgres, '-D', cluster, '-p', String(port), ...settingsOf(options)];
    const start = () => run([data, programs, ...command], account);
    const address = (user: string, database = OWNER) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
    let running = await start();
    if (replicaOf === undefined) await makeOwner(address('postgres', 'postgres'), password);
    const end = async (signal: 'KILL' | 'INT') => {
      running.signal(signal);
      await running.ended;
    };
    return {
      told: found.told,
      programs: dirname(found.postgres),
      port,
      get pid() {
        return running.pid;
      },
      url: address(OWNER),
      adminUrl: address('postgres'),
      get ended() {
        return running.ended;
      },
      kill: () => end('KILL'),
      shutDown: () => end('INT'),
      async start() {
        running = await start();
      },
      async discard() {
        await end('INT');
        discard();
      },
    };
  } catch (error) {
    discard();
    throw error;
  }
}

/** An empty folder that belongs to the account. */
function ownFolder(below: string, { uid, gid }: Account): string {
  const folder = mkdtempSync(join(below, 'laurels-postgres-'));
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

async function makeCluster({ initdb }: FoundPostgres, cluster: string, password: string, account: Account): Promise<void> {
  const passwordFile = `${cluster}-password`;
  writeFileSync(passwordFile, password);
  const access = ['-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256'];
  // Its order of texts is that of a language, as on many systems. Whoever counts on the order of bytes has to say so.
  const words = ['-E', 'UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  await promisify(execFile)(initdb, ['-D', cluster, '--no-sync', ...access, ...words], { ...account, cwd: '/', env: ENVIRONMENT });
  rmSync(passwordFile);
}

/** Copies the cluster of a server that may be at work, as pg_basebackup does, which is not everywhere. The copy follows that server. */
async function copyCluster(adminUrl: string, cluster: string, { uid, gid }: Account): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query("SELECT pg_backup_start('replica', fast => true)");
    const { rows: places } = await admin.query<{ readonly data_directory: string }>('SHOW data_directory');
    // What goes away while it is copied is not needed.
    spawnSync('cp', ['-R', places[0]!.data_directory, cluster]);
    const { rows: labels } = await admin.query<{ readonly labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    for (const each of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) rmSync(join(cluster, each), { recursive: true, force: true });
    mkdirSync(join(cluster, 'pg_wal'));
    writeFileSync(join(cluster, 'backup_label'), labels[0]!.labelfile);
    writeFileSync(join(cluster, 'standby.signal'), '');
    writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${adminUrl}'\n`);
  } finally {
    await admin.end();
  }
  chmodSync(cluster, 0o700);
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, cluster]);
}

async function makeOwner(adminUrl: string, password: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE ROLE ${OWNER} LOGIN CREATEDB PASSWORD '${password}'`);
  await admin.query(`CREATE DATABASE ${OWNER} OWNER ${OWNER}`);
  await admin.end();
}

function settingsOf({ durable, settings }: PostgresOptions): readonly string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Runs a server until it takes connections. */
async function run(args: readonly string[], account: Account): Promise<Running> {
  for (const limit = performance.now() + START_LIMIT_MS; ; await wait(50)) {
    // A group of its own: Ctrl+C is for us, who end it when its time has come.
    const keeper = spawn('sh', ['-c', KEEPER, 'sh', ...args], { ...account, cwd: '/', env: ENVIRONMENT, detached: true });
    const ended = once(keeper, 'exit').then(() => undefined);
    keeper.stdout.setEncoding('utf8');
    let said = '';
    const ready = new Promise<'ready'>((resolve) => {
      keeper.stderr.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-4000);
        if (/ready to accept/.test(said)) resolve('ready');
      });
    });
    const [pid] = (await once(keeper.stdout, 'data')) as [string];
    const outcome = await Promise.race([ready, ended]);
    if (outcome === 'ready') return { pid: Number(pid), ended, signal: (name) => void keeper.stdin.end(`${name}\n`) };
    if (performance.now() > limit || !NOT_GONE_YET.test(said)) throw new Error(`PostgreSQL does not start: ${said}`);
  }
}
