// What the endpoints do that the site's own pages call.
import { DEFAULT_WINNERS, type PAGE_ENDPOINTS } from '../../../contract/page-endpoints.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { cleanText } from '../../../contract/view.ts';
import { periodContaining } from '../../../domain/calendar.ts';
import { boardViewAnswer, boardViewAsked } from '../../answers/board-view-answer.ts';
import { highlightsAnswer } from '../../answers/highlights-answer.ts';
import { searchAnswer } from '../../answers/live-search.ts';
import { statisticsAnswer } from '../../answers/live-statistics.ts';
import { pathAnswer } from '../../answers/path-answer.ts';
import { playerHistoryAnswer, playerPageAnswer } from '../../answers/player-page-answer.ts';
import { boardAsked } from '../../answers/parts/board-asked.ts';
import { playerAsked } from '../../answers/parts/player-place.ts';
import { receiptAnswer } from '../../answers/receipt-answer.ts';
import { recordsAnswer } from '../../answers/records-answer.ts';
import { playedAnswer, trendsAnswer } from '../../answers/trends-answer.ts';
import { hallAnswer, hallQuestion, winnersAnswer } from '../../answers/winners-answer.ts';
import type { HttpAnswer, HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import type { ApiParts } from './api-parts.ts';
import type { Handlers } from '../parsed-call.ts';

const NOW = { kind: 'now' } as const;

export function pageHandlers({ appearance, clock }: ApiParts): Handlers<keyof typeof PAGE_ENDPOINTS> {
  return {
    async playerPage({ request, reader: { boards, cached }, variables: { username }, query: { board = '', period = 'daily' } }) {
      const now = clock();
      const asked = playerAsked(boards, { username, board, period, at: NOW }, now);
      return cached(request, `player page ${asked.key}`, () => playerPageAnswer(boards, asked, now));
    },
    async playerHistory({
      request,
      reader: { boards, cached },
      variables: { username },
      query: { board = '', period = 'daily', within = '' },
    }) {
      const asked = playerAsked(boards, { username, board, period, at: NOW }, clock());
      return cached(request, `history ${within} ${asked.key}`, () => playerHistoryAnswer(boards, asked, within));
    },
    async receipt({
      request,
      reader: { boards, cached },
      variables: { username },
      query: { board = '', period = 'daily', at, before = '' },
    }) {
      const asked = playerAsked(boards, { username, board, period, at }, clock());
      return cached(request, `receipt ${before.length} ${before} ${asked.key}`, () => receiptAnswer(boards, asked, before));
    },
    async path({ request, reader: { boards, cached }, variables: { username }, query: { board = '', period = 'daily' } }) {
      const now = clock();
      const asked = playerAsked(boards, { username, board, period, at: NOW }, now);
      // Time runs out by the minute.
      return cached(request, `path ${Math.floor(now / MINUTE_MS)} ${asked.key}`, () => pathAnswer(boards, asked, now));
    },
    async boardView({ request, reader: { boards, cached }, variables: { board }, query: { period = 'daily', at, q = '', page = 1 } }) {
      const now = clock();
      const asked = boardViewAsked(boards, { board, period, at, q: cleanText(q), page }, now);
      return cached(request, asked.key, () => boardViewAnswer(boards, asked, now));
    },
    async played({ request, reader: { boards, cached }, variables: { board }, query: { period = 'daily', at } }) {
      const asked = boardAsked(boards, { board, period, at }, clock());
      return cached(request, `played ${asked.key}`, () => playedAnswer(boards, asked));
    },
    async hallOfFame({ request, reader: { boards, cached }, variables: { board }, query: { period = 'daily', at } }) {
      const question = hallQuestion(boards, { board, period, at }, clock());
      return cached(request, question.key, () => hallAnswer(boards, question));
    },
    async winners({
      request,
      reader: { boards, cached },
      variables: { board },
      query: { period = 'daily', before = '', limit = DEFAULT_WINNERS },
    }) {
      const question = { board, period, before, limit };
      return cached(request, JSON.stringify(['winners', question]), () => winnersAnswer(boards, question));
    },
    async highlights({ request, reader: { boards, cached }, variables: { board }, query: { period = 'daily', at } }) {
      const asked = boardAsked(boards, { board, period, at }, clock());
      return cached(request, `highlights ${asked.key}`, () => highlightsAnswer(boards, asked));
    },
    async trends({ request, reader: { boards, cached }, variables: { board } }) {
      const now = clock();
      const today = periodContaining('daily', now, boards.board(board).calendar).start;
      return cached(request, JSON.stringify(['trends', board, today]), () => trendsAnswer(boards, board, now));
    },
    async records({ request, reader: { boards, cached }, variables: { board } }) {
      return cached(request, JSON.stringify(['records', board]), () => recordsAnswer(boards, board));
    },
    async activities({ request, reader: { boards, cached } }) {
      return cached(request, 'activities', async () => ({ activities: boards.catalogue.value.activities }));
    },
    async search({ request, reader: { boards, cached }, query: { text = '', category = 'all', board = DEFAULT_BOARD, page = 1 } }) {
      const question = { text: cleanText(text), category, board, page };
      return cached(request, JSON.stringify(['search', question]), () =>
        searchAnswer(boards, question, clock(), appearance.look.identity.points),
      );
    },
    async statistics({ request, reader: { boards, cached } }) {
      const now = clock();
      return cached(request, JSON.stringify(['statistics', Math.floor(now / MINUTE_MS)]), async () => ({
        cards: await statisticsAnswer(boards, now),
      }));
    },
    changes: async ({ request, reader: { boards }, variables: { board } }) => {
      boards.board(board);
      return notPushed(request);
    },
    allChanges: async ({ request }) => notPushed(request),
  };
}

/** Changes are pushed by whoever has the socket (`push.ts`); a request that comes here has none to push through. */
function notPushed({ method }: HttpRequest): HttpAnswer {
  if (method === 'HEAD') return { status: 200, body: null, headers: { 'content-type': 'text/event-stream' } };
  throw new Problem('unavailable', 'This server does not push changes. Read the rankings again instead.');
}
