// Carries out each installation in docs/install.md, from nothing to a point on the page, and examines the image. Run by `npm run
// check:deploy`, with mounts of its own.
import { once } from 'node:events';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'yaml';

import { packed, serveRegistry } from '../../../tests/live/local-registry.ts';
import { buildPackage } from '../../build/package.ts';
import { NODE, ROOT } from '../child-process.ts';
import { freePort } from '../free-port.ts';
import { ask, replaced } from '../web-servers.ts';
import { problemsOfImage } from './image.ts';
import { commandsBelow, FIRST_POINT } from './install-page.ts';
import { type Containers, missingForContainers, mostOpenFiles, prepareContainers, ran } from './podman.ts';

/** How long a server may take to answer, in milliseconds. The proxy of a cluster waits for PostgreSQL to be set up. */
const START_LIMIT_MS = 120_000;

const scratch = mkdtempSync(join(tmpdir(), 'laurels-install-'));
chmodSync(scratch, 0o755);
const account = `laurels-${process.pid}`;
const home = join(scratch, 'home');
const isRoot = process.getuid?.() === 0;
const port = await freePort();
const [http, https] = [await freePort(), await freePort()];
let failures = 0;

const registry = await serveRegistry([packed(await packageForHere(), scratch)]);
mkdirSync(join(scratch, 'bin'));
cpSync(NODE, join(scratch, 'bin/node'));
if (isRoot) ran('useradd', ['--create-home', '--home-dir', home, '--skel', '/var/empty', '--shell', '/bin/bash', account]);
else mkdirSync(home);
try {
  await tell('npx', () => typed('npx', freshFolder()));
  await tell('A clone', () => typed('A clone', clone()));
  await tell('Render', onRender);
  const missing = missingForContainers();
  if (missing !== undefined) console.log(`docs/install.md, containers and the service: ${missing}; not checked`);
  else await inContainers(prepareContainers());
} finally {
  registry.stop();
  if (isRoot) spawnSync('userdel', [account]);
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;

async function inContainers(env: Containers): Promise<void> {
  const docker = (...args: string[]) => spawnSync('docker', args, { env, encoding: 'utf8' });
  const clear = () => {
    docker('rm', '--force', '--all');
    docker('volume', 'prune', '--force');
  };
  const isOn = { ...env, npm_config_registry: registry.url };
  clear();
  try {
    await tell('A container', async () => {
      const [start, key] = commandsBelow('A container', port);
      await shell([start!], freshFolder(), isOn);
      return withKey(() => shell([key!], scratch, isOn));
    });
    await tell('the image', () => problemsOfImage(env, port));
    clear();
    await tell('Compose', async () => {
      const folder = freshFolder();
      const [start, key, withDomain] = commandsBelow('Compose', port);
      await shell([start!], folder, isOn);
      const problems = await withKey(() => shell([key!], join(folder, 'package'), isOn));
      await shell([withDomain!], join(folder, 'package'), isOn);
      return [...problems, ...(await showsBehindProxy())];
    });
    clear();
    await tell('A cluster with PostgreSQL', async () => {
      const { said } = await shell(commandsBelow('A cluster with PostgreSQL'), freshFolder(), isOn);
      return firstPoint(said);
    });
    clear();
    await tell('A service', () => asService(env));
  } finally {
    clear();
  }
}

async function tell(what: string, problemsOf: () => Promise<readonly string[]>): Promise<void> {
  const began = performance.now();
  const problems = await problemsOf().catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  failures += problems.length;
  const took = `${((performance.now() - began) / 1000).toFixed(0)} s`;
  console.log([`docs/install.md, ${what}: ${problems.length === 0 ? 'passed' : 'failed'}, ${took}`, ...problems].join('\n  '));
}

/** The package, with this machine's ports and limits in its compose files, and a certificate that needs no public authority. */
async function packageForHere(): Promise<string> {
  const folder = join(scratch, 'changed');
  cpSync(await buildPackage(), folder, { recursive: true });
  const change = (name: string, changes: Readonly<Record<string, string>>) => {
    const file = join(folder, 'deploy', name);
    writeFileSync(file, replaced(readFileSync(file, 'utf8'), changes));
  };
  // Podman also sets the number of processes if any limit is given.
  const limits = `ulimits: { nofile: ${mostOpenFiles()}, nproc: 4096 }`;
  const doors = { '80:80': `${http}:80`, '443:443/udp': `${https}:443/udp` };
  change('compose.yaml', { ...doors, 'ulimits:\n      nofile: 65536': limits, '3000:3000': `${port}:3000`, '- 443:443': `- ${https}:443` });
  change('compose.cluster.yaml', { ...doors, 'ulimits:\n    nofile: 65536': limits, '- 443:443': `- ${https}:443` });
  change('compose.Caddyfile', { '{$SITE} {': '{\n\tlocal_certs\n\tskip_install_trust\n}\n\n{$SITE} {' });
  return folder;
}

/** An empty folder owned by the account. */
function freshFolder(): string {
  const folder = mkdtempSync(join(home, 'at-'));
  if (isRoot) ran('chown', [account, folder]);
  return folder;
}

/** The repository's files without build output, plus the installed packages, which take minutes to install. */
function clone(): string {
  const folder = freshFolder();
  const files = ran('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: ROOT }).split('\0');
  for (const file of files.filter((one) => one !== '')) cpSync(join(ROOT, file), join(folder, file));
  ran('cp', ['-a', join(ROOT, 'node_modules'), folder]);
  if (isRoot) ran('chown', ['-R', account, folder]);
  return folder;
}

/** A bare environment: only a PATH, the location of the package, a free port, and the answer to npx's question. */
function bare(): NodeJS.ProcessEnv {
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  return {
    PATH: `${join(scratch, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    PORT: String(port),
    npm_config_registry: registry.url,
    npm_config_yes: 'true',
    ...(authorities !== undefined && { NODE_EXTRA_CA_CERTS: authorities }),
  };
}

function run(block: string, cwd: string, env: NodeJS.ProcessEnv, isBare: boolean): { process: ChildProcess; said: () => string } {
  const [program, ...args] = isBare && isRoot ? ['runuser', '-u', account, '--', 'bash', '-ec', block] : ['bash', '-ec', block];
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { process: child, said: () => said };
}

/** Runs blocks of commands in one shell and waits for its end. @throws {Error} with the output, if a command fails. */
async function shell(blocks: readonly string[], cwd: string, env: NodeJS.ProcessEnv, isBare = false): Promise<{ said: string }> {
  const { process: child, said } = run(blocks.join('\n'), cwd, env, isBare);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`exit code ${code}: ${said().trim().slice(-2000)}`);
  return { said: said() };
}

/** An installation whose first command keeps running, and whose second is for another terminal. */
async function typed(way: string, folder: string): Promise<readonly string[]> {
  const [server, key] = commandsBelow(way, port);
  return whileRunning(server!, folder, bare(), async () => {
    const { said } = await shell([key!], folder, bare(), true);
    return firstPoint(said, `http://localhost:${port}`);
  });
}

async function whileRunning(block: string, folder: string, env: NodeJS.ProcessEnv, work: () => Promise<readonly string[]>) {
  const { process: server, said } = run(block, folder, env, true);
  const ended = once(server, 'close');
  try {
    if (!(await answers(`http://localhost:${port}/readyz`, () => server.exitCode !== null))) return [`no server: ${said().slice(-2000)}`];
    return await work();
  } finally {
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGTERM');
    await ended;
  }
}

/** The two commands of deploy/render.yaml, with its settings and a disk. */
async function onRender(): Promise<readonly string[]> {
  const folder = freshFolder();
  const disk = join(scratch, 'disk');
  mkdirSync(disk);
  if (isRoot) chownSync(disk, Number(ran('id', ['-u', account])), Number(ran('id', ['-g', account])));
  const text = readFileSync(join(ROOT, 'deploy/render.yaml'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const here = replaced(text, { '/var/data': disk, 'laurels@1': `laurels@${version}`, '0.0.0.0': '127.0.0.1' });
  const [service] = (parse(here) as { services: [Record<string, string> & { envVars: { key: string; value: string }[] }] }).services;
  const settings = Object.fromEntries(service.envVars.map(({ key, value }) => [key, value]));
  const env = { ...bare(), ...settings, RENDER_EXTERNAL_URL: 'https://play.example' };
  await shell([service['buildCommand']!], folder, env, true);
  return whileRunning(service['startCommand']!, folder, env, async () => {
    if ((await fetch(`http://localhost:${port}${service['healthCheckPath']}`)).status !== 200) return ['the health check fails'];
    // The owner creates keys in the console; this is the same action.
    const { said } = await shell(['node_modules/.bin/laurels keys add game --role write'], folder, env, true);
    return firstPoint(said, `http://localhost:${port}`);
  });
}

/** The service in a container, where a script in place of `systemctl` starts the unit's command as its user. */
async function asService(env: Containers): Promise<readonly string[]> {
  const image = 'docker.io/library/node:24-slim';
  ran(
    'docker',
    ['run', '-d', '--name', 'machine', '--network', 'host', '-e', `npm_config_registry=${registry.url}`, image, 'sleep', 'infinity'],
    { env },
  );
  // Asynchronous, because the registry has to answer meanwhile.
  const inside = (block: string) => shell(['docker exec machine bash -ec "$BLOCK"'], scratch, { ...env, BLOCK: block });
  ran('docker', ['cp', join(import.meta.dirname, 'systemctl'), 'machine:/usr/local/bin/systemctl'], { env });
  await inside(`mkdir -p /etc/laurels /etc/systemd/system && echo PORT=${port} > /etc/laurels/settings`);
  const [start, key] = commandsBelow('A service');
  await inside(start!);
  return withKey(() => inside(key!));
}

/** Creates a key on a server once it is ready: earlier, a command on its folder would keep it from starting. */
async function withKey(create: () => Promise<{ said: string }>): Promise<readonly string[]> {
  const url = `http://localhost:${port}`;
  if (!(await answers(`${url}/readyz`))) return ['the server does not get ready'];
  return firstPoint((await create()).said, url);
}

/** Posts the first point as the page says, with the last key that was printed, and finds it on the page. */
async function firstPoint(said: string, url?: string): Promise<readonly string[]> {
  const key = /lk_[\w-]+/g.exec(said.slice(said.lastIndexOf('lk_')))?.[0];
  if (key === undefined) return [`no key was printed: ${said.slice(-1000)}`];
  const block = commandsBelow(FIRST_POINT, port)[0]!.replace('YOUR-KEY', key);
  if (url === undefined) return behindProxy(block);
  if (!(await answers(`${url}/readyz`))) return ['the server does not get ready'];
  const sent = await shell([block], scratch, bare());
  if (!sent.said.includes('"rank"')) return [`the point was answered with ${sent.said}`];
  return (await (await fetch(url)).text()).includes('Ada') ? [] : ['Ada is not on the page'];
}

/** The same through the proxy, whose certificate only it trusts. */
async function behindProxy(block: string): Promise<readonly string[]> {
  const limit = performance.now() + START_LIMIT_MS;
  while ((await ask(https, '/readyz', 'identity').catch(() => undefined))?.status !== 200) {
    if (performance.now() > limit) return ['no server behind the proxy gets ready'];
    await sleep(200);
  }
  const there = `--insecure --resolve play.example:${https}:127.0.0.1 https://play.example:${https}`;
  const sent = await shell([replaced(block, { [`http://localhost:${port}`]: there })], scratch, bare());
  if (!sent.said.includes('"rank"')) return [`the point was answered with ${sent.said}`];
  return showsBehindProxy();
}

/** Every answer through the proxy has the player, whichever server it comes from. */
async function showsBehindProxy(): Promise<readonly string[]> {
  const limit = performance.now() + START_LIMIT_MS;
  for (let shown = 0; shown < 6;) {
    const page = await ask(https, '/', 'identity').catch(() => undefined);
    shown = page?.status === 200 && page.body.includes('Ada') ? shown + 1 : 0;
    if (performance.now() > limit) return [`the page behind the proxy has status ${page?.status}, or not Ada`];
    if (shown === 0) await sleep(200);
  }
  return [];
}

async function answers(url: string, hasEnded: () => boolean = () => false): Promise<boolean> {
  const limit = performance.now() + START_LIMIT_MS;
  while (!hasEnded() && performance.now() < limit) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) return true;
    await sleep(100);
  }
  return false;
}
