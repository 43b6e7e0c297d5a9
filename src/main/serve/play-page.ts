import { readFileSync } from 'node:fs';

import type { SiteLook } from '../../server/appearance/site-look.ts';
import { EncodedBody } from '../../server/http/bodies/encoded-body.ts';
import { escaped } from '../../server/http/bodies/html-text.ts';
import type { HttpAnswer, HttpRequest } from '../../server/http/http-message.ts';
import { readAnswer, refuseWriting } from '../../server/http/read-answer.ts';
import { cspHash, pagePolicy } from '../../server/http/security-headers.ts';
import type { BuiltInline, LiveBuild } from './live-build.ts';

const PATH = /^\/play(?:\?|$)/;

/** Shown above every page of the demo. */
export const PLAY_LINK =
  '<nav id="play" aria-label="Demo"><span>These players are simulated.</span> <a href="/play">Play for a minute and join them</a></nav>';

/** Answers `/play`, the demo’s game; `undefined` for other addresses. `key` is its public key. */
export function createPlayPage({ console: { theme }, play }: Pick<LiveBuild, 'console' | 'play'>, look: () => SiteLook, key: string) {
  const { css, script } = JSON.parse(readFileSync(play, 'utf8')) as BuiltInline;

  async function answer(request: HttpRequest): Promise<HttpAnswer> {
    refuseWriting(request, 'Pages');
    const { identity, style } = look();
    const styles = [css, style].filter((text) => text !== '');
    const html = [
      '<!doctype html><html lang="en" data-typeface data-theme="dark"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Podium Rush</title>',
      '<meta name="description" content="A minute of skill: put as many podiums in order as you can.">',
      '<meta name="theme-color" content="#080f14"><link rel="icon" href="/icon.svg" type="image/svg+xml">',
      `<script>${theme}</script>${styles.map((text) => `<style>${text}</style>`).join('')}</head>`,
      `<body><div id="game" data-key="${escaped(key)}" data-site="${escaped(identity.name)}"></div>`,
      `<noscript><p>The game needs JavaScript. <a href="/">To the leaderboard</a></p></noscript><script type="module">${script}</script></body></html>`,
    ].join('');
    const policy = pagePolicy({ scriptHashes: [theme, script].map(cspHash), styleHashes: styles.map(cspHash) });
    const { body, etag, headers } = await new EncodedBody(html).accepted(request.header('accept-encoding'));
    const own = { 'cache-control': 'private, no-cache', etag, ...headers, 'content-security-policy': policy };
    return readAnswer(request, { status: 200, headers: own, type: 'text/html; charset=utf-8', body, route: '/play' });
  }

  return (request: HttpRequest): Promise<HttpAnswer> | undefined => (PATH.test(request.target) ? answer(request) : undefined);
}
