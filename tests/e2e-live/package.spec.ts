// The npm package, as a stranger gets it: `npx laurels` in an empty folder, by a user without privileges.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from '@playwright/test';

import { buildClient } from '../../scripts/build/client.ts';
import { buildPackage } from '../../scripts/build/package.ts';
import { NODE, ROOT } from '../../scripts/tools/child-process.ts';
import { freePort } from '../../scripts/tools/free-port.ts';
import { cardPath } from '../../src/web/live/links/addresses.ts';
import { type LocalRegistry, packed, serveRegistry } from '../live/local-registry.ts';
import { blocksBelow } from '../live/written-page.ts';

/** The limit for the first page, in milliseconds; installing 22 packages takes most of it. */
const FIRST_ANSWER_MS = 60_000;
const MOST_BYTES = 15_000_000;
const MOST_PACKAGES = 40;

/** `nobody`, if this process may become it. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let scratch: string;
/** The stranger's home folder, with everything of theirs. */
let home: string;
let registry: LocalRegistry;

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);

test.beforeAll(async () => {
  if (USER.uid === undefined) console.log('The package is installed as this user: only root can become another.');
  scratch = mkdtempSync(join(tmpdir(), 'laurels-package-'));
  chmodSync(scratch, 0o755);
  home = join(scratch, 'home');
  for (const folder of [home, join(scratch, 'bin')]) mkdirSync(folder);
  if (USER.uid !== undefined) chownSync(home, USER.uid, USER.gid);
  cpSync(NODE, join(scratch, 'bin/node'));
  const folder = await buildPackage();
  // There is no earlier version yet, so this is the same program with a lower number.
  const older = join(scratch, 'older');
  cpSync(folder, older, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(older, 'package.json'), 'utf8')) as object;
  writeFileSync(join(older, 'package.json'), JSON.stringify({ ...manifest, version: '0.0.1' }));
  registry = await serveRegistry([
    packed(older, scratch),
    packed(folder, scratch),
    packed(await buildClient(join(scratch, 'client')), scratch),
  ]);
});

test.afterAll(() => {
  registry.stop();
  rmSync(scratch, { recursive: true, force: true });
});

function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    PATH: [join(scratch, 'bin'), process.env['PATH']].join(delimiter),
    HOME: home,
    npm_config_registry: registry.url,
    npm_config_replace_registry_host: 'always',
    npm_config_cache: join(home, '.npm'),
    ...more,
  };
}

/** Creates a folder for the stranger. */
function strangersFolder(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  if (USER.uid !== undefined) chownSync(folder, USER.uid, USER.gid);
  return folder;
}

/** Runs a command to its end in the stranger's folder. */
const ran = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd: join(home, 'game'), env: environment(), ...USER }).then(({ stdout }) => stdout);

/** Starts a server in the stranger's folder. */
async function started(command: string, args: readonly string[], cwd = join(home, 'game')) {
  const server = spawn(command, args, { cwd, env: environment({ PORT: '0' }), detached: true, ...USER });
  const ended = once(server, 'exit');
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect
    .poll(() => (server.exitCode === null ? said : `It ended: ${said}`), { timeout: 120_000 })
    .toMatch(/ import FILE\.csv|^It ended/);
  const url = /http:\/\/localhost:\d+/.exec(said)![0];
  return {
    said,
    url,
    async end(signal: NodeJS.Signals) {
      // npx starts the program as its child process.
      process.kill(-server.pid!, signal);
      return ended;
    },
  };
}

