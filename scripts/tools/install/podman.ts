// Podman with a storage of its own, for restricted machines: no image can be pulled, no limit raised, no cgroup created. The base images
// are built from Debian's packages and this machine's Node.js and npm, under the names of the public ones.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NODE, ROOT } from '../child-process.ts';
import { findPostgres, serverAccount } from '../postgres/find-postgres.ts';

/** Programs from Debian's packages, each with its package. */
const NEEDED = { podman: 'podman', buildah: 'buildah', debootstrap: 'debootstrap', 'podman-compose': 'podman-compose' } as const;

/** Kept between runs. */
const FOLDER = join(ROOT, 'build/containers');

/** Files that Debian's slim image omits. */
const NOT_SLIM = ['var/cache/apt', 'var/lib/apt/lists', 'var/log', 'usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/info'];

/** The environment that makes `docker`, `docker compose` and `podman` use that storage. */
export type Containers = NodeJS.ProcessEnv;

/** The reason why containers cannot run here; `undefined` if they can. */
export function missingForContainers(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can run containers here';
  const missing = Object.entries(NEEDED).filter(([program]) => spawnSync(program, ['--version']).status !== 0);
  return missing.length === 0 ? undefined : `missing: apt-get install ${missing.map(([, name]) => name).join(' ')}`;
}

/** Prepares the storage and the base images. @throws {Error} if Debian's packages are unavailable. */
export function prepareContainers(): Containers {
  const at = (name: string) => join(FOLDER, name);
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at('storage.conf'), `[storage]\ndriver = "overlay"\ngraphroot = "${at('storage')}"\nrunroot = "${at('run')}"\n`);
  // The defaults exceed what some machines allow.
  const limits = `default_ulimits = ["nofile=${mostOpenFiles()}:${mostOpenFiles()}", "nproc=4096:4096"]`;
  writeFileSync(at('containers.conf'), `[containers]\n${limits}\n[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\n`);
  const compose = join(import.meta.dirname, 'docker-compose.ts');
  writeFileSync(at('bin/docker'), `#!/bin/sh\n[ "$1" = compose ] && shift && exec '${NODE}' '${compose}' "$@"\nexec podman "$@"\n`);
  chmodSync(at('bin/docker'), 0o755);
  const env = {
    ...process.env,
    PATH: `${at('bin')}:${process.env['PATH']}`,
    CONTAINERS_CONF: at('containers.conf'),
    CONTAINERS_STORAGE_CONF: at('storage.conf'),
    BUILDAH_FORMAT: 'docker',
    BUILDAH_ISOLATION: 'chroot',
  };
  const lacks = (image: string) => spawnSync('podman', ['image', 'exists', image], { env }).status !== 0;
  if (lacks('docker.io/library/debian:trixie-slim')) makeDebian(env);
  if (lacks('docker.io/library/node:24-slim')) makeNode(env);
  if (lacks('docker.io/library/caddy:2')) makeCaddy(env);
  if (lacks('docker.io/library/postgres:18')) makePostgres(env);
  return env;
}

/** Runs a program and returns its output. @throws {Error} with its error output, if it fails. */
export function ran(program: string, args: readonly string[], options: { env?: NodeJS.ProcessEnv; cwd?: string } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? (stderr + stdout).trim().slice(-2000)}`);
  return stdout;
}

/** The number of open files that this machine allows, at most the number in the compose files. */
export const mostOpenFiles = () => Math.min(65_536, Number(ran('sh', ['-c', 'ulimit -Hn']).replace('unlimited', '65536')));

/** Builds an image from `lines` and the files that `fill` writes. */
function make(image: string, lines: string, env: Containers, fill: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-base-'));
  chmodSync(folder, 0o755);
  console.log(`Making a base in place of ${image}…`);
  try {
    fill(folder);
    writeFileSync(join(FOLDER, 'base.Containerfile'), lines);
    ran('podman', ['build', '--quiet', '--tag', image, '--file', join(FOLDER, 'base.Containerfile'), folder], { env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeDebian(env: Containers): void {
  const path = 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  make('docker.io/library/debian:trixie-slim', `FROM scratch\nCOPY . /\n${path}\nCMD ["bash"]\n`, env, (folder) => {
    ran('debootstrap', ['--variant=minbase', 'trixie', folder]);
    for (const name of [...NOT_SLIM, 'dev', 'proc', 'sys']) rmSync(join(folder, name), { recursive: true, force: true });
    for (const name of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial', 'var/log'])
      mkdirSync(join(folder, name), { recursive: true });
  });
}

function makeNode(env: Containers): void {
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  const trust = authorities === undefined ? '' : 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/authorities.pem\n';
  make('docker.io/library/node:24-slim', `FROM docker.io/library/debian:trixie-slim\nCOPY . /\n${trust}`, env, (folder) => {
    const modules = join(folder, 'usr/local/lib/node_modules');
    mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
    cpSync(NODE, join(folder, 'usr/local/bin/node'));
    cpSync(join(ran('npm', ['root', '--global']).trim(), 'npm'), join(modules, 'npm'), { recursive: true, dereference: true });
    for (const name of ['npm', 'npx']) ran('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/local/bin', name)]);
    if (authorities !== undefined) cpSync(authorities, join(folder, 'etc/ssl/authorities.pem'), { dereference: true });
  });
}

function makeCaddy(env: Containers): void {
  const command = 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]';
  const home = 'ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config';
  make('docker.io/library/caddy:2', `FROM docker.io/library/debian:trixie-slim\nCOPY usr /usr\n${home}\n${command}\n`, env, (folder) => {
    ran('apt-get', ['download', 'caddy'], { cwd: folder });
    ran('sh', ['-c', 'dpkg-deb --extract caddy_*.deb .'], { cwd: folder });
  });
}

/** PostgreSQL 18 from the npm packages used by the tests, with the parts of the public image's startup that the compose file needs. */
function makePostgres(env: Containers): void {
  const start = [
    '#!/bin/sh',
    'set -eu',
    'data=/var/lib/postgresql/18/docker',
    'if [ ! -e "$data/PG_VERSION" ]; then',
    '  install -d -o nobody -g nogroup -m 700 "$data"',
    '  echo "$POSTGRES_PASSWORD" > /tmp/password && chown nobody /tmp/password',
    '  runuser -u nobody -- initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --auth-host scram-sha-256 --encoding UTF8',
    '  echo "host all all all scram-sha-256" >> "$data/pg_hba.conf"',
    '  echo "CREATE DATABASE $POSTGRES_DB" | runuser -u nobody -- postgres --single -D "$data" postgres',
    'fi',
    'exec runuser -u nobody -- postgres -D "$data" -h "*" -k /tmp',
    '',
  ];
  const lines = 'FROM docker.io/library/debian:trixie-slim\nCOPY . /usr/local/\nCMD ["start-postgres"]\n';
  make('docker.io/library/postgres:18', lines, env, (folder) => {
    findPostgres(serverAccount(), folder);
    writeFileSync(join(folder, 'bin/start-postgres'), start.join('\n'), { mode: 0o755 });
  });
}
