import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { ENDPOINT_IDS, type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked, Endpoint } from '../../../contract/endpoint.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import { type AnyAsked, type Operations, useAsk } from './console-api.ts';
import type { QuestionId } from './use-question.ts';

/** Operations that change something. */
export type ActId = Exclude<EndpointId, QuestionId>;

/** The operation that reads what an action replaces: the one with the same path, if entity tags are checked. */
type KeptId<Id extends ActId> = Operations[Id] extends { readonly isConditional: true; readonly path: infer Path }
  ? { [Q in QuestionId]: Operations[Q]['path'] extends Path ? (Path extends Operations[Q]['path'] ? Q : never) : never }[QuestionId]
  : never;

/** The current state of what an action replaces. */
export type Kept<Id extends ActId> = Answer<Operations[KeptId<Id>]>;

/** The operation that reads what an action replaces; `undefined` if it replaces nothing. */
export function keptBy(id: ActId): QuestionId | undefined {
  const { isConditional, path }: Endpoint = ENDPOINTS[id];
  if (isConditional === undefined) return undefined;
  return ENDPOINT_IDS.find((other) => ENDPOINTS[other].method === 'GET' && ENDPOINTS[other].path === path) as QuestionId | undefined;
}

/** Performs an action, then refetches everything. After a failure lists stay: a removed row would take its form and the error with it. */
export function useAct<const Id extends ActId>(id: Id) {
  const ask = useAsk();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ asked, ifMatch }: { readonly asked: Asked<Operations[Id]>; readonly ifMatch: string | null }) =>
      ask(id, asked, ifMatch === null ? {} : { 'if-match': ifMatch }),
    onSuccess: () => client.invalidateQueries(),
    // Refetch what was to be replaced, to show what another operator changed.
    onError: async (failure) => {
      if (failure instanceof ApiFailure && failure.status === 412) await client.invalidateQueries({ queryKey: [ENDPOINTS[id].path] });
    },
  });
}

/** Previews what an action would do to ranks. A new request cancels the previous one. */
export function usePreview(id: ActId) {
  const ask = useAsk();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return useMutation({
    mutationFn: async (asked: AnyAsked): Promise<ApiPreview> => {
      running.current?.abort();
      running.current = new AbortController();
      const exchanged = await ask(id, { ...asked, query: { ...asked.query, preview: '1' } } as never, {}, running.current.signal);
      return exchanged.answer;
    },
    networkMode: 'always',
  });
}

/** The state of work that takes several requests, such as creating a passkey and sending it. */
export function useTrying() {
  return useMutation({ mutationFn: (work: () => Promise<void>) => work(), networkMode: 'always' });
}
