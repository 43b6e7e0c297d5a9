import { UnknownBoard, type LiveSource } from '../contract/live-source.ts';
import { parseView, viewToSearch } from '../contract/view.ts';
import { composePage, type PageParts } from '../server/compose-page.ts';
import { EncodedBody } from '../server/encoded-body.ts';
import { matches } from '../server/entity-tag.ts';
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

export interface LivePagesParts {
  readonly build: LiveBuild;
  readonly source: LiveSource;
  /** Where visitors find the site: links that other sites show need whole addresses. */
  readonly origin: string | undefined;
  /** A word that changes whenever any page might look different. */
  readonly revision: () => string;
  /** Told of addresses that have no page, as one line that is safe to print. */
  readonly log: (line: string) => void;
}

/** Answers requests for pages: the ranking is in the HTML, rendered once for all who ask before it changes. */
export function createLivePages({ build, source, origin, revision, log }: LivePagesParts): HttpHandler {
  const cache = new RevisionCache<EncodedBody>(revision);

  async function rendered(path: string, renderedFor: string): Promise<EncodedBody> {
    const { answers, ...page } = await build.render(source, path);
    const pathname = path.split('?', 1)[0]!;
    const parts: PageParts = {
      ...page,
      ...build.page,
      modules: build.modules[pathname] ?? build.modules[NOWHERE]!,
      renderedFor,
      base: '/',
      answers: JSON.stringify(answers),
      ...(origin !== undefined && { origin, ...(renderedFor !== ANY_PATH && { address: origin + path }) }),
    };
    return new EncodedBody(composePage(build.template, parts));
  }

  return async (request) => {
    const [pathname = '/'] = request.target.split('?', 1);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!PATHS.has(pathname)) throw new Problem('not-found', 'Nothing is at this address.');
      throw new Problem('method-not-allowed', 'Pages are only to be read.', [], { allow: 'GET, HEAD' });
    }
    let status = 200;
    let page: EncodedBody | undefined;
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
    const { body, etag, headers: encoded } = await page.accepted(request.header('accept-encoding'));
    const headers = { 'cache-control': CACHE_BUT_ASK, etag, ...encoded };
    if (status === 200 && matches(request.header('if-none-match'), etag)) return { status: 304, headers, body: null };
    return {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      body: request.method === 'HEAD' ? null : body,
    };
  };
}
