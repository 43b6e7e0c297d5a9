import * as z from 'zod/mini';

import { type LiveSource, UnknownBoard } from '../../contract/live-source.ts';
import { boardNameSchema } from '../../contract/parts/text-rules.ts';
import { faultsOf } from '../../contract/parts/schema-faults.ts';
import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { brandColours } from '../../domain/colour/brand-colours.ts';
import { tokenStyle } from '../../domain/colour/token-pairs.ts';
import type { SiteLook } from '../../server/appearance/site-look.ts';
import { EncodedBody } from '../../server/http/bodies/encoded-body.ts';
import { escaped } from '../../server/http/bodies/html-text.ts';
import { createRevisionCache } from '../../server/http/bodies/revision-cache.ts';
import { createFairQueue } from '../../server/http/fair-queue.ts';
import type { HttpAnswer, HttpRequest } from '../../server/http/http-message.ts';
import { Problem } from '../../server/http/problem.ts';
import { readAnswer, refuseWriting } from '../../server/http/read-answer.ts';
import { cspHash, pagePolicy } from '../../server/http/security-headers.ts';
import type { LiveBuild } from './live-build.ts';

const EMBED = /^\/embed\/([^/?]*)(?:\?|$)/;

/** Ranks below the podium. */
const DEFAULT_ROWS = 7;

const querySchema = z.strictObject({
  period: z._default(z.enum(PERIOD_KINDS), 'daily'),
  rows: z._default(
    z.pipe(z.string().check(z.regex(/^(?:\d|[1-3]\d|4[0-7])$/, 'must be a whole number from 0 to 47')), z.transform(Number)),
    DEFAULT_ROWS,
  ),
  theme: z._default(z.enum(['auto', 'dark', 'light'], 'must be "auto", "dark" or "light"'), 'auto'),
  accent: z.optional(z.string().check(z.regex(/^[0-9a-f]{6}$/i, 'must be a colour such as ff8800, without a "#"'))),
});

interface Rendered {
  readonly body: EncodedBody;
  readonly policy: string;
  readonly size: number;
}

interface EmbedParts {
  readonly build: Pick<LiveBuild, 'page' | 'embed' | 'renderEmbed'>;
  readonly source: LiveSource;
  readonly look: () => SiteLook;
  readonly revision: () => string;
}

/**
 * Answers `/embed/BOARD`, a board to embed in other sites; `undefined` for other addresses. It has one link and no other controls, so that
 * clickjacking gains nothing.
 */
export function createEmbedPage({ build: { page, embed, renderEmbed }, source, look, revision }: EmbedParts) {
  const cache = createRevisionCache<Rendered>(revision);
  const queue = createFairQueue<Rendered>({ atOnce: 2, perCaller: 32, inAll: 512 });

  async function rendered(board: string, { period, rows, theme, accent }: z.output<typeof querySchema>): Promise<Rendered> {
    const { identity, style } = look();
    const { html, title } = await renderEmbed(source, { board, period, at: '', q: '', page: 1 }, rows, identity);
    const styles = [page.css, embed.css, accent === undefined ? style : tokenStyle(brandColours(`#${accent}`))].filter(
      (text) => text !== '',
    );
    const text = [
      `<!doctype html><html lang="en" data-typeface data-theme="${theme === 'auto' ? 'system' : theme}" data-board="${board}">`,
      '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
      `<title>${escaped(title)}</title>${styles.map((each) => `<style>${each}</style>`).join('')}</head>`,
      `<body>${html}<script type="module">${embed.script}</script></body></html>`,
    ].join('');
    const policy = pagePolicy({ scriptHashes: [cspHash(embed.script)], styleHashes: styles.map(cspHash) });
    const body = new EncodedBody(text);
    return { body, policy, size: body.size };
  }

  async function answer(board: string, request: HttpRequest): Promise<HttpAnswer> {
    refuseWriting(request, 'Pages');
    const asked = querySchema.safeParse(Object.fromEntries(new URL(request.target, 'http://localhost').searchParams));
    if (!asked.success) {
      const faults = faultsOf(asked.error);
      throw new Problem('bad-request', `${faults.map(({ field, rule }) => `"${field}" ${rule}`).join(', and ')}.`, faults);
    }
    if (!boardNameSchema.safeParse(board).success) throw noBoard(board);
    const what = JSON.stringify([board, asked.data]);
    const { caller, isGone } = request;
    const work = () => cache.get(what, () => rendered(board, asked.data));
    const { body: html, policy } = await (cache.known(what) ?? queue.get({ caller, what, work, isGone })).catch((error: unknown) => {
      throw error instanceof UnknownBoard ? noBoard(board) : error;
    });
    const { body, etag, headers: encoded } = await html.accepted(request.header('accept-encoding'));
    const headers = {
      'cache-control': 'private, no-cache',
      etag,
      ...encoded,
      'content-security-policy': policy,
      // Required by pages that are cross-origin isolated, such as games with threads.
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    };
    return readAnswer(request, { status: 200, headers, type: 'text/html; charset=utf-8', body, route: '/embed' });
  }

  return (request: HttpRequest): Promise<HttpAnswer> | undefined => {
    const board = EMBED.exec(request.target)?.[1];
    return board === undefined ? undefined : answer(board, request);
  };
}

function noBoard(board: string): Problem {
  return new Problem('not-found', `There is no board "${board.slice(0, 64)}".`, [
    { field: 'board', rule: 'must be the name of a public board' },
  ]);
}
