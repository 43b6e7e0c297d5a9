import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Asked } from '../../../contract/endpoint.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import { type AnyAsked, type Operations, useAsk } from './console-api.ts';
import type { QuestionId } from './use-question.ts';

/** Operations that change something. */
export type ActId = Exclude<EndpointId, QuestionId>;

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
