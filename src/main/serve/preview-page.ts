import type { SiteLook } from '../../server/appearance/site-look.ts';
import { jsonBlock } from '../../server/http/bodies/html-text.ts';
import type { HttpAnswer, HttpRequest } from '../../server/http/http-message.ts';
import { cspHash, pagePolicy } from '../../server/http/security-headers.ts';
import { PREVIEW_PATH } from '../../web/console/asking/preview-path.ts';
import type { BuiltPages } from './live-build.ts';

const NOTE = 'Preview with private boards, which visitors do not see.';

// Last in the page, so that the skip link is its first link.
const STYLE = `body{display:flex;flex-direction:column}#root{min-width:0}#preview{order:-1;padding:8px 16px;background:var(--signal);color:var(--ink);font-weight:600}#preview a{color:inherit}`;

/**
 * Answers every address below {@link PREVIEW_PATH} with the site's scripts and no data. They call the API with the session, as the console
 * does: without one, private boards are not found here either. Must not be cached.
 */
export function previewPage(
  { page: { css, beforePaint }, modules, csp }: Pick<BuiltPages, 'page' | 'modules' | 'csp'>,
  { identity, style, version }: SiteLook,
  { method }: HttpRequest,
): HttpAnswer {
  const entry = modules['/']![0]!;
  const own = [STYLE, ...(style === '' ? [] : [style])];
  const html = [
    `<!doctype html><html lang="en" data-theme="dark" data-typeface data-preview="${PREVIEW_PATH}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Preview</title>',
    `<script>${beforePaint}</script>`,
    ...[css, ...own].map((text) => `<style>${text}</style>`),
    '</head><body><div id="root"></div>',
    `<aside id="preview" aria-label="Preview">${NOTE} <a href="/console/boards">Back to the console</a></aside>`,
    version === '' ? '' : jsonBlock('identity', JSON.stringify(identity)),
    `<script type="module" src="${entry}"></script></body></html>`,
  ].join('');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'x-frame-options': 'DENY',
    'content-security-policy': pagePolicy({ ...csp, styleHashes: [...csp.styleHashes, ...own.map(cspHash)] }),
  };
  return { status: 200, headers, body: method === 'HEAD' ? null : html, route: '/console' };
}
