import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { securityHeaders } from './security-headers.ts';
import { createStaticSite } from './static-site.ts';

const HEADERS = securityHeaders({ scriptHashes: [`sha256-${'a'.repeat(43)}=`], styleHashes: [] });
const NOT_FOUND = `<!doctype html><title>404</title>${'Oops! Page not found. '.repeat(20)}`;

const parent = mkdtempSync(join(tmpdir(), 'laurels-site-'));
const folder = join(parent, 'site');
const FILES: Record<string, string> = {
  'index.html': '<!doctype html>Home',
  'earn/index.html': `<!doctype html>Earn ${'points '.repeat(50)}`,
  '404.html': NOT_FOUND,
  'assets/app-1a2b.js': `export const app = ${JSON.stringify('x'.repeat(300))};`,
  'assets/type-3c4d.woff2': 'wOF2',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site.webmanifest': '{"name":"Laurels"}',
  'robots.txt': 'User-agent: *',
  _headers: '/*',
  '.env': 'SECRET=1',
  '.git/config': 'secret',
  '../outside.html': 'outside',
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const logged: string[] = [];
const servers = new Map<string, ReturnType<typeof createStaticSite>>();

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (!/\.(html|js)$/.test(name)) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(text));
    writeFileSync(`${file}.gz`, gzipSync(text));
  }
  for (const base of ['/', '/games/']) {
    const server = createStaticSite({ folder, base, headers: HEADERS, log: (line) => logged.push(line) });
    servers.set(base, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
});

beforeEach(() => {
  logged.length = 0;
});

afterAll(async () => {
  for (const server of servers.values()) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(parent, { recursive: true });
});

function portOf(base: string): number {
  return (servers.get(base)!.address() as AddressInfo).port;
}

/** Requests the path exactly as given: `fetch` and `URL` would normalise `..` and reject the rest. */
function ask(
  path: string,
  { base = '/', method = 'GET', headers = {} }: { base?: string; method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: portOf(base), path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    call.on('error', reject);
    call.end();
  });
}

/** Sends raw bytes, and returns everything received until the server closes the connection. */
function send(bytes: string, base = '/'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(base), '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const GUARDS = Object.fromEntries(HEADERS.map(([name, value]) => [name.toLowerCase(), value]));

/** The headers that every response must have. */
function guardsOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.keys(GUARDS).map((name) => [name, headers[name]]));
}

const NOT_FOUND_ANSWER = {
  status: 404,
  body: NOT_FOUND,
  type: 'text/html;charset=utf-8',
  cache: 'public, max-age=0, must-revalidate',
  guards: GUARDS,
};

function seen({ status, headers, body }: Answer) {
  return { status, body: body.toString(), type: headers['content-type'], cache: headers['cache-control'], guards: guardsOf(headers) };
}

