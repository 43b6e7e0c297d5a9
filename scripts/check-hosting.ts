// `npm run check:hosting`: serves the built site with the real nginx and Caddy, by the files the build writes for
// them, at the root and below a base path, and asks both what the own server is asked in its tests.
// Says which server is not installed; fails if none is.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { caddyfile, nginxConfig, type HostedSite } from './build/hosting-files.ts';
import { CACHE_BUT_ASK, CACHE_FOR_EVER, securityHeaders, type CspHashes } from '../src/server/http/security-headers.ts';
import { ROOT } from './tools/child-process.ts';
import { freePort } from './tools/free-port.ts';
import { buildIfStale } from './build/stale.ts';

/** How long a server may take to answer after its start, in milliseconds. */
const START_LIMIT_MS = 10_000;

interface Host {
  readonly name: string;
  readonly encodings: readonly string[];
  readonly isInstalled: boolean;
  /** Writes the configuration into `folder` and returns the command that runs the server in the foreground. */
  prepare(site: HostedSite, folder: string): readonly [command: string, ...args: string[]];
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const HOSTS: readonly Host[] = [
  {
    name: 'nginx',
    encodings: ['gzip'],
    isInstalled: runs('nginx', '-v'),
    prepare(site, folder) {
      const file = join(folder, 'nginx.conf');
      const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path "${folder}/${name}";`).join('\n');
      const process = `daemon off; master_process off; error_log stderr error; pid "${folder}/pid"; events {}`;
      writeFileSync(file, `${process}\nhttp {\naccess_log off;\n${own}\n${nginxConfig(site)}}\n`);
      return ['nginx', '-c', file, '-p', folder, '-e', 'stderr'];
    },
  },
  {
    name: 'Caddy',
    encodings: ['br', 'gzip'],
    isInstalled: runs('caddy', 'version'),
    prepare(site, folder) {
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${caddyfile(site)}`);
      return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
];

await buildIfStale();
const build = join(ROOT, process.env['BUILD_DIR'] ?? 'build');
const csp = JSON.parse(readFileSync(join(build, 'csp.json'), 'utf8')) as CspHashes;

const scratch = mkdtempSync(join(tmpdir(), 'laurels-hosting-'));
let failures = 0;
try {
  // A copy, which may be given a hidden file, and which nginx may read whoever owns the project's folder.
  const root = join(scratch, 'site');
  cpSync(join(build, 'site'), root, { recursive: true });
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, '.git/config'), 'hidden');
  const script = readdirSync(join(root, 'assets')).find((name) => name.endsWith('.js'))!;
  const font = readdirSync(join(root, 'assets')).find((name) => name.endsWith('.woff2'))!;

