import { expect, test } from 'vitest';

import { lookOf, OWN_LOOK } from '../../server/appearance/site-look.ts';
import { composePage, type PageParts } from './compose-page.ts';

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <title>Laurels</title>
    <meta name="description" content="x" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="stylesheet" href="/assets/style.css">
    <script type="module" src="/assets/index.js"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;

const PARTS: PageParts = {
  html: '<p>a  $& b</p>',
  title: 'Fish & "chips" <b>',
  description: 'The $1 page',
  css: 'p > b{color:red}',
  look: OWN_LOOK,
  beforePaint: 'let a="> <"',
  startScripts: 'start("$&")',
  renderedFor: '/earn',
  modules: ['/assets/index.js', '/assets/earn.js'],
  policy: "script-src 'self'",
  base: '/',
};

test('includes scripts, styles and content verbatim, as their hashes require', () => {
  const page = composePage(TEMPLATE, PARTS);
  expect(page).toContain(`<script>${PARTS.beforePaint}</script>`);
  expect(page).toContain(`<script>${PARTS.startScripts}</script>`);
  expect(page).toContain(`<style>${PARTS.css}</style>`);
  expect(page).toContain(`<div id="root">${PARTS.html}</div>`);
});

test('removes the template’s scripts and styles, so that none load before the first paint', () => {
  const page = composePage(TEMPLATE, PARTS);
  expect(page).not.toContain('type="module"');
  expect(page).not.toContain('rel="stylesheet"');
});

test('escapes title and description', () => {
  const page = composePage(TEMPLATE, PARTS);
  expect(page).toContain('<title>Fish &#38; &#34;chips&#34; &#60;b&#62;</title>');
  expect(page).toContain('content="The $1 page"');
});

test('includes the full address only if it is known', () => {
  expect(composePage(TEMPLATE, PARTS)).not.toContain('canonical');
  const page = composePage(TEMPLATE, { ...PARTS, address: 'https://play.example/earn', origin: 'https://play.example' });
  expect(page).toContain('<link rel="canonical" href="https://play.example/earn">');
  expect(page).toContain('content="https://play.example/social-card.png"');
});

test('uses a page’s own picture, or else that of the site', () => {
  const picture = { path: '/players/ada/card.png?board=laps', alt: 'A plate: "Ada"' };
  const page = composePage(TEMPLATE, { ...PARTS, picture, origin: 'https://play.example' });
  expect(page).toContain('<meta property="og:image" content="https://play.example/players/ada/card.png?board=laps">');
  expect(page).toContain('<meta property="og:image:alt" content="A plate: &#34;Ada&#34;">');
  expect(page).not.toContain('social-card');
  expect(composePage(TEMPLATE, PARTS)).toContain(`<meta property="og:image" content="${PARTS.base}social-card.png">`);
});

test('rejects a template without a place for the content', () => {
  expect(() => composePage(TEMPLATE.replace('<div id="root"></div>', ''), PARTS)).toThrow('The page template has no');
});

test('a branded page names its game, and adds its colour tokens after the site’s own', () => {
  const look = lookOf({ name: 'Fish </script> & co', sentence: 'Fish race.', colour: '#001f5b', poweredBy: true });
  const page = composePage(TEMPLATE, { ...PARTS, look });
  expect(page).toContain(`<style>${PARTS.css}</style><style>:root{--you:light-dark(`);
  expect(page).toContain(`<style>${look.style}</style>`);
  expect(page).toContain('<meta property="og:site_name" content="Fish &#60;/script&#62; &#38; co">');
  const [, told] = /<script type="application\/json" id="identity">(.*?)<\/script>/.exec(page)!;
  expect(JSON.parse(told!)).toEqual(look.identity);
  expect(page).toContain(`href="/icon-32.png?v=${look.version}"`);
  expect(page).toContain(`href="/site.webmanifest?v=${look.version}"`);
  expect(page.match(/rel="apple-touch-icon"/g)).toHaveLength(1);
  expect(page).not.toContain('icon.svg');
  expect(composePage(TEMPLATE, PARTS)).not.toMatch(/id="identity"|\?v=/);
});
