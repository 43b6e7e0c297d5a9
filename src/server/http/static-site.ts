import { existsSync } from 'node:fs';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { join } from 'node:path';

import type { HttpAnswer } from './http-message.ts';
import { createNodeServer, httpRequestOf, type NodeServer, sendAnswer } from './node-http.ts';
import { CACHE_BUT_ASK, type HeaderList } from './security-headers.ts';
import { openStaticFiles } from './static-files.ts';

export interface StaticSiteOptions {
  /** The built site, read once: a new build requires a new server. */
  readonly folder: string;
  /** The base path, `/` or for example `/games/`. */
  readonly base: string;
  /** Sent with every response of any status. */
  readonly headers: HeaderList;
  /** Receives a printable line for every 404 and failure. */
  readonly log: (line: string) => void;
}

/**
 * A server, not yet listening, for a built site: clean URLs, compressed copies, entity tags, and `404.html` for everything
 * else, including missing assets.
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
    // Printable: still percent-encoded, and Node accepts only visible ASCII in request targets.
    log(`Not found: ${JSON.stringify(pathname.length > 200 ? `${pathname.slice(0, 200)}...` : pathname)}`);
    return files.answer('/404.html', request, 404);
  }

  return createNodeServer(
    headers,
    (incoming, outgoing) => {
      answer(incoming).then(
        (whole) => sendAnswer(whole, outgoing, headers),
        // A deleted file must not end the process.
        (error: unknown) => {
          log(String(error));
          outgoing.destroy();
        },
      );
    },
    ({ status }) => statusAnswer(status),
  );
}

function statusAnswer(status: number, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=utf-8', 'cache-control': CACHE_BUT_ASK, ...headers },
    body: `${status} ${STATUS_CODES[status]}\n`,
  };
}