  for (const host of HOSTS) {
    if (!host.isInstalled) {
      console.log(`${host.name}: not installed, not checked`);
      continue;
    }
    for (const base of ['/', '/games/']) {
      const problems = await check(host, { ...csp, base, root }, script, font);
      failures += problems.length;
      console.log(`${host.name} at ${base}: ${problems.length === 0 ? 'passed' : 'failed'}`);
      for (const problem of problems) console.log(`  ${problem}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (HOSTS.every((host) => !host.isInstalled)) {
  console.error('Neither nginx nor Caddy is installed, so nothing was checked.');
  failures += 1;
}
process.exitCode = failures > 0 ? 1 : 0;

/** Runs one server over the site and returns what is wrong with its answers. */
async function check(host: Host, site: HostedSite, script: string, font: string): Promise<string[]> {
  const folder = mkdtempSync(join(scratch, 'server-'));
  const port = await freePort();
  // Caddy's address is a host of requests, not an interface: `:port` and `bind` would need another file.
  const address = host.name === 'Caddy' ? `http://127.0.0.1:${port}` : `127.0.0.1:${port}`;
  const [command, ...args] = host.prepare({ ...site, address }, folder);
  // Caddy keeps files of its own in those folders.
  const server = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  let complaints = '';
  server.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = () => server.kill('SIGKILL');
  process.once('exit', stop);
  try {
    if (!(await answers(port, () => server.exitCode !== null))) return [`does not start: ${complaints.trim()}`];
    return await problemsOf(host, site, port, script, font);
  } finally {
    server.kill('SIGTERM');
    await ended;
    process.off('exit', stop);
  }
}

async function problemsOf(
  host: Host,
  { base, root, ...hashes }: HostedSite,
  port: number,
  script: string,
  font: string,
): Promise<string[]> {
  const problems: string[] = [];
  const file = (name: string) => readFileSync(join(root!, name));
  const expectAnswer = async (path: string, status: number, wanted: { file?: string; type?: string; cache?: string } = {}) => {
    for (const encoding of ['identity', ...host.encodings]) {
      const answer = await ask(port, path, encoding);
      const wrong = (what: string) => problems.push(`${path} (${encoding}): ${what}`);
      if (answer.status !== status) wrong(`status ${answer.status}, not ${status}`);
      for (const [name, value] of securityHeaders(hashes)) {
        if (answer.headers[name.toLowerCase()] !== value) wrong(`${name} is ${JSON.stringify(answer.headers[name.toLowerCase()])}`);
      }
      if (answer.headers['cache-control'] !== (wanted.cache ?? CACHE_BUT_ASK)) wrong(`Cache-Control is ${answer.headers['cache-control']}`);
      const type = (answer.headers['content-type'] ?? '').replace('; ', ';').toLowerCase();
      if (wanted.type !== undefined && type !== wanted.type) wrong(`Content-Type is ${type}`);
      if (wanted.file === undefined) continue;
      const compressed = encoding !== 'identity' && !wanted.file.endsWith('.woff2');
      if ((answer.headers['content-encoding'] ?? 'identity') !== (compressed ? encoding : 'identity')) {
        wrong(`Content-Encoding is ${answer.headers['content-encoding']}`);
      } else if (!decoded(answer).equals(file(wanted.file))) wrong(`is not ${wanted.file}`);
    }
  };
  const page = 'text/html;charset=utf-8';

  await expectAnswer(base, 200, { file: 'index.html', type: page });
  for (const route of ['earn', 'whiteboard', 'search', 'leaderboard']) {
    await expectAnswer(base + route, 200, { file: `${route}/index.html`, type: page });
    await expectAnswer(`${base}${route}/`, 200, { file: `${route}/index.html`, type: page });
    await expectAnswer(`${base}${route}?q=a%20b`, 200, { file: `${route}/index.html`, type: page });
  }
  await expectAnswer(`${base}assets/${script}`, 200, {
    file: `assets/${script}`,
    type: 'text/javascript;charset=utf-8',
    cache: CACHE_FOR_EVER,
  });
  await expectAnswer(`${base}assets/${font}`, 200, { file: `assets/${font}`, type: 'font/woff2', cache: CACHE_FOR_EVER });
  await expectAnswer(`${base}site.webmanifest`, 200, { file: 'site.webmanifest', type: 'application/manifest+json' });
  await expectAnswer(`${base}service-worker.js`, 200, { file: 'service-worker.js', type: 'text/javascript;charset=utf-8' });
  await expectAnswer(`${base}robots.txt`, 200, { file: 'robots.txt', type: 'text/plain;charset=utf-8' });

  const missing = [
    'no-such-page',
    'earn/nothing',
    'assets/x.js',
    'assets/',
    '404.html',
    '404',
    '.git/config',
    '_headers',
    'index.html.gz',
    'index.html.br',
  ];
  if (base !== '/') missing.push('../', '../earn', `../assets/${script}`, `../${base.slice(1, -1)}earn`);
  for (const path of missing) {
    const { pathname } = new URL(path, `http://x${base}`);
    await expectAnswer(pathname, 404, { file: '404.html', type: page });
  }

  const known = await ask(port, base, 'identity');
  const again = await ask(port, base, 'identity', { 'if-none-match': known.headers.etag ?? 'none' });
  if (again.status !== 304) problems.push(`${base}: no 304 to its own entity tag`);
  const posted = await ask(port, base, 'identity', {}, 'POST');
  if (posted.status !== 405) problems.push(`${base}: POST has status ${posted.status}, not 405`);
  for (const [what, answer] of [
    ['304', again],
    ['405', posted],
  ] as const) {
    for (const [name, value] of securityHeaders(hashes)) {
      if (answer.headers[name.toLowerCase()] !== value) problems.push(`${base}: a ${what} has no ${name}`);
    }
  }
  if (base !== '/') {
    const bare = await ask(port, `${base.slice(0, -1)}?q=1`, 'identity');
    if (bare.status !== 308 || bare.headers.location !== `${base}?q=1`) {
      problems.push(`${base.slice(0, -1)}: ${bare.status} to ${bare.headers.location}, not 308 to ${base}?q=1`);
    }
  }
  return problems;
}

function decoded({ headers, body }: Answer): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

function ask(port: number, path: string, encoding: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, agent: false, headers: { 'accept-encoding': encoding, ...headers } };
    const call = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    call.on('error', reject);
    call.end();
  });
}

/** Waits for a first answer; false once `hasEnded` or the time is up. */
async function answers(port: number, hasEnded: () => boolean): Promise<boolean> {
  const limit = performance.now() + START_LIMIT_MS;
  while (!hasEnded() && performance.now() < limit) {
    try {
      await ask(port, '/', 'identity');
      return true;
    } catch {
      await sleep(50);
    }
  }
  return false;
}

function runs(command: string, argument: string): boolean {
  return spawnSync(command, [argument], { stdio: 'ignore' }).status === 0;
}
