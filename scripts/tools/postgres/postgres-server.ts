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

/** Options of a private server. */
export interface PostgresOptions {
  /** Whether an acknowledged commit is on disk. If false, the server is faster, and a power cut may corrupt its data. */
  readonly durable: boolean;
  /** The parent folder of its data; by default the one for temporary files. */
  readonly below?: string;
  /** Settings as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** By default a free one. */
  readonly port?: number;
  /** Makes it a replica of this running server: it follows all commits until it is promoted. */
  readonly replicaOf?: Pick<PostgresServer, 'adminUrl'>;
}

/** A private PostgreSQL on loopback. It is stopped and its data deleted when this process ends, however that happens. */
export interface PostgresServer {
  /** Its version and origin, for display. */
  readonly told: string;
  /** The folder of its programs, as in LAURELS_POSTGRES_PROGRAMS. Removed with the server, unless given there. */
  readonly programs: string;
  readonly port: number;
  /** Its process id, which changes on each start. */
  readonly pid: number;
  /** The URL of its database, initially empty, for a user who owns it, may create others, and is not a superuser. */
  readonly url: string;
  /** The URL for a superuser. */
  readonly adminUrl: string;
  /** Resolves once the current process has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Kills it, like a crash (SIGKILL). */
  kill(): Promise<void>;
  /** Stops it like an operator: running queries are cancelled, pending data is written. */
  shutDown(): Promise<void>;
  /** Restarts it on the same data and port. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  discard(): Promise<void>;
}

interface Running {
  readonly pid: number;
  readonly ended: Promise<void>;
  /** Sends the server a signal, by its name without SIG. */
  signal(name: 'KILL' | 'INT'): void;
}

/** How long a server may take to start, in milliseconds. After a crash it replays its log first. */
const START_LIMIT_MS = 120_000;

/** Error messages about processes of a killed server that have not ended yet. */
const NOT_GONE_YET = /pre-existing shared memory block|lock file .* already exists/;

/** The environment of a server: without variables that change its messages or files. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The regular user, and that user's database. */
const OWNER = 'laurels';

/**
 * Runs a server (arguments from the third on), prints its process id, and waits for its end. Sends it the signals read from stdin. At the
 * end of stdin the parent is gone: ends it and removes its two folders silently, since output would end us.
 *
 * A killed server may leave processes that retry forever. On Linux they are found by their folder.
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
 * Creates and starts a new PostgreSQL. If we are root, it runs as the user nobody.
 *
 * @throws {Error} if there is none for this machine, or with its output if it does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const account = serverAccount();
  // In-memory file systems may forbid running programs.
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
  // Its collation is a language's, as on many systems, so code that needs byte order must say so.
  const words = ['-E', 'UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  await promisify(execFile)(initdb, ['-D', cluster, '--no-sync', ...access, ...words], { ...account, cwd: '/', env: ENVIRONMENT });
  rmSync(passwordFile);
}

/** Copies the cluster of a running server, like pg_basebackup, which is not always available. The copy follows that server. */
async function copyCluster(adminUrl: string, cluster: string, { uid, gid }: Account): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query("SELECT pg_backup_start('replica', fast => true)");
    const { rows: places } = await admin.query<{ readonly data_directory: string }>('SHOW data_directory');
    // Files that disappear during the copy are not needed.
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

/** Runs a server until it accepts connections. */
async function run(args: readonly string[], account: Account): Promise<Running> {
  for (const limit = performance.now() + START_LIMIT_MS; ; await wait(50)) {
    // Its own process group: Ctrl+C reaches only us, and we end it in time.
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
