import { useQuery, useQueryClient } from '@tanstack/react-query';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked } from '../../../contract/endpoint.ts';
import type { Exchanged } from '../../../contract/exchange.ts';
import type { ApiAuditEntry } from '../../../contract/operation/audit.ts';
import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { type Operations, useAsk } from './console-api.ts';
import { usePerson } from './signed-in.ts';

/** Operations that read. */
export type QuestionId = { [Id in EndpointId]: Operations[Id]['method'] extends 'GET' ? Id : never }[EndpointId];

export interface QuestionOptions<Id extends QuestionId> {
  /** Refetches at this interval while the page is visible. */
  readonly everyMs?: number | ((last: Answer<Operations[Id]> | undefined) => number) | undefined;
  readonly isAsked?: boolean;
}

/** The state of a request. */
export interface Question<Id extends QuestionId> {
  /** The last answer, including while it is refetched. */
  readonly answer: Answer<Operations[Id]> | undefined;
  readonly etag: string | null;
  /** The error of the last attempt. */
  readonly failure: Error | null;
  readonly isAsking: boolean;
  /** Whether the answer is the previous query's, until its own arrives. */
  readonly isPrevious: boolean;
}

/** Loads from the server, again after every action, and when the page regains focus. */
export function useQuestion<const Id extends QuestionId>(
  id: Id,
  asked?: Asked<Operations[Id]>,
  { everyMs, isAsked = true }: QuestionOptions<Id> = {},
): Question<Id> {
  const ask = useAsk();
  const { data, error, isFetching, isPlaceholderData } = useQuery<Exchanged<Operations[Id]>>({
    queryKey: [ENDPOINTS[id].path, asked ?? {}],
    queryFn: () => ask(id, asked),
    enabled: isAsked,
    // The previous page of a list stays until the next one arrives, but never the answer about another board or player.
    placeholderData: (last, lastQuery) => (lastQuery !== undefined && isOfSame(lastQuery.queryKey[1], asked) ? last : undefined),
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data?.answer) : (everyMs ?? false)),
  });
  return { answer: data?.answer, etag: data?.etag ?? null, failure: error, isAsking: isFetching, isPrevious: isPlaceholderData };
}

/** Whether two requests of the same operation differ only in their queries. */
function isOfSame(one: unknown, other: unknown): boolean {
  const about = (asked: unknown) => JSON.stringify({ ...(asked as object | undefined), query: undefined });
  return about(one) === about(other);
}

/** All boards loaded so far, listed ones first. */
export function useBoards(): readonly ApiKeptBoard[] {
  const { answer: listed } = useQuestion('boards');
  const { answer: archived } = useQuestion('boards', { query: { state: 'archived' } });
  return [...(listed?.boards ?? []), ...(archived?.boards ?? [])];
}

const LOOKED_AT = 20;

const NEWEST = { query: { limit: 1 } };

/** Requests the newest audit log entry. Returns a function that awaits its number: 0 without entries, `undefined` if the request failed. */
export function useNewestEntry(): () => Promise<number | undefined> {
  const ask = useAsk();
  const client = useQueryClient();
  useQuestion('audit', NEWEST);
  return async () => {
    const asking = client.ensureQueryData({ queryKey: [ENDPOINTS.audit.path, NEWEST], queryFn: () => ask('audit', NEWEST) });
    return asking.then(({ answer }) => answer.entries[0]?.number ?? 0).catch(() => undefined);
  };
}

/** The signed-in person's audit log entries after the entry with this number, newest first; empty while they load. */
export function useOwnEntries(after: number | undefined): readonly ApiAuditEntry[] {
  const ask = useAsk();
  const { id } = usePerson();
  const { data = [] } = useQuery({
    queryKey: [ENDPOINTS.audit.path, 'own', after],
    queryFn: async () => (await ask('audit', { query: { limit: LOOKED_AT } })).answer.entries,
    enabled: after !== undefined,
  });
  return data.filter(({ number, by }) => number > after! && by.kind === 'person' && by.id === id);
}