async function post(url: string, key: string, id: string, points: number): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/points`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, username: 'ada', displayName: 'Ada Lovelace', avatar: '🦊', points }),
  });
  return status;
}

test('is small, and has no scripts', async () => {
  const folder = await buildPackage();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  console.log(`The package: ${(bytes / 1e6).toFixed(1)} MB unpacked, ${files.length} files.`);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  expect(files.filter(({ name }) => /\.tsx?$|\.(?:test|suite)\./.test(name) && !name.endsWith('.yaml'))).toEqual([]);
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).not.toHaveProperty('scripts');
});

test('one command in an empty folder starts a site that accepts points, shows and draws them, and survives kill -9 and an upgrade', async () => {
  const game = strangersFolder('game');
  const began = performance.now();
  const first = await started('npx', ['--yes', 'laurels']);
  expect((await fetch(first.url)).status).toBe(200);
  const took = performance.now() - began;
  console.log(`npx laurels: the first page after ${(took / 1000).toFixed(1)} s.`);
  expect(took).toBeLessThan(FIRST_ANSWER_MS);
  const key = /lk_[\w-]+/.exec(first.said)![0];
  expect(await post(first.url, key, 'a', 100)).toBe(201);
  expect(await (await fetch(`${first.url}/leaderboard`)).text()).toContain('Ada Lovelace');
  const card = await fetch(first.url + cardPath('ada'));
  expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(readdirSync(game)).toEqual(['data']);
  await first.end('SIGKILL');

  // Now installed: an older version over the data, and then the newest over that.
  await ran('npm', 'install', 'laurels@0.0.1');
  const packages = (await ran('npm', 'ls', '--all', '--parseable')).trim().split('\n').length - 2;
  console.log(`Production packages besides ours: ${packages}.`);
  expect(packages).toBeLessThanOrEqual(MOST_PACKAGES);
  const older = await started('npx', ['laurels']);
  expect(await post(older.url, key, 'a', 100)).toBe(200);
  expect(await post(older.url, key, 'b', 50)).toBe(201);
  await older.end('SIGKILL');
  await ran('npm', 'install', 'laurels@latest');
  const newest = await started('npx', ['laurels', 'serve']);
  expect([await post(newest.url, key, 'a', 100), await post(newest.url, key, 'b', 50)]).toEqual([200, 200]);
  const version = await ran('npx', 'laurels', '--version');
  expect(version.trim()).toBe(
    (JSON.parse(readFileSync(join(await buildPackage(), 'package.json'), 'utf8')) as { version: string }).version,
  );
  const told = await ran('npx', 'laurels', 'doctor').catch((error: { stdout: string }) => error.stdout);
  // On the first day, missing backups are the only problem.
  expect(told).toContain('No backups are scheduled.');
  expect(told).toMatch(/^1 problem found\.$/m);
  await newest.end('SIGTERM');
  expect(readdirSync(home).toSorted()).toEqual(['.npm', 'game']);
});

test('the demo plays, and leaves nothing behind', async () => {
  const before = readdirSync(join(home, 'game'));
  const demo = await started('npx', ['laurels', '--demo']);
  await expect
    .poll(async () => ((await (await fetch(`${demo.url}/api/v1/boards/main/rankings?period=all-time`)).json()) as { total: number }).total)
    .toBeGreaterThan(10);
  await demo.end('SIGTERM');
  expect(readdirSync(join(home, 'game'))).toEqual(before);
});

test('an older Node.js gets a one-line error', async () => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })`;
  const program = join(home, 'game/node_modules/laurels/src/laurels.mjs');
  const failure = await ran('node', '--import', `data:text/javascript,${encodeURIComponent(pretend)}`, program).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Laurels needs Node\.js 24\.2 or newer; .* is 18\.20\.0\. .*\n$/),
  });
});

