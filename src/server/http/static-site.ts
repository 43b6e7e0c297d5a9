import { existsSync } from 'node:fs';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { join } from 'node:path';

import type { HttpAnswer } from './http-message.ts';
import { createNodeServer, httpRequestOf, type NodeServer, sendAnswer } from './node-http.ts';
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
  /** Told of every path that was not found, and of failures, as one line that is safe to print. */
  readonly log: (line: string) => void;
}

/**
 * A server, not yet listening, of a built site: clean addresses (`/earn` is `earn/index.html`), compressed
 * copies, entity tags, and `404.html` with status 404 for everything else, a missing asset included: that is
 * what the other hosts do, and no browser runs a page as a script.
 *
 * @throws {TypeError} if `base` does not begin and end with a slash.
 * @throws {Error} if `folder` cannot be read or has no `404.html`.
 */
export function createStaticSite({ folder, base, headers, log }: StaticSiteOptions): NodeServer {
  if (!base.startsWith('/') || !base.endsWith('/')) throw new TypeError(`The base must begin and end with "/": ${JSON.stringify(base)}`);
  const files = openStaticFiles(folder);
  if (!existsSync(join(folder, '404.html'))) throw new Error(`There is no 404.html in ${folder}.`);

  async function answer(incoming: IncomingMessage): Promise<HttpAnswer> {
    const request = httpRequestOf(incoming);
    if (request.method !== 'GET' && request.method !== 'HEAD') return statusAnswer(405, { allow: 'GET, HEAD' });
    const [pathname = '/'] = request.target.split('?', 1);
    if (`${pathname}/` === base) return statusAnswer(308, { location: base + request.target.slice(pathname.length) });
    const file = pathname.startsWith(base) ? files.find(pathname.slice(base.length - 1)) : undefined;
    if (file !== undefined) return files.answer(file, request);
    // It stays encoded as it came, and Node lets only visible ASCII through in a request target.
    log(`Not found: ${JSON.stringify(pathname.length > 200 ? `${pathname.slice(0, 200)}...` : pathname)}`);
    return files.answer('/404.html', request, 404);
  }

  return createNodeServer(
    headers,
    (incoming, outgoing) => {
      answer(incoming).then(
        (whole) => sendAnswer(whole, outgoing, headers),
        // A file that has gone since ends this response, not the process.
        (error: unknown) => {
          log(String(error));
          outgoing.destroy();
        },
      );
    },
    ({ status }) => statusAnswer(status),
  );
}

/** An answer that says its status and no more. */
function statusAnswer(status: number, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=utf-8', 'cache-control': CACHE_BUT_ASK, ...headers },
    body: `${status} ${STATUS_CODES[status]}\n`,
  };
}
