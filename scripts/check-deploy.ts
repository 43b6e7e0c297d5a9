// `npm run check:deploy`: tests the files of `deploy/` as far as this machine can: nginx and Caddy in front of a real server over TLS,
// systemd's checks of its unit, and each installation in docs/install.md. Names missing programs; fails if all are missing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serveLive } from '../src/main/serve/serve-live.ts';
import { sinceBoot } from '../src/server/operation/clock-watch.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { buildIfStale } from './build/stale.ts';
import { NODE, ROOT } from './tools/child-process.ts';
import {
  ask,
  CADDY,
  decoded,
  DOMAIN,
  missingFor,
  NGINX,
  type Ports,
  problemsOfRedirect,
  replaced,
  runWebServer,
} from './tools/web-servers.ts';

const KEY = 'a-key-of-this-check-alone';

/** The upstream in the files of `deploy/`. */
const UPSTREAM = '127.0.0.1:3000';

/** Requests per minute per address: few, so that reaching the limit shows which address is counted. */
const RATE_LIMIT = 200;

/** The highest allowed exposure by `systemd-analyze security`. */
const MOST_EXPOSED = 2;

/** How long a pushed change may take, in milliseconds; a buffering proxy would take much longer. */
const PUSH_LIMIT_MS = 5000;

const PROXIES = [
  [NGINX, 'nginx.conf'],
  [CADDY, 'Caddyfile'],
] as const;

await buildIfStale('live');
let checked = 0;
let failures = 0;
for (const [proxy, file] of PROXIES) {
  const missing = missingFor(proxy);
  if (missing !== undefined) console.log(`deploy/${file}: ${missing} is not installed, not checked`);
  else tell(`deploy/${file}`, await behind(proxy, file));
}
if (spawnSync('systemd-analyze', ['--version']).status === 0) tell('deploy/laurels.service', problemsOfUnit());
else console.log('deploy/laurels.service: systemd-analyze is not installed, not checked');
if (!hasGoneEachWay()) failures += 1;
if (checked === 0) console.error('Nothing of what checks the files is installed.');
process.exit(failures > 0 || checked === 0 ? 1 : 0);

function tell(what: string, problems: readonly string[]): void {
  checked += 1;
  failures += problems.length;
  console.log([`${what}: ${problems.length === 0 ? 'passed' : 'failed'}`, ...problems].join('\n  '));
}

