import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { UnknownBoard, type LiveSource } from '../contract/live-source.ts';
import { parseView, viewToSearch } from '../contract/view.ts';
import { acceptedEncodings, type Encoding } from '../server/accepted-encodings.ts';
import { composePage, type PageParts } from '../server/compose-page.ts';
import { entityTag, matches } from '../server/entity-tag.ts';
import type { HttpHandler } from '../server/http-message.ts';
import { Problem } from '../server/problem.ts';
import { RevisionCache } from '../server/revision-cache.ts';
import { ANY_PATH } from '../web/boot/prerendered.ts';
import type { LiveBuild } from './live-build.ts';

/** The addresses that have a page. */
const PATHS = new Set(['/', '/earn', '/whiteboard', '/search', '/leaderboard']);

/** Any address without a page: all of them look the same. */
const NOWHERE = '/404';

/** Pages are asked about before each use: the answer is mostly that nothing changed. */
const CACHE_BUT_ASK = 'private, no-cache';

/** Quick rather than small: a page of a busy board is true for a second. */
const COMPRESS: Readonly<Record<Encoding, (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 6 }),
};

/** A page as it is sent: plain, and compressed once somebody takes it so. */
class CachedPage {
  readonly #sent = new Map<Encoding | undefined, Promise<{ readonly body: Uint8Array<ArrayBuffer>; readonly etag: string }>>();
  readonly #html: Buffer<ArrayBuffer>;
  readonly size: number;

  constructor(html: string) {
    this.#html = Buffer.from(html);
    this.size = this.#html.length * 1.5;
  }

  as(encoding: Encoding | undefined): Promise<{ readonly body: Uint8Array<ArrayBuffer>; readonly etag: string }> {
    let sent = this.#sent.get(encoding);
    if (sent === undefined) {
      sent = this.#make(encoding);
      this.#sent.set(encoding, sent);
    }
    return sent;
  }

  async #make(encoding: Encoding | undefined): Promise<{ readonly body: Uint8Array<ArrayBuffer>; readonly etag: string }> {
    const body = encoding === undefined ? this.#html : new Uint8Array(await COMPRESS[encoding](this.#html));
    return { body, etag: entityTag(body) };
  }
}

export interface LivePagesParts {
  readonly build: LiveBuild;
  readonly source: LiveSource;
  /** A word that changes whenever any page might look different. */
  readonly revision: () => string;
  /** Told of addresses that have no page, as one line that is safe to print. */
  readonly log: (line: string) => void;
}

/** Answers requests for pages: the ranking is in the HTML, rendered once for all who ask before it changes. */
export function createLivePages({ build, source, revision, log }: LivePagesParts): HttpHandler {
  const cache = new RevisionCache<CachedPage>(revision);

  async function rendered(path: string, renderedFor: string): Promise<CachedPage> {
    const { answers, ...page } = await build.render(source, path);
    const pathname = path.split('?', 1)[0]!;
    const parts: PageParts = {
      ...page,
      ...build.page,
      modules: build.modules[pathname] ?? build.modules[NOWHERE]!,
      renderedFor,
      base: '/',
      answers: JSON.stringify(answers),
    };
    return new CachedPage(composePage(build.template, parts));
  }

  return async (request) => {
    const [pathname = '/'] = request.target.split('?', 1);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!PATHS.has(pathname)) throw new Problem('not-found', 'Nothing is at this address.');
      throw new Problem('method-not-allowed', 'Pages are only to be read.', [], { allow: 'GET, HEAD' });
    }
    let status = 200;
    let page: CachedPage | undefined;
    if (PATHS.has(pathname)) {
      // What means the same view is one page, however it is written.
      const search = viewToSearch(parseView(request.target.slice(pathname.length)));
      const target = pathname + search;
      try {
        page = await cache.get(request.target === target ? target : `${target} ${request.target}`, () => rendered(target, request.target));
      } catch (error) {
        if (!(error instanceof UnknownBoard)) throw error;
      }
    }
    if (page === undefined) {
      log(`Not found: ${JSON.stringify(request.target.slice(0, 200))}`);
      status = 404;
      page = await cache.get(NOWHERE, () => rendered(NOWHERE, ANY_PATH));
    }
    const encoding = acceptedEncodings(request.header('accept-encoding') ?? undefined)[0];
    const { body, etag } = await page.as(encoding);
    const headers: Record<string, string> = { 'cache-control': CACHE_BUT_ASK, vary: 'Accept-Encoding', etag };
    if (status === 200 && matches(request.header('if-none-match'), etag)) return { status: 304, headers, body: null };
    headers['content-type'] = 'text/html; charset=utf-8';
    if (encoding !== undefined) headers['content-encoding'] = encoding;
    return { status, headers, body: request.method === 'HEAD' ? null : body };
  };
}
