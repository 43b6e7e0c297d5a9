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

/** A path pattern for each page. */
const PATTERNS = LIVE_PAGES.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

/** Stands for all addresses without a page, which look the same. */
const NOWHERE = '/404';

/** The page at an address, by its name in the build, and the canonical address. */
interface Asked {
  readonly page: string;
  readonly target: string;
}

/** Normalises an address, so that equal views share one page. `undefined` if there is no page. */
function askedFor(requested: string): Asked | undefined {
  const [pathname = '/'] = requested.split('?', 1);
  const search = requested.slice(pathname.length);
  const page = LIVE_PAGES[PATTERNS.findIndex((pattern) => pattern.test(pathname))];
  if (page === undefined || decodedText(pathname) === undefined) return undefined;
  const { path, periodIn, queryOf = (text: string) => viewToSearch(parseView(text)) } = page;
  return { page: path, target: asWritten(pathname) + withUnknownPeriods(queryOf(search), search, periodIn) };
}

/** Normalises the percent encoding of a path. */
function asWritten(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => encodeURIComponent(decodeURIComponent(part)))
    .join('/');
}

/** Adds unknown periods, which a view cannot represent, for the page that reports them. */
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
  /** Besides those of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A page takes about 6 ms, so no caller waits much longer than half a second for the last of their own. */
const RENDERS: QueueBounds = { atOnce: 4, perCaller: 64, inAll: 1024 };

/** Revalidate before each use, mostly with a 304. */
const CACHE_BUT_ASK = 'private, no-cache';

export interface LivePagesParts {
  readonly build: Omit<LiveBuild, 'licences' | 'renderDocument' | 'documentScript' | 'embed' | 'renderEmbed' | 'play'>;
  readonly source: LiveSource;
  /** The current look of the site's game. */
  readonly look: () => SiteLook;
  /** The public origin of the site: links shown by other sites need full addresses. */
  readonly origin: string | undefined;
  /** Changes whenever any page might look different. */
  readonly revision: () => string;
  /** HTML at the beginning and at the end of every page. */
  readonly before?: string | undefined;
  readonly after?: string;
  /** Called for addresses without a page, with one printable line. */
  readonly log: (line: string) => void;
}

/**
 * Answers requests for pages with the ranking in the HTML, rendered once per revision for all spellings of an address. Callers take turns
 * in rendering.
 */
export function createLivePages({ build, source, look, origin, revision, before = '', after = '', log }: LivePagesParts): HttpHandler {
  const cache = createRevisionCache<Rendered>(revision);
  const queue = createFairQueue<Rendered>(RENDERS);

  /** The hashes that a page may use: those of the build, and that of its look's style. */
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
    // Compression counts as part of the job, so that it is bounded too.
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
        // There is no such page: all of these look the same, so only one is cached, however many addresses are tried.
      }
    }
    if (page?.status !== 200) log(`Not found: ${JSON.stringify(request.target.slice(0, 200))}`);
    const { body: html, status, headers: own } = page ?? (await pageOf({ page: NOWHERE, target: NOWHERE }, request));
    const { body, etag, headers: encoded } = await html.accepted(request.header('accept-encoding'));
    const headers = { 'cache-control': CACHE_BUT_ASK, etag, ...encoded, ...own };
    return readAnswer(request, { status, headers, type: 'text/html; charset=utf-8', body, route });
  };
}