/** Problems with a live server behind a proxy. */
async function behind(proxy: typeof NGINX, file: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-deploy-'));
  const settings = parseLiveSettings({
    PORT: '0',
    LAURELS_DATA: join(folder, 'data'),
    LAURELS_API_KEY: KEY,
    LAURELS_URL: `https://${DOMAIN}`,
    LAURELS_TRUSTED_PROXIES: '1',
    LAURELS_RATE_LIMIT: String(RATE_LIMIT),
  });
  const server = await serveLive(settings, Date.now, sinceBoot);
  try {
    const lines = replaced(readFileSync(join(ROOT, 'deploy', file), 'utf8'), { [UPSTREAM]: new URL(server.url).host });
    return await runWebServer(proxy, lines, folder, (ports) => problemsOf(ports, server.url));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function problemsOf({ http, https }: Ports, direct: string): Promise<string[]> {
  const problems = await problemsOfRedirect('/?period=weekly', http);
  const expect = (isSo: boolean, problem: string) => void (isSo || problems.push(problem));
  const post = (body: string) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    return ask(https, '/api/v1/points', 'identity', headers, 'POST', { body });
  };

  const posted = await post('{"id":"first","username":"ada","points":100}');
  expect(posted.status === 201, `a post has status ${posted.status}, not 201: ${posted.body.toString()}`);
  const large = await post(' '.repeat(2 * 1024 * 1024));
  const type = large.headers['content-type'];
  expect(large.status === 413 && type === 'application/problem+json', `a large body has status ${large.status} and type ${type}`);

  // Pages exactly as the server sends them, compressed or not, with each header once.
  const own = await fetch(direct, { headers: { 'accept-encoding': 'identity' } });
  for (const encoding of ['identity', 'gzip', 'br']) {
    const page = await ask(https, '/', encoding);
    const sent = page.headers['content-encoding'] ?? 'identity';
    expect(sent === encoding, `a page asked for as ${encoding} comes as ${sent}`);
    expect(page.status === 200 && decoded(page).includes('ada'), `the page (${encoding}) has status ${page.status}, or not the player`);
    for (const name of ['content-security-policy', 'strict-transport-security', 'x-content-type-options', 'cache-control', 'vary']) {
      const [want, got] = [own.headers.get(name), page.headers[name]];
      expect(got === want, `${name} is ${JSON.stringify(got)}, and ${JSON.stringify(want)} without the proxy`);
    }
    const again = await ask(https, '/', encoding, { 'if-none-match': page.headers.etag ?? 'none' });
    expect(again.status === 304, `a page (${encoding}) asked for with its entity tag has status ${again.status}, not 304`);
  }

  problems.push(...(await problemsOfPush(https, () => post('{"id":"second","username":"grace","points":200}'))));

  // Visitors are distinguished, and none can impersonate another.
  const limits = async (from: string, forwardedFor: string) => {
    const { status, headers } = await ask(https, '/api/v1/boards', 'identity', { 'x-forwarded-for': forwardedFor }, 'GET', { from });
    return status === 429 ? 0 : Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
  };
  const first = await limits('127.0.0.2', '198.51.100.1');
  const second = await limits('127.0.0.2', '198.51.100.2');
  const other = await limits('127.0.0.3', '198.51.100.1');
  expect(
    first === RATE_LIMIT - 1 && second === RATE_LIMIT - 2,
    `one visitor who names other addresses has ${first}, then ${second} requests left`,
  );
  expect(other === RATE_LIMIT - 1, `another visitor has ${other} requests left`);
  return problems;
}

/** Problems with pushed changes, over HTTP/2 as in browsers. */
async function problemsOfPush(port: number, change: () => Promise<unknown>): Promise<string[]> {
  const session = connect(`https://127.0.0.1:${port}`, { servername: DOMAIN, rejectUnauthorized: false });
  const stream = session.request({ ':path': '/api/v1/boards/main/events', ':authority': DOMAIN, accept: 'text/event-stream' });
  try {
    return await new Promise((resolve) => {
      const limit = setTimeout(() => resolve([`nothing is pushed within ${PUSH_LIMIT_MS} ms; so far: ${heard}`]), PUSH_LIMIT_MS);
      let heard = '';
      let isChanged = false;
      stream.on('data', (chunk: Buffer) => {
        heard += chunk.toString();
        if (!isChanged) void change();
        isChanged = true;
        if (!heard.includes('event: change')) return;
        clearTimeout(limit);
        resolve([]);
      });
      for (const each of [session, stream]) each.on('error', (error) => resolve([`changes cannot be heard: ${error.message}`]));
    });
  } finally {
    session.destroy();
  }
}

/** Problems that systemd reports about the unit, and an exposure above the limit. */
function problemsOfUnit(): string[] {
  const unit = join(ROOT, 'deploy/laurels.service');
  const said = (...args: string[]) => spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' });
  const verified = said('verify');
  const problems = verified.status === 0 ? [] : [verified.stderr.trim()];
  const { stdout, stderr } = said('security', '--offline=true', '--no-pager');
  const exposure = Number(/exposure level for [^:]+: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  if (!(exposure <= MOST_EXPOSED)) problems.push(`exposure ${exposure}, not ${MOST_EXPOSED} or less ${stderr.trim()}`);
  else console.log(`deploy/laurels.service: exposure ${exposure}`);
  return problems;
}

/** Tries each installation in docs/install.md, in a mount namespace of its own. Podman refuses a mixture of both kinds of cgroups. */
function hasGoneEachWay(): boolean {
  const program = [NODE, 'scripts/tools/install/check-install.ts'];
  const own = ['unshare', '--mount', 'sh', '-c', 'umount /sys/fs/cgroup/unified 2>&-; exec "$@"', 'sh'];
  const mayMount = process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0;
  const [command, ...args] = mayMount ? [...own, ...program] : program;
  return spawnSync(command!, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}
