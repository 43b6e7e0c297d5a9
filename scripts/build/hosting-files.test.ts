import { describe, expect, it } from 'vitest';

import { caddyfile, headersFile, nginxConfig } from './hosting-files.ts';
import { securityHeaders } from '../../src/server/http/security-headers.ts';

const hashes = { scriptHashes: [`sha256-${'a'.repeat(43)}=`], styleHashes: [`sha256-${'b'.repeat(43)}=`] };
const headers = securityHeaders(hashes);
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The text of every block of `config` whose opening line begins with `start`, with balanced inner braces. */
function blocks(config: string, start: string): string[] {
  return config.split('\n').flatMap((line, index, lines) => {
    if (!line.trim().startsWith(start)) return [];
    const indent = line.length - line.trimStart().length;
    const end = lines.findIndex((later, at) => at > index && later.trim() === '}' && later.length - later.trimStart().length === indent);
    return [lines.slice(index, end + 1).join('\n')];
  });
}

describe.each(['/', '/games/'])('at %s', (base) => {
  const site = { ...hashes, base };

  describe('headersFile', () => {
    const rules = headersFile(site).trimEnd().split('\n\n');

    it('sends every path the security headers, and hashed files their cache headers', () => {
      expect(rules).toEqual([
        ['/*', ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
        `${base}assets/*\n  Cache-Control: ${FOR_EVER}`,
      ]);
    });

    it('stays within Cloudflare’s 2,000 characters per line', () => {
      for (const line of headersFile(site).split('\n')) expect(line.length).toBeLessThanOrEqual(2_000);
    });
  });

  describe('nginxConfig', () => {
    const config = nginxConfig(site);

    it.each(headers)('sends %s, on errors, too', (name, value) => {
      expect(config).toContain(`\nadd_header ${name} "${value}" always;\n`);
    });

    it('sets no header in a location, which would drop all others there', () => {
      const locations = blocks(config, 'location');
      expect(locations.length).toBeGreaterThanOrEqual(3);
      for (const location of locations) expect(location).not.toContain('add_header');
    });

    it('leaves address, certificate and folder to the including block', () => {
      expect(config).not.toMatch(/^\s*(server|http|listen|root|map|ssl_\w+)\b/m);
      expect(config).toContain(`\nlocation ${base} {`);
    });

    it('closes every block that it opens', () => {
      expect(config.match(/\{$/gm)).toHaveLength(config.match(/^\s*\}$/gm)!.length);
    });
  });

  describe('caddyfile', () => {
    const config = caddyfile(site);

    it.each(headers)('sends %s', (name, value) => {
      expect(blocks(config, 'header {').join()).toContain(`\t${name} "${value}"\n`);
    });

    it('removes no headers in that block, which would apply to errors only later', () => {
      expect(blocks(config, 'header {').join()).not.toMatch(/^\s*[-+>]/m);
    });

    it('leaves address and folder to the importing block', () => {
      expect(config).not.toMatch(/^(root|bind|tls|\S*laurels\S*) .*\{?$/m);
      expect(config).toContain(`@assets path ${base}assets/*\nheader @assets Cache-Control "${FOR_EVER}"`);
    });

    it('closes every block that it opens', () => {
      expect(config.match(/\{$/gm)).toHaveLength(config.match(/^\s*\}$/gm)!.length);
    });
  });
});

describe('below a base path', () => {
  it('adds the missing slash, keeping the query', () => {
    expect(nginxConfig({ ...hashes, base: '/games/' })).toContain('location = /games {\n    return 308 /games/$is_args$args;');
    expect(caddyfile({ ...hashes, base: '/games/' })).toContain('redir /games /games/?{query} 308');
  });

  it('matches a dot in the path as a dot', () => {
    expect(nginxConfig({ ...hashes, base: '/v1.2/' })).toContain('rewrite ^/v1\\.2(/.*)$ $1 break;');
  });
});

it('refuses invalid hashes', () => {
  const bad = { scriptHashes: ["'unsafe-inline'"], styleHashes: [], base: '/' };
  for (const generate of [headersFile, nginxConfig, caddyfile]) expect(() => generate(bad)).toThrow(TypeError);
});
