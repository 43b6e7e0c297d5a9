import { useQuery } from '@tanstack/react-query';

import { ENDPOINTS, type EndpointId } from '../../../contract/api.ts';
import type { Answer, Asked } from '../../../contract/endpoint.ts';
import type { Exchanged } from '../../../contract/exchange.ts';
import { useAsk } from './ask-context.ts';
import type { Operations } from './console-api.ts';

/** Operations that read. */
export type QuestionId = { [Id in EndpointId]: Operations[Id]['method'] extends 'GET' ? Id : never }[EndpointId];

export interface QuestionOptions<Id extends QuestionId> {
  /** Asks again every so many milliseconds while the page is looked at; it may depend on the last answer. */
  readonly everyMs?: number | ((last: Answer<Operations[Id]> | undefined) => number) | undefined;
  /** Not asked as long as this is `false`. */
  readonly isAsked?: boolean;
}

/** A question as far as it is answered. */
export interface Question<Id extends QuestionId> {
  /** The last answer there was, also while another one is on its way. */
  readonly answer: Answer<Operations[Id]> | undefined;
  /** Names the content of the answer, for `If-Match`. */
  readonly etag: string | null;
  /** Why there is no answer, or no newer one. */
  readonly failure: Error | null;
  readonly isAsking: boolean;
  readonly again: () => void;
}

/** Asks something of the server, and again after every act, and when the page is returned to. */
export function useQuestion<const Id extends QuestionId>(
  id: Id,
  asked?: Asked<Operations[Id]>,
  { everyMs, isAsked = true }: QuestionOptions<Id> = {},
): Question<Id> {
  const ask = useAsk();
  const { data, error, isFetching, refetch } = useQuery<Exchanged<Operations[Id]>>({
    queryKey: [ENDPOINTS[id].path, asked ?? {}],
    queryFn: () => ask(id, asked),
    enabled: isAsked,
    // Another page of a list takes the place of the one before. What is told of another board or player never stands for this one.
    placeholderData: (last, lastQuery) => (lastQuery !== undefined && isOfSame(lastQuery.queryKey[1], asked) ? last : undefined),
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data?.answer) : (everyMs ?? false)),
  });
  return { answer: data?.answer, etag: data?.etag ?? null, failure: error, isAsking: isFetching, again: () => void refetch() };
}

/** Whether two questions of one operation are about the same: whatever their queries narrow it to. */
function isOfSame(one: unknown, other: unknown): boolean {
  const about = (asked: unknown) => JSON.stringify({ ...(asked as object | undefined), query: undefined });
  return about(one) === about(other);
}
