// `npm run check:hosting`: serves the built site with the real nginx and Caddy, using the lines of docs/hosting.md and the files the build
// writes for them, over TLS, at the root and below a base path, and sends both the requests of our own server's tests. Names a server that
// is not installed; fails if none is.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { caddyfile, nginxConfig, type HostedSite } from './build/hosting-files.ts';
import { CACHE_BUT_ASK, CACHE_FOR_EVER, securityHeaders, type CspHashes } from '../src/server/http/security-headers.ts';
import { ROOT } from './tools/child-process.ts';
import { ask, CADDY, decoded, missingFor, NGINX, problemsOfRedirect, replaced, runWebServer, type WebServer } from './tools/web-servers.ts';
import { buildIfStale } from './build/stale.ts';

/** The configurations' paths for the two folders of a build. */
const SERVER_FOLDER = '/srv/laurels/';

interface Host {
  readonly server: WebServer;
  /** The language of its block in docs/hosting.md. */
  readonly language: string;
  readonly encodings: readonly string[];
  /** Its file in `hosting`, and the content. */
  readonly included: readonly [name: string, config: (site: HostedSite) => string];
}

const HOSTS: readonly Host[] = [
  { server: NGINX, language: 'nginx', encodings: ['gzip'], included: ['nginx.conf', nginxConfig] },
  { server: CADDY, language: 'caddyfile', encodings: ['br', 'gzip'], included: ['Caddyfile', caddyfile] },
];

await buildIfStale();
const build = join(ROOT, process.env['BUILD_DIR'] ?? 'build');
const paper = readFileSync(join(ROOT, 'docs/hosting.md'), 'utf8');
const csp = JSON.parse(readFileSync(join(build, 'csp.json'), 'utf8')) as CspHashes;

const scratch = mkdtempSync(join(tmpdir(), 'laurels-hosting-'));
let failures = 0;
let checked = 0;
try {
  // A copy: it can get a hidden file, and nginx can read it regardless of who owns the project's folder.
  const root = join(scratch, 'site');
  cpSync(join(build, 'site'), root, { recursive: true });
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, '.git/config'), 'hidden');
  const script = readdirSync(join(root, 'assets')).find((name) => name.endsWith('.js'))!;
  const font = readdirSync(join(root, 'assets')).find((name) => name.endsWith('.woff2'))!;

  for (const host of HOSTS) {
    const missing = missingFor(host.server);
    if (missing !== undefined) {
      console.log(`${host.server.name}: ${missing} is not installed, not checked`);
      continue;
    }
    checked += 1;
    for (const base of ['/', '/games/']) {
      const problems = await check(host, { ...csp, base }, root, script, font);
      failures += problems.length;
      console.log(`${host.server.name} at ${base}: ${problems.length === 0 ? 'passed' : 'failed'}`);
      for (const problem of problems) console.log(`  ${problem}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (checked === 0) {
  console.error('Neither nginx nor Caddy is installed, so nothing was checked.');
  failures += 1;
}
process.exitCode = failures > 0 ? 1 : 0;

/** Runs one server on the site and returns the problems with its responses. */
async function check(host: Host, site: HostedSite, root: string, script: string, font: string): Promise<string[]> {
  const folder = mkdtempSync(join(scratch, 'server-'));
  const [name, config] = host.included;
  mkdirSync(join(folder, 'hosting'));
  writeFileSync(join(folder, 'hosting', name), config(site));
  const lines = replaced(documentedLines(host), {
    [`${SERVER_FOLDER}site`]: root,
    [`${SERVER_FOLDER}hosting/${name}`]: join(folder, 'hosting', name),
  });
  return runWebServer(host.server, lines, folder, async (ports) => [
    ...(await problemsOf(host, site, root, ports.https, script, font)),
    ...(await problemsOfRedirect(`${site.base}earn?q=1`, ports.http)),
  ]);
}

async function problemsOf(
  host: Host,
  { base, ...hashes }: HostedSite,
  root: string,
  port: number,
  script: string,
  font: string,
): Promise<string[]> {
  const problems: string[] = [];
  const file = (name: string) => readFileSync(join(root, name));
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

/** The configuration for a server in docs/hosting.md. */
function documentedLines({ server, language }: Host): string {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(paper);
  if (block === null) throw new Error(`docs/hosting.md has no lines for ${server.name}.`);
  return block[1]!;
}
