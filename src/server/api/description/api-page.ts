import { ENDPOINTS } from '../../../contract/api.ts';
import type { SiteLook } from '../../appearance/site-look.ts';
import type { HttpAnswer } from '../../http/http-message.ts';
import { type OpenApiDocument, openApiDocument, type Operation } from './openapi.ts';
import { escaped } from '../../http/html-text.ts';
import { cspHash, pagePolicy } from '../../http/security-headers.ts';

// System colours: readable in light, dark and high contrast without a word about them. Of the site's own there is a line above.
const styleOf = ({ colours: { dark, light } }: SiteLook) => `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
:root{border-top:6px solid light-dark(${light.lit},${dark.lit})}
body{max-width:60rem;margin:0 auto;padding:1rem}
section{border-top:1px solid;padding:.5rem 0;margin-top:1.5rem}
code,pre{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
pre{white-space:pre-wrap;border:1px solid;padding:.5rem}
table{border-collapse:collapse}
td,th{border-bottom:1px solid;padding:.25rem .75rem .25rem 0;text-align:start;vertical-align:top}
summary{padding:.25rem 0}`;

/** Made once for each look: it takes longer than an answer of the API may. */
const pages = new WeakMap<SiteLook, HttpAnswer>();

/** The description of the API as a page to read, made from the same document; it needs no script and nothing from elsewhere. */
export function apiPage(look: SiteLook): HttpAnswer {
  const made = pages.get(look);
  if (made !== undefined) return made;
  const style = styleOf(look);
  const page: HttpAnswer = {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': pagePolicy({ scriptHashes: [], styleHashes: [cspHash(style)] }),
    },
    body: pageOf(openApiDocument(), look.identity.name, style),
  };
  pages.set(look, page);
  return page;
}

function pageOf({ info, paths, webhooks }: OpenApiDocument, name: string, style: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(name)}: the API</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escaped(name)}: the API</h1>
<p>${escaped(info.description)}</p>
<p>For programs: <a href="${ENDPOINTS.openapi.path}">openapi.json</a>. <a href="/">The leaderboard</a>.</p>
<nav aria-label="Endpoints"><ul>
${operations.map(({ path, method, operation }) => `<li><a href="#${escaped(operation.operationId)}"><code>${method} ${escaped(path)}</code></a> ${escaped(operation.summary)}</li>`).join('\n')}
<li><a href="#webhook-messages">What webhooks are sent</a></li>
</ul></nav>
</header>
<main>
${operations.map(({ path, method, operation }) => sectionOf(path, method, operation)).join('\n')}
<section id="webhook-messages">
<h2>What webhooks are sent</h2>
<ul>
${Object.entries(webhooks)
  .map(
    ([type, { post }]) =>
      `<li><code>${escaped(type)}</code> ${escaped(post.summary)}${schemaDetails('Schema', post.requestBody.content['application/json'].schema)}</li>`,
  )
  .join('\n')}
</ul>
</section>
</main>
</body>
</html>
`;
}

function sectionOf(
  path: string,
  method: string,
  { operationId, summary, description, parameters, requestBody, responses, ...rest }: Operation,
): string {
  const role = rest['x-role'];
  return `<section id="${escaped(operationId)}">
<h2>${escaped(summary)}</h2>
<p><code>${method} ${escaped(path)}</code></p>
<p>${role !== 'none' && role !== 'read' ? `Needs a key with role <strong>${role}</strong>: <code>Authorization: Bearer lk_…</code>` : `Needs no key.${role === 'read' ? ' With one, private boards are read as well.' : ''}`}</p>
${description === undefined ? '' : `<p>${escaped(description)}</p>`}
${
  parameters.length === 0
    ? ''
    : `<table><caption>Parameters</caption><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Format</th></tr></thead><tbody>
${parameters.map(({ name, in: where, required, schema }) => `<tr><td><code>${escaped(name)}</code></td><td>${where}${required ? '' : ', optional'}</td><td>${escaped(formOf(schema))}</td></tr>`).join('\n')}
</tbody></table>`
}
${
  requestBody === undefined
    ? ''
    : Object.values(requestBody.content)
        .map(
          ({ schema, example }) =>
            `<h3>Body</h3><pre>${escaped(JSON.stringify(example, null, 2))}</pre>${schemaDetails('Every field and rule', schema)}`,
        )
        .join('')
}
<h3>Answers</h3>
<ul>
${Object.entries(responses)
  .map(([status, response]) => answerOf(status, response as { description: string; content?: Record<string, { schema: object }> }))
  .join('\n')}
</ul>
</section>`;
}

function answerOf(
  status: string,
  { description, content = {} }: { description: string; content?: Record<string, { schema: object }> },
): string {
  const schema = Object.entries(content).find(([type]) => type === 'application/json')?.[1].schema;
  return `<li><strong>${status}</strong> ${escaped(description)}${schema === undefined ? '' : schemaDetails('Schema', schema)}</li>`;
}

function schemaDetails(summary: string, schema: object): string {
  return `<details><summary>${summary}</summary><pre>${escaped(JSON.stringify(schema, null, 2))}</pre></details>`;
}

/** A short text for a schema: what it says of itself, its choices, or its type and bounds. */
function formOf(schema: Readonly<Record<string, unknown>>): string {
  const { type, format, minimum, maximum, minLength, maxLength, anyOf, description } = schema;
  if (typeof description === 'string') return description;
  if (Array.isArray(schema['enum'])) return schema['enum'].join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((each) => formOf(each as Readonly<Record<string, unknown>>)).join(' | ');
  const least = minimum ?? minLength;
  const most = maximum ?? maxLength;
  return [
    format ?? type,
    ...(least === undefined ? [] : [`from ${Number(least)}`]),
    ...(most === undefined ? [] : [`to ${Number(most)}${maxLength === undefined ? '' : ' characters'}`]),
  ].join(' ');
}
