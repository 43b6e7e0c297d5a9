import { ENDPOINTS } from '../../../contract/api.ts';
import { type BrandToken, PALETTE } from '../../../domain/colour/token-pairs.ts';
import type { SiteLook } from '../../appearance/site-look.ts';
import type { HttpAnswer } from '../../http/http-message.ts';
import { type OpenApiDocument, openApiDocument, type Operation } from './openapi.ts';
import { escaped } from '../../http/bodies/html-text.ts';
import { cspHash, pagePolicy } from '../../http/security-headers.ts';

/** The site's colours, in the theme of the visitor's device, the only choice on a page without scripts. */
const styleOf = ({ colours }: SiteLook) => {
  const token = (name: keyof typeof PALETTE.dark) => `light-dark(${PALETTE.light[name]},${PALETTE.dark[name]})`;
  const brand = (name: BrandToken) => `light-dark(${colours.light[name]},${colours.dark[name]})`;
  return `:root{color-scheme:light dark;background:${token('bg0')};color:${token('fg')};font:1rem/1.5 system-ui,sans-serif;scroll-padding-top:4.5rem}
body{margin:0}
a{color:${brand('lit')};text-underline-offset:.2em}
.bar{display:flex;flex-wrap:wrap;gap:0 1.5rem;align-items:center;padding:.5rem 1rem;background:${token('bg1')};border-bottom:4px solid ${brand('lit')}}
.bar a{padding:.625rem 0;color:${token('fg')};font-weight:600;text-decoration:none}
.bar a:first-child{font-size:1.25rem;font-weight:800}
.bar img{display:block}
header,main{max-width:60rem;margin:0 auto;padding:1rem}
h1{margin-top:0;overflow-wrap:anywhere}
main>section+section{border-top:3px solid ${token('line')};margin-top:3rem}
article{border-top:1px solid ${token('line')};padding:.5rem 0;margin-top:1.5rem;scroll-margin-top:4rem}
code,pre{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
pre{white-space:pre-wrap;border:1px solid ${token('line')};border-radius:8px;padding:.75rem;background:${token('bg1')}}
ul{padding-left:1.25rem}
table{border-collapse:collapse}
caption{text-align:start}
td{overflow-wrap:anywhere}
td,th{border-bottom:1px solid ${token('line')};padding:.25rem .75rem .25rem 0;text-align:start;vertical-align:top}
summary{padding:.25rem 0}
header li,section>ul li{padding:.125rem 0}
@media(min-width:40rem){.bar{position:sticky;top:0}}
@media(min-width:90rem){body{display:grid;grid-template:auto 1fr/minmax(20rem,28rem) minmax(0,60rem);justify-content:center}.bar{grid-column:1/3;z-index:1;box-shadow:0 0 0 100vmax ${token('bg1')};clip-path:inset(0 -100vmax)}header{position:sticky;top:4rem;max-height:calc(100vh - 7rem);overflow:auto}main{margin:0}}`;
};

/** Cached per look, because rendering is slow. */
const pages = new WeakMap<SiteLook, HttpAnswer>();

/** The API documentation as one HTML page without scripts, generated from the OpenAPI document. */
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
    body: pageOf(openApiDocument(), look.identity, style),
  };
  pages.set(look, page);
  return page;
}

type Schema = Readonly<Record<string, unknown>>;

