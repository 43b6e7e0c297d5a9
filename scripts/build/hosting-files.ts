import { CACHE_BUT_ASK, CACHE_FOR_EVER, securityHeaders, type CspHashes } from '../../src/server/http/security-headers.ts';

/** A built site to be served by another server. */
export interface HostedSite extends CspHashes {
  /** The base path, such as `/` or `/games/`. */
  readonly base: string;
}

/**
 * A `_headers` file for Netlify and Cloudflare Pages, which handle clean URLs, `404.html` and compression by themselves.
 *
 * Both add up the headers of all matching rules, so each header is in one rule only: pages keep the hosts' default, `public, max-age=0,
 * must-revalidate`.
 */
export function headersFile(site: HostedSite): string {
  const every = securityHeaders(site).map(([name, value]) => `  ${name}: ${value}\n`);
  return `/*\n${every.join('')}\n${site.base}assets/*\n  Cache-Control: ${CACHE_FOR_EVER}\n`;
}

/**
 * Include of an nginx `server` block with its own `listen`, certificate and `root`; tested with nginx 1.22.
 *
 * All headers are on server level, because a location with one `add_header` loses all inherited ones; differences by path use a variable.
 * `always` adds them to errors, too.
 */
export function nginxConfig(site: HostedSite): string {
  const { base } = site;
  const prefix = base.slice(0, -1);
  const headers = securityHeaders(site).map(([name, value]) => `add_header ${name} "${value}" always;\n`);
  const files = `try_files $uri $uri/index.html =404;`;
  const locations =
    prefix === ''
      ? `location / {
    ${files}
}
`
      : `location = ${prefix} {
    return 308 ${base}$is_args$args;
}
location ${base} {
    rewrite ^${inPattern(prefix)}(/.*)$ $1 break;
    ${files}
}
location / {
    return 404;
}
`;
  return `# Laurels behind nginx: include this file in a server block that has listen, a certificate, and the built folder as root.
# Browsers heed Strict-Transport-Security over https only.

server_tokens off;
absolute_redirect off;
error_page 404 /404.html;

# Set again when an error is answered by its page, so a missing asset is not kept for a year.
set $laurels_cache "${CACHE_BUT_ASK}";
if ($uri ~ ^${inPattern(base)}assets/) {
    set $laurels_cache "${CACHE_FOR_EVER}";
}

gzip_static on;
gzip_vary on;
# With the module ngx_brotli the smaller copies are used too:
# brotli_static on;

# Replaces the inherited list: older ones know neither .webmanifest nor .woff2.
types {
    text/html html;
    text/javascript js;
    text/plain txt;
    text/xml xml;
    application/json json;
    application/manifest+json webmanifest;
    image/svg+xml svg;
    image/png png;
    font/woff2 woff2;
}
charset utf-8;
charset_types text/html text/javascript text/plain text/xml;

${headers.join('')}add_header Cache-Control $laurels_cache always;

location = /404.html {
    internal;
}
# Hidden files, compressed copies by their own name, the file meant for other hosts, and the page for errors.
location ~ (/\\.|\\.br$|\\.gz$|/_headers$|/404\\.html$) {
    return 404;
}
${locations}`;
}

/** A regular expression that matches only this path. */
function inPattern(path: string): string {
  return path.replaceAll('.', '\\.');
}

/** Import of a Caddyfile site block with its own `root`; tested with Caddy 2.6. */
export function caddyfile(site: HostedSite): string {
  const { base } = site;
  const prefix = base.slice(0, -1);
  const headers = securityHeaders(site).map(([name, value]) => `\t${name} "${value}"\n`);
  const files = `\terror @changing 405
\terror @unserved 404
\ttry_files {path} {path}/index.html
\tfile_server {
\t\tprecompressed br gzip
\t}
`;
  const handlers =
    prefix === ''
      ? `handle {
${files}}
`
      : `redir ${prefix} ${base}?{query} 308
handle_path ${base}* {
${files}}
handle {
\terror 404
}
`;
  return `# Laurels behind Caddy: import this file in a site block that has the built folder as root.

header {
${headers.join('')}}
# Two matchers that exclude each other, because Caddy decides by itself which of two headers of one name comes last.
@assets path ${base}assets/*
header @assets Cache-Control "${CACHE_FOR_EVER}"
@others not path ${base}assets/*
header @others Cache-Control "${CACHE_BUT_ASK}"
@manifest path *.webmanifest
header @manifest Content-Type application/manifest+json

@changing not method GET HEAD
header @changing Allow "GET, HEAD"
# Hidden files, compressed copies by their own name, the file meant for other hosts, and the page for errors.
@unserved path */.* *.br *.gz /_headers /404.html
${handlers}
handle_errors {
\t@missing expression {http.error.status_code} == 404
\thandle @missing {
\t\t# A missing asset is not kept for a year.
\t\theader Cache-Control "${CACHE_BUT_ASK}"
\t\trewrite * /404.html
\t\tfile_server {
\t\t\tprecompressed br gzip
\t\t}
\t}
}
`;
}
