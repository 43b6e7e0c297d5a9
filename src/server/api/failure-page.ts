import type { SiteLook } from '../appearance/site-look.ts';
import { escaped } from '../http/bodies/html-text.ts';
import type { HttpAnswer } from '../http/http-message.ts';
import type { Problem } from '../http/problem.ts';
import { cspHash, pagePolicy } from '../http/security-headers.ts';

// Self-contained, because it is sent when anything may be broken.
const styleOf = ({ colours: { dark, light } }: SiteLook) =>
  `:root{color-scheme:dark;--ground:#080f14;--text:#f5f3ee;--soft:#b5c0c5;--line:#333f46;--ring:${dark.lit};--fill:${dark.signal};--ink:${dark.ink}}
@media(prefers-color-scheme:light){:root{color-scheme:light;--ground:#f8f7f2;--text:#141f25;--soft:#3e4a51;--line:#d3d1ca;--ring:${light.lit};--fill:${light.signal};--ink:${light.ink}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--ground);color:var(--text);font:400 16px/24px Archivo,Arial,sans-serif}
header{padding:12px 16px;border-bottom:1px solid var(--line)}
header a{display:inline-flex;align-items:center;min-height:44px;font-weight:800;font-size:22px;text-decoration:none}
main{width:100%;max-width:672px;margin:0 auto;padding:48px 16px 64px}
h1{margin:0 0 16px;font-size:clamp(36px,9vw,56px);line-height:1;font-weight:800;text-wrap:balance}
p{margin:0 0 24px;color:var(--soft)}
nav{display:flex;flex-wrap:wrap;gap:8px 24px}
a{color:inherit;text-underline-offset:.2em}
nav a{display:inline-flex;align-items:center;min-height:48px;font-weight:700}
nav a:first-child{padding:0 24px;background:var(--fill);color:var(--ink);text-decoration:none;clip-path:polygon(0 0,calc(100% - 10px) 0,100% 10px,100% 100%,0 100%)}
a:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
nav a:first-child:focus-visible{clip-path:none}`;

/** Heading and text for failures that visitors can encounter. */
function wordsOf({ status, message, headers }: Problem): readonly [heading: string, words: string] {
  if (status === 429) return ['Slow down a little', `Too many requests from your connection. Try again in ${waitOf(headers)}.`];
  if (status === 503) return ['Back in a moment', 'The site cannot answer right now. No points are lost.'];
  if (status >= 500)
    return ['Something went wrong', 'It’s our fault, and the error was logged. No points are lost, and other pages may still work.'];
  return ['This page cannot be shown', message];
}

function waitOf({ 'retry-after': seconds = '1' }: Readonly<Record<string, string>>): string {
  return seconds === '1' ? 'a second' : `${seconds} seconds`;
}

/** A problem as an HTML page. */
export function failurePage(problem: Problem, look: SiteLook): HttpAnswer {
  const style = styleOf(look);
  const name = escaped(look.identity.name);
  const [heading, words] = wordsOf(problem);
  return {
    status: problem.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...problem.headers,
      'content-security-policy': pagePolicy({ scriptHashes: [], styleHashes: [cspHash(style)] }),
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(heading)} · ${name}</title>
<style>${style}</style>
</head>
<body>
<header><a href="/">${name}</a></header>
<main>
<h1>${escaped(heading)}</h1>
<p>${escaped(words)}</p>
<nav aria-label="What to do next"><a href="">Try again</a><a href="/">Return to Home</a></nav>
</main>
</body>
</html>
`,
  };
}
