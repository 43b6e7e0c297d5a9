import { existsSync, readFileSync } from 'node:fs';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { acceptedEncodings, type Encoding } from './accepted-encodings.ts';
import { CACHE_BUT_ASK, type HeaderList } from './security-headers.ts';
import { openStaticFiles } from './static-files.ts';

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
  const files = openStaticFiles(folder);
  const notFoundPage = readNotFoundPage(folder);

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
    const file = pathname.startsWith(base) ? files.find(pathname.slice(base.length - 1)) : undefined;
    if (file === undefined) {
      log(`Not found: ${printable(pathname)}`);
      return sendNotFound(request, response);
    }
    files.send(file, request, response, () => sendNotFound(request, response));
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
