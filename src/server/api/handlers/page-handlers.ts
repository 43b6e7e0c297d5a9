// Handlers of the pages' endpoints.
import type { PAGE_ENDPOINTS } from '../../../contract/page-endpoints.ts';
import { PAGE_QUESTIONS, type PageId } from '../../answers/store-source.ts';
import type { HttpAnswer, HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import type { Call, Handlers } from '../parsed-call.ts';
import type { ApiParts } from './api-parts.ts';

export function pageHandlers({ appearance, clock }: ApiParts): Handlers<keyof typeof PAGE_ENDPOINTS> {
  const handlers = Object.entries(PAGE_QUESTIONS).map(([id, settled]) => [
    id,
    async ({ request, reader: { boards, cached }, variables, query }: Call<PageId>) => {
      const { key, answer } = settled({ ...variables, ...query } as never, boards, clock(), appearance.look.identity.points);
      return cached(request, key, answer);
    },
  ]);
  return {
    ...(Object.fromEntries(handlers) as Handlers<PageId>),
    changes: async ({ request, reader: { boards }, variables: { board } }) => {
      boards.board(board);
      return notPushed(request);
    },
    allChanges: async ({ request }) => notPushed(request),
  };
}

/** Change streams need the socket and are handled in `push.ts`. */
function notPushed({ method }: HttpRequest): HttpAnswer {
  if (method === 'HEAD') return { status: 200, body: null, headers: { 'content-type': 'text/event-stream' } };
  throw new Problem('unavailable', 'This server does not stream changes. Poll the rankings instead.');
}