describe('pages and files', () => {
  it.each([
    ['/', 'index.html'],
    ['/index.html', 'index.html'],
    ['/earn', 'earn/index.html'],
    ['/earn/', 'earn/index.html'],
    ['/earn/index.html', 'earn/index.html'],
    ['/earn?period=weekly&q=%E0%A4%A', 'earn/index.html'],
    ['/%65arn', 'earn/index.html'],
    ['http://laurels.example/earn', 'earn/index.html'],
  ])('serves %s from %s, without a redirect', async (path, file) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(FILES[file]);
    expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(guardsOf(answer.headers)).toEqual(GUARDS);
    expect(logged).toEqual([]);
  });

  it.each([
    ['/earn', 'text/html;charset=utf-8'],
    ['/assets/app-1a2b.js', 'text/javascript'],
    ['/assets/type-3c4d.woff2', 'font/woff2'],
    ['/icon.svg', 'image/svg+xml'],
    ['/site.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain'],
  ])('sends %s as %s', async (path, type) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
  });

  it('caches files with a hash in their name permanently', async () => {
    expect((await ask('/assets/app-1a2b.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const [get, head] = [await ask('/earn'), await ask('/earn', { method: 'HEAD' })];
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    expect(head.headers['content-length']).toBe(String(get.body.length));
    expect(guardsOf(head.headers)).toEqual(GUARDS);
  });

  it('answers 304 to a known entity tag, with all headers, per encoding', async () => {
    const plain = await ask('/earn');
    const brotli = await ask('/earn', { headers: { 'accept-encoding': 'br' } });
    const known = { 'if-none-match': plain.headers.etag! };
    const again = await ask('/earn', { headers: known });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(guardsOf(again.headers)).toEqual(GUARDS);
    expect(brotli.headers.etag).not.toBe(plain.headers.etag);
    expect((await ask('/earn', { headers: { ...known, 'accept-encoding': 'br' } })).status).toBe(200);
  });

  it.each(['bytes=0-3', 'bytes=5-2', 'bytes=-3', 'bytes=99999-', 'bytes=x', 'lines=1-2'])(
    'sends the whole file for the range %s',
    async (range) => {
      const answer = await ask('/earn', { headers: { range } });
      expect(answer.status).toBe(200);
      expect(answer.body.toString()).toBe(FILES['earn/index.html']);
    },
  );
});

describe('compression', () => {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

  describe.each([
    ['/earn', FILES['earn/index.html']!],
    ['/no-such-page', NOT_FOUND],
  ])('%s', (path, text) => {
    it.each([
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0, gzip;q=0', 'identity'],
      ['identity', 'identity'],
    ] as const)('with Accept-Encoding %j is sent as %s', async (accepted, encoding) => {
      const answer = await ask(path, { headers: { 'accept-encoding': accepted } });
      expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(decode[encoding](answer.body).toString()).toBe(text);
    });
  });
});

describe('missing pages and files', () => {
  it.each([
    '/no-such-page',
    '/earn/nothing',
    '/index',
    '/earn/index',
    '/404',
    '/404/',
    '/404.html',
    '/assets/x.js',
    '/assets/',
    '/icon.svg/',
    '/index.html%3Fx',
    '/%E0%A4%A',
    '/%',
    '/%00',
    '/index.html%00.js',
    '/..%2foutside.html',
    '/%2e%2e/outside.html',
    '/../outside.html',
    '/assets/../../outside.html',
    '/..%5coutside.html',
    '//laurels.example/',
    '//',
    '/.env',
    '/.git/config',
    '/%2eenv',
    '/_headers',
    '/index.html.br',
    '/assets/app-1a2b.js.gz',
    '/__proto__',
    '/constructor',
  ])('answers %s with the not-found page', async (path) => {
    expect(seen(await ask(path))).toEqual(NOT_FOUND_ANSWER);
    expect(logged).toHaveLength(1);
  });

  it.each([
    ['plain', `/${'a'.repeat(10_000)}`],
    ['climbing', `/${'%2e%2e%2f'.repeat(1_000)}etc/passwd`],
    ['deep', '/a'.repeat(5_000)],
  ])('answers a %s path of 10,000 characters with the not-found page', async (_kind, path) => {
    expect(seen(await ask(path))).toEqual(NOT_FOUND_ANSWER);
  });

  it('answers HEAD with the length and no body', async () => {
    const answer = await ask('/no-such-page', { method: 'HEAD' });
    expect(answer.status).toBe(404);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers['content-length']).toBe(String(NOT_FOUND.length));
    expect(guardsOf(answer.headers)).toEqual(GUARDS);
  });

  it('logs the path, without its query', async () => {
    await ask('/no-such-page?q=private');
    expect(logged).toEqual(['Not found: "/no-such-page"']);
  });

  it('logs at most 200 characters of it', async () => {
    await ask(`/${'a'.repeat(10_000)}`);
    expect(logged).toEqual([`Not found: "/${'a'.repeat(199)}..."`]);
  });

  it('logs one line, without control characters', async () => {
    await ask('/a"b\\c%0ANot%20found:%1b[31m%e2%80%ae');
    expect(logged).toEqual(['Not found: "/a\\"b\\\\c%0ANot%20found:%1b[31m%e2%80%ae"']);
  });

  it.each([0x00, 0x07, 0x0b, 0x1b, 0x7f, 0x9b, 0xe2])('rejects the raw byte %i in a path before it is logged', async (byte) => {
    const answer = await send(`GET /a${String.fromCharCode(byte)}b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(logged).toEqual([]);
  });
});

describe('rejected requests', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s is not allowed on any path', async (method) => {
    for (const path of ['/', '/no-such-page']) {
      const answer = await ask(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
      expect(guardsOf(answer.headers)).toEqual(GUARDS);
    }
  });

  it.each([
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['not http at all\r\n\r\n', 400],
    ['GET /a\x00b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n', 417],
  ])('%# has all default headers', async (bytes, status) => {
    const answer = await send(bytes);
    expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const [name, value] of HEADERS) expect(answer).toContain(`${name}: ${value}\r\n`);
  });
});

describe('below a base path', () => {
  it.each([
    ['/games/', 'index.html'],
    ['/games/earn', 'earn/index.html'],
    ['/games/assets/app-1a2b.js', 'assets/app-1a2b.js'],
  ])('serves %s from %s', async (path, file) => {
    const answer = await ask(path, { base: '/games/' });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(FILES[file]);
  });

  it('caches hashed files permanently', async () => {
    const answer = await ask('/games/assets/app-1a2b.js', { base: '/games/' });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('redirects to the address with a slash, keeping the query', async () => {
    const answer = await ask('/games?period=weekly', { base: '/games/' });
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toBe('/games/?period=weekly');
    expect(guardsOf(answer.headers)).toEqual(GUARDS);
  });

  it.each(['/', '/earn', '/gamesearn', '/games/no-such-page', '/assets/app-1a2b.js', '/games//earn'])('%s is a 404', async (path) => {
    expect(seen(await ask(path, { base: '/games/' }))).toEqual(NOT_FOUND_ANSWER);
  });

  it.each(['games/', '/games', ''])('rejects the base %j', (base) => {
    expect(() => createStaticSite({ folder, base, headers: HEADERS, log: () => undefined })).toThrow(TypeError);
  });
});

it('survives a file that is deleted while it is served', async () => {
  const gone = join(folder, 'going.html');
  writeFileSync(gone, 'soon gone');
  const server = createStaticSite({ folder, base: '/', headers: HEADERS, log: () => undefined });
  servers.set('going', server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rmSync(gone);
  await expect(ask('/going.html', { base: 'going' })).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
  expect((await ask('/', { base: 'going' })).status).toBe(200);
});
