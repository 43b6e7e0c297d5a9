import { readFileSync } from 'node:fs';

import type { LiveSource } from '../../contract/live-source.ts';
import type { Licences, SiteDocument } from '../../contract/site-documents.ts';
import type { SiteLook } from '../../server/appearance/site-look.ts';
import { EncodedBody } from '../../server/http/bodies/encoded-body.ts';
import { escaped } from '../../server/http/bodies/html-text.ts';
import { createRevisionCache } from '../../server/http/bodies/revision-cache.ts';
import type { HttpAnswer, HttpRequest } from '../../server/http/http-message.ts';
import { readAnswer, refuseWriting } from '../../server/http/read-answer.ts';
import { contentSecurityPolicyForMeta, cspHash, pagePolicy } from '../../server/http/security-headers.ts';
import { type PrivacyFacts, privacySections, type PrivacySettings } from '../../server/privacy/privacy-page.ts';
import { ASKED_PATH } from '../../web/boot/prerendered.ts';
import { composePage } from './compose-page.ts';
import type { LiveBuild } from './live-build.ts';

/** Revalidated before each use, like every page. */
const CACHE_BUT_ASK = 'private, no-cache';

export interface DocumentParts {
  readonly build: LiveBuild;
  readonly source: LiveSource;
  readonly look: () => SiteLook;
  readonly privacy: PrivacySettings;
  readonly facts: () => Pick<PrivacyFacts, 'events' | 'isSending'>;
  readonly origin: string | undefined;
}

/** HTML with links to the documents, for the end of every page. */
export function documentLinks({ page }: PrivacySettings): string {
  const links = [...(page === 'off' ? [] : [[page === 'on' ? '/privacy' : page, 'Privacy'] as const]), ['/licences', 'Licences'] as const];
  const items = links.map(([href, text]) => `<a href="${escaped(href)}">${text}</a>`);
  return `<nav id="documents" aria-label="About this site">${items.join('')}</nav>`;
}

/** Answers requests for documents about the site; `undefined` for anything else. They are rendered again when they would change. */
export function createDocumentPages({ build, source, look, privacy, facts, origin }: DocumentParts) {
  const paths = new Set(['/licences', ...(privacy.page === 'on' ? ['/privacy'] : [])]);
  const revision = () => `${look().version} ${JSON.stringify(facts())}`;
  const cache = createRevisionCache<{ readonly body: EncodedBody; readonly policy: string; readonly size: number }>(revision);

  function documentAt(path: string): SiteDocument {
    if (path === '/licences') return { kind: 'licences', licences: JSON.parse(readFileSync(build.licences, 'utf8')) as Licences };
    const { name: site, link } = look().identity;
    return { kind: 'privacy', sections: privacySections(privacy, { site, link, ...facts() }) };
  }

  async function rendered(path: string) {
    const shown = look();
    const { html, title, description } = await build.renderDocument(source, documentAt(path), shown.identity);
    const styles = shown.style === '' ? [] : [cspHash(shown.style)];
    const allowed = {
      scriptHashes: [...build.csp.scriptHashes, cspHash(build.documentScript)],
      styleHashes: [...build.csp.styleHashes, ...styles],
    };
    const page = composePage(build.template, {
      ...build.page,
      html,
      title,
      description,
      after: `${documentLinks(privacy)}<script>${build.documentScript}</script>`,
      policy: contentSecurityPolicyForMeta(allowed),
      look: shown,
      modules: [],
      renderedFor: ASKED_PATH,
      base: '/',
      ...(origin !== undefined && { origin, address: origin + path }),
    });
    const body = new EncodedBody(page);
    return { body, policy: pagePolicy(allowed), size: body.size };
  }

  return (request: HttpRequest): Promise<HttpAnswer> | undefined => {
    const [path = ''] = request.target.split('?', 1);
    return paths.has(path) ? answer(path, request) : undefined;
  };

  async function answer(path: string, request: HttpRequest): Promise<HttpAnswer> {
    refuseWriting(request, 'Pages');
    const { body: html, policy } = await cache.get(path, () => rendered(path));
    const { body, etag, headers: encoded } = await html.accepted(request.header('accept-encoding'));
    const headers = { 'cache-control': CACHE_BUT_ASK, etag, ...encoded, 'content-security-policy': policy };
    return readAnswer(request, { status: 200, headers, type: 'text/html; charset=utf-8', body, route: path });
  }
}
