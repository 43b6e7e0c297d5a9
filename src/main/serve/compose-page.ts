import type { SiteLook } from '../../server/appearance/site-look.ts';
import { escaped, jsonBlock } from '../../server/http/bodies/html-text.ts';

/** The parts of an HTML page. Addresses include the base path. */
export interface PageParts {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  /** The preview picture of links to the page, 1200 by 630 pixels, by its path below the base; defaults to that of the site. */
  readonly picture?: { readonly path: string; readonly alt: string };
  readonly css: string;
  /** The look of the site's game. */
  readonly look: SiteLook;
  readonly beforePaint: string;
  readonly startScripts: string;
  /** The address this HTML is valid for; see `src/web/boot/prerendered.ts`. */
  readonly renderedFor: string;
  /** The page's scripts, entry first. */
  readonly modules: readonly string[];
  /** JSON of the answers that the page was rendered from, unless the browser has them. */
  readonly answers?: string;
  /** HTML above and below the content, which is not hydrated. */
  readonly before?: string;
  readonly after?: string;
  /** The content security policy for hosts that cannot send headers. */
  readonly policy: string;
  readonly base: string;
  /** The page's full address and the site's origin, if known. */
  readonly address?: string;
  readonly origin?: string;
}

/** The picture of every page without one of its own. */
function siteCard({ identity, version }: SiteLook) {
  return { path: `/social-card.png${wordOf(version)}`, alt: `A podium of three plates, and the words: ${identity.name}. Who leads.` };
}

/** Replaces the one occurrence of `what`; throws if the template has changed, rather than build a broken page. */
function replaceOnce(text: string, what: RegExp, by: string): string {
  if (!what.test(text)) throw new Error(`The page template has no ${what}`);
  return text.replace(what, () => by);
}

/** A query that changes an address whenever the look changes. */
function wordOf(version: string): string {
  return version === '' ? '' : `?v=${version}`;
}

/** The icons of a look, instead of the site's own. */
function iconLinks(base: string, version: string): string {
  const link = (rel: string, file: string, more: string) => `<link rel="${rel}"${more} href="${base}${file}${wordOf(version)}">`;
  return (
    link('icon', 'icon-32.png', ' type="image/png" sizes="32x32"') +
    link('icon', 'icon-192.png', ' type="image/png" sizes="192x192"') +
    link('apple-touch-icon', 'apple-touch-icon.png', '')
  );
}

/**
 * Turns Vite's template into a finished page: styles inline, the policy first, the content in the body, and the scripts named in a data
 * block that the start script reads after the first paint.
 */
export function composePage(template: string, parts: PageParts): string {
  const title = escaped(parts.title);
  const description = escaped(parts.description);
  const { version } = parts.look;
  const { path, alt } = parts.picture ?? siteCard(parts.look);
  const picture = (parts.origin ?? '') + parts.base.replace(/\/$/, '') + path;
  const head = [
    `<meta http-equiv="content-security-policy" content="${escaped(parts.policy)}">`,
    // Delays the first paint until the page is complete: half a header or podium would move when the rest arrives. Browsers continue once
    // the awaited element begins, so it is the one after the content.
    `<link rel="expect" href="#modules" blocking="render">`,
    `<script>${parts.beforePaint}</script>`,
    `<style>${parts.css}</style>`,
    ...(parts.look.style === '' ? [] : [`<style>${parts.look.style}</style>`]),
    // Not needed to read the page: the start script makes it a manifest link after the first paint.
    `<link data-late="manifest" href="${parts.base}site.webmanifest${wordOf(version)}">`,
    `<meta property="og:site_name" content="${escaped(parts.look.identity.name)}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:image" content="${escaped(picture)}">`,
    `<meta property="og:image:width" content="1200">`,
    `<meta property="og:image:height" content="630">`,
    `<meta property="og:image:alt" content="${escaped(alt)}">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    ...(parts.address === undefined
      ? []
      : [`<link rel="canonical" href="${escaped(parts.address)}">`, `<meta property="og:url" content="${escaped(parts.address)}">`]),
  ].join('');
  const body = [
    `${parts.before ?? ''}<div id="root">${parts.html}</div>${parts.after ?? ''}`,
    `<script type="application/json" id="modules">${JSON.stringify(parts.modules)}</script>`,
    ...(version === '' ? [] : [jsonBlock('identity', JSON.stringify(parts.look.identity))]),
    ...(parts.answers === undefined ? [] : [jsonBlock('answers', parts.answers)]),
    `<script>${parts.startScripts}</script>`,
  ].join('');

  let page = template
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
    .replaceAll(/>\s+</g, '><');
  page = replaceOnce(page, /<html lang="en"/, `<html lang="en" data-rendered-for="${escaped(parts.renderedFor)}"`);
  page = replaceOnce(page, /<title>[^<]*<\/title>/, `<title>${title}</title>`);
  page = replaceOnce(page, /<meta name="description"[^>]*>/, `<meta name="description" content="${description}">`);
  if (version !== '') {
    page = replaceOnce(page, /<link rel="icon"[^>]*>/, iconLinks(parts.base, version));
    page = replaceOnce(page, /<link rel="apple-touch-icon" href="[^?"]*"[^>]*>/, '');
  }
  page = replaceOnce(page, /<\/head>/, `${head}</head>`);
  page = replaceOnce(page, /<div id="root"><\/div>/, body);
  return page;
}
