import { CACHE_BUT_ASK, CACHE_FOR_EVER, securityHeaders, type CspHashes } from '../../src/server/http/security-headers.ts';

/** A built site as another server is to offer it. */
export interface HostedSite extends CspHashes {
  /** The path the site stands at: `/`, or such as `/games/`. */
  readonly base: string;
  /** Where the built folder lies on the host. */
  readonly root?: string;
  /** What the server listens to: nginx's `listen`, Caddy's site address. */
  readonly address?: string;
}

const DEFAULT_ROOT = '/srv/laurels';

/**
 * The text of a `_headers` file, as Netlify and Cloudflare Pages read it. Both serve clean addresses, `404.html`
 * with its status and compressed files by themselves.
 *
 * Both add up the headers of all rules that match a path, so each header stands in one rule only: pages keep
 * the hosts' own default, which is `public, max-age=0, must-revalidate` on either.
 */
export function headersFile(site: HostedSite): string {
  const every = securityHeaders(site).map(([name, value]) => `  ${name}: ${value}\n`);
  return `/*\n${every.join('')}\n${site.base}assets/*\n  Cache-Control: ${CACHE_FOR_EVER}\n`;
}

/**
 * An nginx configuration for the `http` context (a file in `conf.d`), tried with nginx 1.22.
 *
 * All headers stand at the level of the server and none in a location, because a location with one `add_header`
 * loses all that it would have inherited; what differs by path comes from the map instead. `always` makes them
 * part of errors too.
 */
export function nginxConfig(site: HostedSite): string {
  const { base, root = DEFAULT_ROOT, address = '80' } = site;
  const prefix = base.slice(0, -1);
  const headers = securityHeaders(site).map(([name, value]) => `    add_header ${name} "${value}" always;\n`);
  const files = `try_files $uri $uri/index.html =404;`;
  const locations =
    prefix === ''
      ? `    location / {
        ${files}
    }
`
      : `    location = ${prefix} {
        return 308 ${base}$is_args$args;
    }
    location ${base} {
        rewrite ^${prefix.replaceAll('.', '\\.')}(/.*)$ $1 break;
        ${files}
    }
    location / {
        return 404;
    }
`;
  return `# Laurels behind nginx: put the built folder at ${root} and include this file in the http context.
# Add TLS (listen 443 ssl, ssl_certificate ...): browsers heed Strict-Transport-Security over https only.

# Read after the path is resolved, so a missing asset counts as the page that says so and is not kept.
map $uri $laurels_cache {
    default "${CACHE_BUT_ASK}";
    ~^/assets/ "${CACHE_FOR_EVER}";
}

server {
    listen ${address};
    root "${root}";
    server_tokens off;
    absolute_redirect off;
    error_page 404 /404.html;

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

${headers.join('')}    add_header Cache-Control $laurels_cache always;

    location = /404.html {
        internal;
    }
    # Hidden files, compressed copies by their own name, the file meant for other hosts, and the page for errors.
    location ~ (/\\.|\\.br$|\\.gz$|/_headers$|/404\\.html$) {
        return 404;
    }
${locations}}
`;
}

/** A Caddyfile, tried with Caddy 2.6. Where the address is a domain name, Caddy sees to TLS by itself. */
export function caddyfile(site: HostedSite): string {
  const { base, root = DEFAULT_ROOT, address = 'laurels.example' } = site;
  const prefix = base.slice(0, -1);
  const headers = securityHeaders(site).map(([name, value]) => `\t\t${name} "${value}"\n`);
  const files = `\t\terror @changing 405
\t\terror @unserved 404
\t\ttry_files {path} {path}/index.html
\t\tfile_server {
\t\t\tprecompressed br gzip
\t\t}
`;
  const handlers =
    prefix === ''
      ? `\thandle {
${files}\t}
`
      : `\tredir ${prefix} ${base}?{query} 308
\thandle_path ${base}* {
${files}\t}
\thandle {
\t\terror 404
\t}
`;
  return `# Laurels behind Caddy: put the built folder at ${root}.
${address} {
\troot * "${root}"

\theader {
${headers.join('')}\t}
\t# Two matchers that exclude each other, because Caddy decides by itself which of two headers of one name comes last.
\t@assets path ${base}assets/*
\theader @assets Cache-Control "${CACHE_FOR_EVER}"
\t@others not path ${base}assets/*
\theader @others Cache-Control "${CACHE_BUT_ASK}"
\t@manifest path *.webmanifest
\theader @manifest Content-Type application/manifest+json

\t@changing not method GET HEAD
\theader @changing Allow "GET, HEAD"
\t# Hidden files, compressed copies by their own name, the file meant for other hosts, and the page for errors.
\t@unserved path */.* *.br *.gz /_headers /404.html
${handlers}
\thandle_errors {
\t\t@missing expression {http.error.status_code} == 404
\t\thandle @missing {
\t\t\t# A missing asset is not kept for a year.
\t\t\theader Cache-Control "${CACHE_BUT_ASK}"
\t\t\trewrite * /404.html
\t\t\tfile_server {
\t\t\t\tprecompressed br gzip
\t\t\t}
\t\t}
\t}
}
`;
}
