import { useQuery } from '@tanstack/react-query';

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
  /** Asks again every so many milliseconds while the page is looked at; it may depend on the last answer. */
  readonly everyMs?: number | ((last: Answer<Operations[Id]> | undefined) => number) | undefined;
  readonly isAsked?: boolean;
}

/** A question as far as it is answered. */
export interface Question<Id extends QuestionId> {
  /** The last answer there was, also while another one is on its way. */
  readonly answer: Answer<Operations[Id]> | undefined;
  readonly etag: string | null;
  /** Why there is no answer, or no newer one. */
  readonly failure: Error | null;
  readonly isAsking: boolean;
}

/** Asks something of the server, and again after every act, and when the page is returned to. */
export function useQuestion<const Id extends QuestionId>(
  id: Id,
  asked?: Asked<Operations[Id]>,
  { everyMs, isAsked = true }: QuestionOptions<Id> = {},
): Question<Id> {
  const ask = useAsk();
  const { data, error, isFetching } = useQuery<Exchanged<Operations[Id]>>({
    queryKey: [ENDPOINTS[id].path, asked ?? {}],
    queryFn: () => ask(id, asked),
    enabled: isAsked,
    // Another page of a list takes the place of the one before. What is told of another board or player never stands for this one.
    placeholderData: (last, lastQuery) => (lastQuery !== undefined && isOfSame(lastQuery.queryKey[1], asked) ? last : undefined),
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data?.answer) : (everyMs ?? false)),
  });
  return { answer: data?.answer, etag: data?.etag ?? null, failure: error, isAsking: isFetching };
}

/** Whether two questions of one operation are about the same: whatever their queries narrow it to. */
function isOfSame(one: unknown, other: unknown): boolean {
  const about = (asked: unknown) => JSON.stringify({ ...(asked as object | undefined), query: undefined });
  return about(one) === about(other);
}

/** All boards as far as they are known, listed ones first. */
export function useBoards(): readonly ApiKeptBoard[] {
  const { answer: listed } = useQuestion('boards');
  const { answer: archived } = useQuestion('boards', { query: { state: 'archived' } });
  return [...(listed?.boards ?? []), ...(archived?.boards ?? [])];
}

const LOOKED_AT = 20;

/** The number of the newest entry, 0 if there is none; `undefined` as long as it is not known. */
export function useNewestEntry(): number | undefined {
  const { answer } = useQuestion('audit', { query: { limit: 1 } });
  return answer && (answer.entries[0]?.number ?? 0);
}

/** The entries about what whoever is signed in did after the entry with a number, newest first; none as long as they are not known. */
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
