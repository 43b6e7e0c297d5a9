import type { SiteLook } from '../../server/appearance/site-look.ts';
import { escaped, jsonBlock } from '../../server/http/bodies/html-text.ts';

/** What one HTML page is put together from. Addresses are as the page needs them, base path included. */
export interface PageParts {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  /** What stands for the page where a link to it is shown, 1200 by 630 pixels; by its path below the base. that of the site without one. */
  readonly picture?: { readonly path: string; readonly alt: string };
  readonly css: string;
  /** Whose game the site is of. */
  readonly look: SiteLook;
  readonly beforePaint: string;
  readonly startScripts: string;
  /** The address this page is the right HTML for; see `src/web/boot/prerendered.ts`. */
  readonly renderedFor: string;
  /** The page's scripts, entry first. */
  readonly modules: readonly string[];
  /** JSON of what the page was rendered from, where a browser cannot know it. */
  readonly answers?: string;
  /** HTML above and below the content, which no script takes over. */
  readonly before?: string;
  readonly after?: string;
  /** The content security policy for hosts that cannot send headers. */
  readonly policy: string;
  readonly base: string;
  /** The page's full address and the site's origin, where they are known. */
  readonly address?: string;
  readonly origin?: string;
}

/** The picture of every page without one of its own. */
function siteCard({ identity, version }: SiteLook) {
  return { path: `/social-card.png${wordOf(version)}`, alt: `A podium of three plates, and the words: ${identity.name}. Who leads.` };
}

/** Replaces the one occurrence of `what`; a template that changed under us must not build a broken page. */
function replaceOnce(text: string, what: RegExp, by: string): string {
  if (!what.test(text)) throw new Error(`The page template has no ${what}`);
  return text.replace(what, () => by);
}

/** What makes an address another one when the look changes. */
function wordOf(version: string): string {
  return version === '' ? '' : `?v=${version}`;
}

/** The icons of a look in place of the site's own. */
function iconLinks(base: string, version: string): string {
  const link = (rel: string, file: string, more: string) => `<link rel="${rel}"${more} href="${base}${file}${wordOf(version)}">`;
  return (
    link('icon', 'icon-32.png', ' type="image/png" sizes="32x32"') +
    link('icon', 'icon-192.png', ' type="image/png" sizes="192x192"') +
    link('apple-touch-icon', 'apple-touch-icon.png', '')
  );
}

/**
 * Turns the template Vite wrote into a finished page: styles inline, the policy first, the content in the
 * body, and the scripts named in a data block that the start script reads after the first paint.
 */
export function composePage(template: string, parts: PageParts): string {
  const title = escaped(parts.title);
  const description = escaped(parts.description);
  const { version } = parts.look;
  const { path, alt } = parts.picture ?? siteCard(parts.look);
  const picture = (parts.origin ?? '') + parts.base.replace(/\/$/, '') + path;
  const head = [
    `<meta http-equiv="content-security-policy" content="${escaped(parts.policy)}">`,
    // A page that comes in pieces is painted once it is whole: half a header or podium would move when the rest comes.
    // Browsers go on where the awaited element begins, so it is the one after the content.
    `<link rel="expect" href="#modules" blocking="render">`,
    `<script>${parts.beforePaint}</script>`,
    `<style>${parts.css}</style>`,
    ...(parts.look.style === '' ? [] : [`<style>${parts.look.style}</style>`]),
    // Not needed to read the page: the start script makes it a manifest once the page is painted.
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