interface Told {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function pageOf({ info, tags, paths, webhooks, components }: OpenApiDocument, { name, logo }: SiteLook['identity'], style: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Told => ({ path, method: method.toUpperCase(), operation })),
  );
  const parts = tags.map((tag) => ({ ...tag, id: `part-${tag.name.toLowerCase().replaceAll(' ', '-')}` }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(name)}: the API</title>
<style>${style}</style>
</head>
<body>
<nav class="bar" aria-label="Site"><a href="/">${logo === null ? escaped(name) : `<img src="${escaped(logo.path)}" width="${logo.width}" height="${logo.height}" alt="${escaped(name)}">`}</a> <a href="/leaderboard">Leaderboard</a> <a href="/search">Search</a> <a href="/api" aria-current="page">API</a></nav>
<header>
<h1>${escaped(name)}: the API</h1>
<p>${escaped(info.description)}</p>
<p>Send your API key in a header: <code>Authorization: Bearer lk_…</code></p>
<p>OpenAPI: <a href="${ENDPOINTS.openapi.path}">openapi.json</a></p>
<nav aria-label="Contents"><ul>
${parts.map((part) => `<li><a href="#${part.id}">${escaped(part.name)}</a> ${escaped(part.description)}</li>`).join('\n')}
<li><a href="#webhook-messages">Webhook messages</a> The body of each message.</li>
<li><a href="#errors">Errors</a> What each status means.</li>
<li><a href="#schemas">Schemas</a> The objects that requests and answers are made of.</li>
</ul></nav>
</header>
<main>
${parts
  .map((part) =>
    partOf(
      part,
      operations.filter(({ operation }) => operation.tags.includes(part.name)),
    ),
  )
  .join('\n')}
<section id="webhook-messages">
<h2>Webhook messages</h2>
<ul>
${Object.entries(webhooks)
  .map(
    ([type, { post }]) =>
      `<li><code>${escaped(type)}</code> ${escaped(post.summary)} ${inline(post.requestBody.content['application/json'].schema)}</li>`,
  )
  .join('\n')}
</ul>
</section>
<section id="errors">
<h2>Errors</h2>
<p>Each is a ${inline({ $ref: '#/components/schemas/Problem' })}.</p>
<dl>
${Object.entries(components.responses)
  .map(([key, { description }]) => `<dt id="${key}">${statusOf(key)}</dt><dd>${escaped(description)}</dd>`)
  .join('\n')}
</dl>
</section>
<section id="schemas">
<h2>Schemas</h2>
${Object.entries(components.schemas)
  .map(([key, schema]) => `<h3 id="schema-${key}">${key}</h3>${block(schema)}`)
  .join('\n')}
</section>
</main>
</body>
</html>
`;
}

/** `Problem404` is 404. */
function statusOf(problem: string): string {
  return problem.replace('Problem', '');
}

function partOf({ id, name, description }: { id: string; name: string; description: string }, operations: readonly Told[]): string {
  return `<section id="${id}">
<h2>${escaped(name)}</h2>
<p>${escaped(description)}</p>
<ul>
${operations.map(({ path, method, operation }) => `<li><a href="#${escaped(operation.operationId)}"><code>${method} ${escaped(path)}</code></a> ${escaped(operation.summary)}</li>`).join('\n')}
</ul>
${operations.map(operationOf).join('\n')}
</section>`;
}

function operationOf({ path, method, operation }: Told): string {
  const { operationId, summary, description, parameters, requestBody, responses, 'x-role': role } = operation;
  const problems = Object.values(responses).flatMap((answer) => ('$ref' in answer ? [answer.$ref.split('/').at(-1)!] : []));
  return `<article id="${escaped(operationId)}">
<h3>${escaped(summary)}</h3>
<p><code>${method} ${escaped(path)}</code></p>
<p>${role !== 'none' && role !== 'read' ? `Needs a key with role <strong>${role}</strong>.` : `Needs no key.${role === 'read' ? ' With one, it includes private boards.' : ''}`}</p>
<p>${escaped(description)}</p>
${
  parameters.length === 0
    ? ''
    : `<table><caption>Parameters</caption><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Format</th></tr></thead><tbody>
${parameters.map(({ name, in: where, required, schema }) => `<tr><td><code>${escaped(name)}</code></td><td>${where}${required ? '' : ', optional'}</td><td>${formOf(schema)}</td></tr>`).join('\n')}
</tbody></table>`
}
${
  requestBody === undefined
    ? ''
    : Object.values(requestBody.content)
        .map(({ schema, example }) => `<h4>Body</h4>${block(schema)}<pre>${escaped(JSON.stringify(example, null, 2))}</pre>`)
        .join('')
}
<h4>Answers</h4>
<ul>
${Object.entries(responses)
  .flatMap(([status, answer]) => {
    if ('$ref' in answer) return [];
    const schema = answer.content?.['application/json']?.schema;
    return [`<li><strong>${status}</strong> ${escaped(answer.description)} ${schema === undefined ? '' : inline(schema)}</li>`];
  })
  .join('\n')}
</ul>
<p>Errors: ${problems.map((problem) => `<a href="#${problem}">${statusOf(problem)}</a>`).join(', ')}</p>
</article>`;
}

/** A parameter's description, or else its type. */
function formOf(schema: Schema): string {
  return typeof schema['description'] === 'string' ? escaped(schema['description']) : inline(schema);
}

/** A schema inline, or as a block if it has several lines. */
function inline(schema: Schema): string {
  const text = typeText(schema);
  return text.includes('\n') ? `<pre>${text}</pre>` : `<code>${text}</code>`;
}

function block(schema: Schema): string {
  return `<pre>${typeText(schema)}</pre>`;
}

/** A JSON Schema in TypeScript notation as HTML, with links to referenced schemas. */
function typeText(schema: Schema, indent = ''): string {
  const { $ref, type, enum: choices, anyOf, oneOf, items, prefixItems, properties } = schema;
  const listed = (of: unknown) => (of as readonly Schema[]).map((each) => typeText(each, indent));
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1)!;
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if ('const' in schema) return escaped(JSON.stringify(schema['const']));
  if (Array.isArray(choices)) return choices.map((choice) => escaped(JSON.stringify(choice))).join(' | ');
  if (Array.isArray(anyOf ?? oneOf)) return listed(anyOf ?? oneOf).join(' | ');
  if (Array.isArray(prefixItems)) return `[${listed(prefixItems).join(', ')}]`;
  if (type === 'array') {
    const of = (items ?? {}) as Schema;
    const item = typeText(of, indent);
    const hasSeveralWords = !('$ref' in of) && !('properties' in of) && item.includes(' ');
    return `${hasSeveralWords ? `(${item})` : item}[]`;
  }
  if (properties !== undefined) return objectText(schema, indent);
  return escaped(Array.isArray(type) ? type.join(' | ') : plainText(schema));
}

function objectText({ properties, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, schema]) => {
    const said = typeof schema['description'] === 'string' ? ` // ${escaped(schema['description'])}` : '';
    return `${inner}${escaped(name)}${(required as readonly string[]).includes(name) ? '' : '?'}: ${typeText(schema, inner)}${said}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** A primitive type with its bounds. */
function plainText({ type = 'any', format, pattern, minimum, maximum, minLength, maxLength }: Schema): string {
  const least = [minimum, minLength].find((bound) => bound !== undefined && bound !== Number.MIN_SAFE_INTEGER);
  const most = [maximum, maxLength].find((bound) => bound !== undefined && bound !== Number.MAX_SAFE_INTEGER);
  const bounds =
    least === undefined
      ? `at most ${Number(most)}`
      : most === undefined
        ? `at least ${Number(least)}`
        : `${Number(least)} to ${Number(most)}`;
  return [
    format ?? type,
    ...(least === undefined && most === undefined ? [] : ['of', bounds]),
    ...(minLength === undefined && maxLength === undefined ? [] : [bounds.endsWith(' 1') ? 'character' : 'characters']),
    ...(typeof pattern === 'string' ? [`/${pattern}/`] : []),
  ].join(' ');
}
