import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import type { Duplex } from 'node:stream';

import sirv from 'sirv';

import { acceptedEncodings, type Encoding } from './accepted-encodings.ts';
import { CACHE_BUT_ASK, cacheControlFor, type HeaderList } from './security-headers.ts';

/** What {@link createStaticSite} serves. */
export interface StaticSiteOptions {
  /** The built site. It is read when the server is made: a site built again needs a new server. */
  readonly folder: string;
  /** The path the site stands at: `/`, or such as `/games/`. */
  readonly base: string;
  /** Sent with every response, whatever its status. */
  readonly headers: HeaderList;
  /** Told of every path that was not found, as one line that is safe to print. */
  readonly log: (line: string) => void;
}

const NOT_FOUND_PAGE = '/404.html';

/** Compressed copies are chosen by the server, never asked for by name; `_headers` is a message to other hosts. */
const NEVER_BY_NAME = /(?:\.br|\.gz|\/_headers|\/404\.html)$/;

/** Parts of a path that begin with a dot: hidden files. */
const HIDDEN = /(?:^|\/)\./;

const LONGEST_LOGGED_PATH = 200;

/**
 * A server, not yet listening, of a built site: clean addresses (`/earn` is `earn/index.html`), compressed
 * copies, entity tags, and `404.html` with status 404 for everything else, a missing asset included: that is
 * what the other hosts do, and no browser runs a page as a script.
 *
 * @throws {TypeError} if `base` does not begin and end with a slash.
 * @throws {Error} if `folder` cannot be read or has no `404.html`.
 */
export function createStaticSite({ folder, base, headers, log }: StaticSiteOptions): Server {
  if (!base.startsWith('/') || !base.endsWith('/')) throw new TypeError(`The base must begin and end with "/": ${JSON.stringify(base)}`);
  const files = servedFiles(folder);
  const notFoundPage = readNotFoundPage(folder);
  const sendFile = sirv(folder, { etag: true, brotli: true, gzip: true, extensions: [] });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of headers) response.setHeader(name, value);
    const { pathname, search } = splitTarget(request.url ?? '/');
    if (request.httpVersion === '1.1' && request.headers.host === undefined) return sendText(response, 400);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendText(response, 405);
    }
    if (`${pathname}/` === base) {
      response.setHeader('Location', base + search);
      return sendText(response, 308);
    }
    const file = pathname.startsWith(base) ? fileFor(pathname.slice(base.length - 1), files) : undefined;
    if (file === undefined) {
      log(`Not found: ${printable(pathname)}`);
      return sendNotFound(request, response);
    }
    response.setHeader('Cache-Control', cacheControlFor(file));
    // A file that has gone since the server was made must end this response, not the process.
    response.once('pipe', (source) => source.once('error', () => response.destroy()));
    request.url = encodeURI(file);
    request.headers['accept-encoding'] = acceptedEncodings(request.headers['accept-encoding']).join(', ');
    // Ranges are optional in HTTP and useless for files this small, and sirv throws on one that runs backwards.
    delete request.headers.range;
    sendFile(request, response, () => sendNotFound(request, response));
  }

  function sendNotFound(request: IncomingMessage, response: ServerResponse): void {
    const encoding = acceptedEncodings(request.headers['accept-encoding']).find((candidate) => notFoundPage.has(candidate));
    const body = notFoundPage.get(encoding ?? 'identity')!;
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('Cache-Control', CACHE_BUT_ASK);
    response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8', 'Content-Length': body.length }).end(body);
  }

  // Node would answer a request without a host, an unknown expectation and a malformed request by itself,
  // without the headers.
  const server = createServer({ requireHostHeader: false }, answer);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    sendText(response, 417);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => refuse(error, socket, headers));
  return server;
}

/** The paths that may be asked for, as `/earn/index.html`. A list of what is there leaves no way out of the folder. */
function servedFiles(folder: string): ReadonlySet<string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/'))
    .filter((path) => !HIDDEN.test(path))
    .map((path) => `/${path}`);
  return new Set(paths.filter((path) => !NEVER_BY_NAME.test(path)));
}

function readNotFoundPage(folder: string): ReadonlyMap<Encoding | 'identity', Buffer> {
  const file = join(folder, NOT_FOUND_PAGE);
  const page = new Map<Encoding | 'identity', Buffer>([['identity', readFileSync(file)]]);
  if (existsSync(`${file}.br`)) page.set('br', readFileSync(`${file}.br`));
  if (existsSync(`${file}.gz`)) page.set('gzip', readFileSync(`${file}.gz`));
  return page;
}

/** Splits a request target at its query; a proxy's absolute form (`http://host/path`) counts as its path. */
function splitTarget(target: string): { pathname: string; search: string } {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const query = path.indexOf('?');
  return query === -1 ? { pathname: path, search: '' } : { pathname: path.slice(0, query), search: path.slice(query) };
}

function fileFor(pathname: string, files: ReadonlySet<string>): string | undefined {
  const path = decoded(pathname);
  if (path === undefined) return undefined;
  const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`];
  return candidates.find((candidate) => files.has(candidate));
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** Quotes a path for a log. It stays encoded as it came, and Node lets only visible ASCII through in a request target. */
function printable(path: string): string {
  return JSON.stringify(path.length > LONGEST_LOGGED_PATH ? `${path.slice(0, LONGEST_LOGGED_PATH)}...` : path);
}

function sendText(response: ServerResponse, status: number): void {
  const body = `${status} ${STATUS_CODES[status]}\n`;
  response.setHeader('Cache-Control', CACHE_BUT_ASK);
  response.writeHead(status, { 'Content-Type': 'text/plain;charset=utf-8', 'Content-Length': body.length }).end(body);
}

/** Answers what the HTTP parser gave up on; there is no response object then, only the socket. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, headers: HeaderList): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const lines = [...headers, ['Content-Length', '0'], ['Connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
}