test('docs/games.md leads a stranger to a game with a board in five minutes, and docs/cheating.md to a board without the cheater', async ({
  page,
}) => {
  const guide = 'docs/games.md';
  const [folder, web] = [strangersFolder('site'), strangersFolder('web')];
  const sitePort = await freePort();
  let changes: Readonly<Record<string, string>> = { 'localhost:8000': `localhost:${sitePort}`, '--port 8000': `--port ${sitePort}` };
  /** A document's text with the reader's own values in place of the words in capitals. */
  const filled = (text: string) => Object.entries(changes).reduce((sum, [from, to]) => sum.replaceAll(from, to), text);
  /** Runs a block in a shell. */
  const typed = async (block: string, cwd = folder) => {
    const { stdout } = await promisify(execFile)('bash', ['-ec', filled(block)], {
      cwd,
      env: environment({ npm_config_yes: 'true' }),
      ...USER,
    });
    return stdout;
  };
  const began = performance.now();

  const [start, addKey] = blocksBelow(guide, 'A server and a key');
  expect(start).toMatch(/^npx laurels *$/m);
  const server = await started('npx', ['--yes', 'laurels'], folder);
  changes = { ...changes, 'http://localhost:3000': server.url };
  const key = (await typed(addKey!)).trim();
  changes = { ...changes, 'YOUR-KEY': key };
  const [install, serve] = blocksBelow(guide, 'A web game');
  await typed(install!, web);
  writeFileSync(join(web, 'index.html'), filled(blocksBelow(guide, 'A web game', 'html')[0]!));
  // Installing Vite would measure the registry.
  symlinkSync(join(ROOT, 'node_modules/vite'), join(web, 'node_modules/vite'));
  mkdirSync(join(web, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../vite/bin/vite.js', join(web, 'node_modules/.bin/vite'));
  const vite: ChildProcess = spawn('bash', ['-ec', filled(serve!)], { cwd: web, env: environment(), detached: true, stdio: 'ignore' });
  const site = `http://localhost:${sitePort}/`;
  await expect
    .poll(() =>
      fetch(site).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  await page.goto(site);
  await page.getByRole('button', { name: 'Play' }).click();
  // Within the round's five seconds, however slow the machine is.
  await page.getByRole('button', { name: 'Press!' }).evaluate((button: HTMLElement) => {
    for (let presses = 0; presses < 3; presses += 1) button.click();
  });
  await expect(page.getByText('3 presses count.')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText([/^.+: 3$/]);
  const name = (await page.getByRole('listitem').textContent())!.split(':')[0]!;
  await page.goto(server.url);
  await expect(page.getByRole('list', { name: 'Podium' })).toContainText(name);
  const seconds = (performance.now() - began) / 1000;
  console.log(`docs/games.md, a web game: on the podium after ${seconds.toFixed(0)} s, 6 steps.`);
  expect(seconds).toBeLessThanOrEqual(300);
  process.kill(-vite.pid!, 'SIGTERM');

  const [create, begin, finish, show] = blocksBelow(guide, 'Anything with HTTP');
  const ada = JSON.parse(await typed(create!)) as { readonly secret: string; readonly username: string };
  changes = { ...changes, 'YOUR-SECRET': ada.secret };
  const play = async () => (JSON.parse(await typed(begin!)) as { readonly play: string }).play;
  changes = { ...changes, 'YOUR-PLAY': await play() };
  await typed(finish!);
  expect(await typed(finish!)).toContain(`"username":"${ada.username}"`);
  const shown = async () =>
    (JSON.parse(await typed(show!)) as { standings: { points: number; player: { displayName: string } }[] }).standings.map(
      ({ player, points }) => `${player.displayName} ${points}`,
    );
  expect(await shown()).toEqual(['Ada 120', `${name} 3`]);
  await typed(blocksBelow(guide, 'Godot')[0]!);
  const ofGodot = (from: string) => readFileSync(join(from, 'clients/godot/laurels.gd'), 'utf8');
  expect(ofGodot(join(folder, 'package'))).toBe(ofGodot(ROOT));

  const [limit, limitPlays] = blocksBelow(guide, 'Before you publish');
  await typed(limit!);
  changes = { ...changes, 'YOUR-PLAY': await play() };
  const held = JSON.parse(await typed(finish!.replace('120', '501'))) as { readonly reason: string };
  expect(held.reason).toContain('over the limit of 500');
  expect(await typed(limitPlays!)).toMatch(/at least 5 s, 100 per hour[^]*could gain/);

  const [ban, voidAll] = blocksBelow('docs/cheating.md', 'When it happens');
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  changes = { ...changes, ' NAME ': ` ${ada.username} `, '2026-11-20T18:00Z': hourAgo };
  await typed(ban!);
  expect(await shown()).toEqual([`${name} 3`]);
  await typed(voidAll!);
  expect(await shown()).toEqual([]);
  await server.end('SIGTERM');
});
