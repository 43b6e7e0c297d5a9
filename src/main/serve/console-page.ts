import type { SiteLook } from '../../server/appearance/site-look.ts';
import { EncodedBody } from '../../server/http/bodies/encoded-body.ts';
import { escaped, jsonBlock } from '../../server/http/bodies/html-text.ts';
import type { HttpAnswer, HttpHandler, HttpRequest } from '../../server/http/http-message.ts';
import { Problem } from '../../server/http/problem.ts';
import { readAnswer, refuseWriting } from '../../server/http/read-answer.ts';
import { CACHE_BUT_ASK, consoleHeaders } from '../../server/http/security-headers.ts';
import { PREVIEW_PATH } from '../../web/console/asking/preview-path.ts';
import { CONSOLE_ROOMS } from '../../web/console/frame/console-rooms.ts';

/** The console's build output. */
export interface BuiltConsole {
  readonly css: string;
  /** Runs before the first paint. */
  readonly theme: string;
  /** Its scripts, entry first. */
  readonly modules: readonly string[];
}

/** The addresses of the console’s pages. Single sign-on returns to `/sign-in` if it was refused. */
const PATHS: ReadonlySet<string> = new Set(
  ['/join', '/setup', '/sign-in', ...CONSOLE_ROOMS.map(({ path }) => path)].map((path) => `/console${path}`.replace(/\/$/, '')),
);

/**
 * Answers every page of the console with the same document, and addresses below `/console/preview` with `preview`. Any other address below
 * `/console` is 404, with that document unless it names a file. It holds no data: it requests that with the session. Its headers are its
 * own: it may use passkeys and is never framed, even where the site may be.
 */
export function createConsolePage(build: BuiltConsole, look: () => SiteLook, preview: (request: HttpRequest) => HttpAnswer): HttpHandler {
  let kept: { readonly version: string; readonly body: EncodedBody; readonly headers: Readonly<Record<string, string>> } | undefined;
  function page() {
    const shown = look();
    if (kept?.version !== shown.version) {
      kept = {
        version: shown.version,
        body: new EncodedBody(pageText(build, shown)),
        headers: consoleHeaders([build.theme], [build.css, ...(shown.style === '' ? [] : [shown.style])]),
      };
    }
    return kept;
  }
  return async (request) => {
    refuseWriting(request, 'Pages');
    const [path = ''] = request.target.split('?', 1);
    if (path === PREVIEW_PATH || path.startsWith(`${PREVIEW_PATH}/`)) return preview(request);
    const isPage = PATHS.has(path.replace(/\/$/, ''));
    // A missing picture or script must not be answered with a page.
    if (!isPage && /\.\w+$/.test(path)) throw new Problem('not-found', 'There is no file at this address.');
    const { body: html, headers: own } = page();
    const { body, etag, headers: encoded } = await html.accepted(request.header('accept-encoding'));
    const headers = { 'cache-control': CACHE_BUT_ASK, etag, 'x-robots-tag': 'noindex', ...encoded, ...own };
    return readAnswer(request, { status: isPage ? 200 : 404, headers, type: 'text/html; charset=utf-8', body, route: '/console' });
  };
}

function pageText({ css, theme, modules }: BuiltConsole, { identity, style, version }: SiteLook): string {
  const icon = version === '' ? '/icon.svg' : `/icon-32.png?v=${version}`;
  return [
    '<!doctype html><html lang="en" data-theme="dark" data-typeface><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Console · ${escaped(identity.name)}</title><meta name="robots" content="noindex"><meta name="theme-color" content="#080f14">`,
    `<link rel="icon" href="${icon}"><script>${theme}</script><style>${css}</style>`,
    style === '' ? '' : `<style>${style}</style>`,
    modules.map((path) => `<link rel="modulepreload" href="${path}">`).join(''),
    '</head><body><div id="root"></div><noscript>The console needs JavaScript.</noscript>',
    version === '' ? '' : jsonBlock('identity', JSON.stringify(identity)),
    `<script type="module" src="${modules[0]}"></script></body></html>`,
  ].join('');
}
