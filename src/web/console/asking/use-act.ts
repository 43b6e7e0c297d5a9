import { useMutation, useQueryClient } from '@tanstack/react-query';

import { ENDPOINT_IDS, type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked, Endpoint } from '../../../contract/endpoint.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import { type AnyAsked, type Operations, useAsk } from './console-api.ts';
import type { QuestionId } from './use-question.ts';

/** Operations that change something. */
export type ActId = Exclude<EndpointId, QuestionId>;

/** The operation that reads what an act replaces: of those that may name its entity tag, the one at the same address. */
type KeptId<Id extends ActId> = Operations[Id] extends { readonly isConditional: true; readonly path: infer Path }
  ? { [Q in QuestionId]: Operations[Q]['path'] extends Path ? (Path extends Operations[Q]['path'] ? Q : never) : never }[QuestionId]
  : never;

/** What an act replaces, as it is now. */
export type Kept<Id extends ActId> = Answer<Operations[KeptId<Id>]>;

/** The operation that reads what an act replaces; `undefined` if it replaces nothing. */
export function keptBy(id: ActId): QuestionId | undefined {
  const { isConditional, path }: Endpoint = ENDPOINTS[id];
  if (isConditional === undefined) return undefined;
  return ENDPOINT_IDS.find((other) => ENDPOINTS[other].method === 'GET' && ENDPOINTS[other].path === path) as QuestionId | undefined;
}

/**
 * Does something on the server. Everything that is shown is asked for again once it is done. If it fails nothing is: a row that is not
 * there any more would take the form with it, and why it failed.
 */
export function useAct<const Id extends ActId>(id: Id) {
  const ask = useAsk();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ asked, ifMatch }: { readonly asked: Asked<Operations[Id]>; readonly ifMatch: string | null }) =>
      ask(id, asked, ifMatch === null ? {} : { 'if-match': ifMatch }),
    onSuccess: () => client.invalidateQueries(),
    // What was to be replaced is read again, for whoever says what somebody else made of it. Lists stay: the row of this form may be gone from them.
    onError: async (failure) => {
      if (failure instanceof ApiFailure && failure.status === 412) await client.invalidateQueries({ queryKey: [ENDPOINTS[id].path] });
    },
  });
}

/** Asks what an act would do to the ranks, and changes nothing. Of an answer that comes when something else is asked nobody is told. */
export function usePreview(id: ActId) {
  const ask = useAsk();
  return useMutation({
    mutationFn: async (asked: AnyAsked) =>
      (await ask(id, { ...asked, query: { ...asked.query, preview: '1' } } as never)).answer as unknown as ApiPreview,
    networkMode: 'always',
  });
}

/** How something goes that takes more than one request, such as making a passkey and sending it. */
export function useTrying() {
  return useMutation({ mutationFn: (work: () => Promise<void>) => work(), networkMode: 'always' });
}
