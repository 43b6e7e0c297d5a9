import type { LiveSource } from '../../contract/live-source.ts';
import { parseView, viewToSearch } from '../../contract/view.ts';
import { decodedText } from '../../contract/read-text.ts';
import { composePage, type PageParts } from './compose-page.ts';
import type { SiteLook } from '../../server/appearance/site-look.ts';
import { EncodedBody } from '../../server/http/bodies/encoded-body.ts';
import { createFairQueue, type QueueBounds } from '../../server/http/fair-queue.ts';
import type { HttpHandler, HttpRequest } from '../../server/http/http-message.ts';
import { Problem } from '../../server/http/problem.ts';
import { readAnswer, refuseWriting } from '../../server/http/read-answer.ts';
import { createRevisionCache } from '../../server/http/bodies/revision-cache.ts';
import { contentSecurityPolicyForMeta, cspHash, type CspHashes, pagePolicy } from '../../server/http/security-headers.ts';
import { ANY_PATH, ASKED_PATH } from '../../web/boot/prerendered.ts';
import { unknownPeriod } from '../../web/live/links/addresses.ts';
import { LIVE_PAGES } from '../../web/live/pages/live-pages.ts';
import type { LiveBuild } from './live-build.ts';

type LivePage = (typeof LIVE_PAGES)[number];

/** What the path of each page looks like. */
const PATTERNS = LIVE_PAGES.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

/** Any address without a page: all of them look the same. */
const NOWHERE = '/404';

/** What an address asks for: the name of its page among the built ones, and the one way to write the address. */
interface Asked {
  readonly page: string;
  readonly target: string;
}

/** What means the same view is one page, however it is written. `undefined` if no page is there. */
function askedFor(requested: string): Asked | undefined {
  const [pathname = '/'] = requested.split('?', 1);
  const search = requested.slice(pathname.length);
  const page = LIVE_PAGES[PATTERNS.findIndex((pattern) => pattern.test(pathname))];
  if (page === undefined || decodedText(pathname) === undefined) return undefined;
  const { path, periodIn, queryOf = (text: string) => viewToSearch(parseView(text)) } = page;
  return { page: path, target: asWritten(pathname) + withUnknownPeriods(queryOf(search), search, periodIn) };
}

/** The one way to write a path: letters can be written as their numbers, too. */
function asWritten(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => encodeURIComponent(decodeURIComponent(part)))
    .join('/');
}

/** A view has no word for a period that there is none of: the page about it reads what is written. */
function withUnknownPeriods(query: string, search: string, periodIn: NonNullable<LivePage['periodIn']> = []): string {
  const unknown = periodIn.flatMap((key) => {
    const word = unknownPeriod(search, [key]);
    return word === undefined ? [] : [[key, word]];
  });
  return unknown.length === 0 ? query : `${query === '' ? '?' : `${query}&`}${new URLSearchParams(unknown)}`;
}

/** A page, ready to be sent. */
interface Rendered {
  readonly body: EncodedBody;
  readonly status: number;
  readonly size: number;
  /** Beside those of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A page takes some six milliseconds, so that nobody waits for the last of their own for much longer than half a second.
 */
const RENDERS: QueueBounds = { atOnce: 4, perCaller: 64, inAll: 1024 };

/** Pages are asked about before each use: the answer is mostly that nothing changed. */
const CACHE_BUT_ASK = 'private, no-cache';

export interface LivePagesParts {
  readonly build: Omit<LiveBuild, 'licences' | 'renderDocument' | 'documentScript' | 'embed' | 'renderEmbed' | 'play'>;
  readonly source: LiveSource;
  /** Whose game the site is of, now. */
  readonly look: () => SiteLook;
  /** Where visitors find the site: links that other sites show need whole addresses. */
  readonly origin: string | undefined;
  /** A word that changes whenever any page might look different. */
  readonly revision: () => string;
  /** HTML at the beginning and at the end of every page. */
  readonly before?: string | undefined;
  readonly after?: string;
  /** Called for addresses without a page, with one line that is safe to print. */
  readonly log: (line: string) => void;
}

/**
 * Answers requests for pages: the ranking is in the HTML, rendered once for all who ask before it changes, however they
 * write the address. Callers take turns in having pages rendered.
 */
export function createLivePages({ build, source, look, origin, revision, before = '', after = '', log }: LivePagesParts): HttpHandler {
  const cache = createRevisionCache<Rendered>(revision);
  const queue = createFairQueue<Rendered>(RENDERS);

  /** What a page may have in it: what was built, and the style of its look. */
  function allowed({ style }: SiteLook): CspHashes {
    return style === '' ? build.csp : { ...build.csp, styleHashes: [...build.csp.styleHashes, cspHash(style)] };
  }

  async function rendered({ page: name, target }: Asked, acceptEncoding: string | null): Promise<Rendered> {
    const shown = look();
    const { answers, status, ...page } = await build.render(source, target, shown.identity);
    const parts: PageParts = {
      ...page,
      ...build.page,
      policy: contentSecurityPolicyForMeta(allowed(shown)),
      look: shown,
      modules: build.modules[name]!,
      renderedFor: target === NOWHERE ? ANY_PATH : ASKED_PATH,
      base: '/',
      before,
      after,
      answers: JSON.stringify(answers),
      ...(origin !== undefined && { origin, ...(status === 200 && { address: origin + target }) }),
    };
    const body = new EncodedBody(composePage(build.template, parts));
    // Compressing is a part of the work, and so is done for no more pages at once.
    await body.accepted(acceptEncoding);
    return { body, status, size: body.size, headers: shown.style === '' ? {} : { 'content-security-policy': pagePolicy(allowed(shown)) } };
  }

  async function pageOf(asked: Asked, request: HttpRequest): Promise<Rendered> {
    const { target } = asked;
    const known = cache.known(target);
    if (known !== undefined) return known;
    const { caller, isGone } = request;
    const work = () => cache.get(target, () => rendered(asked, request.header('accept-encoding')));
    return queue.get({ caller, what: target, work, isGone });
  }

  return async (request) => {
    const asked = askedFor(request.target);
    if (asked === undefined && request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem('not-found', 'There is nothing at this address.');
    refuseWriting(request, 'Pages');
    const route = asked?.page ?? 'unknown';
    let page: Rendered | undefined;
    if (asked !== undefined) {
      try {
        page = await pageOf(asked, request);
      } catch (error) {
        if (!(error instanceof Response)) throw error;
        const location = error.headers.get('location');
        if (location !== null) return { status: 308, headers: { 'cache-control': CACHE_BUT_ASK, location }, body: null, route };
        // There is none of it: such pages all look the same, so one is kept, however many addresses are tried.
      }
    }
    if (page?.status !== 200) log(`Not found: ${JSON.stringify(request.target.slice(0, 200))}`);
    const { body: html, status, headers: own } = page ?? (await pageOf({ page: NOWHERE, target: NOWHERE }, request));
    const { body, etag, headers: encoded } = await html.accepted(request.header('accept-encoding'));
    const headers = { 'cache-control': CACHE_BUT_ASK, etag, ...encoded, ...own };
    return readAnswer(request, { status, headers, type: 'text/html; charset=utf-8', body, route });
  };
}
