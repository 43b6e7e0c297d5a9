import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Asked } from '../../../contract/endpoint.ts';
import { ApiFailure, type Exchanged } from '../../../contract/exchange.ts';
import { useAsk } from './ask-context.ts';
import type { Operations } from './console-api.ts';
import type { QuestionId } from './use-question.ts';

/** Operations that change something. */
export type ActId = Exclude<EndpointId, QuestionId>;

/** How an act goes. */
export interface Acting<Id extends ActId> {
  /** Resolves with the answer, or with `undefined` if it failed: `failure` says why then. */
  readonly act: (asked: Asked<Operations[Id]>, ifMatch?: string | null) => Promise<Exchanged<Operations[Id]> | undefined>;
  readonly isActing: boolean;
  readonly failure: Error | null;
  readonly forget: () => void;
}

/**
 * Does something on the server. Everything that is shown is asked for again once it is done. If it fails nothing is: a row that is not
 * there any more would take the form with it, and why it failed.
 */
export function useAct<const Id extends ActId>(id: Id): Acting<Id> {
  const ask = useAsk();
  const client = useQueryClient();
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ asked, ifMatch }: { readonly asked: Asked<Operations[Id]>; readonly ifMatch: string | null }) =>
      ask(id, asked, ifMatch === null ? {} : { 'if-match': ifMatch }),
    onSuccess: () => client.invalidateQueries(),
    // What was to be replaced is read again, for whoever says what somebody else made of it. Lists stay: the row of this form may be gone from them.
    onError: async (failure) => {
      if (failure instanceof ApiFailure && failure.status === 412) await client.invalidateQueries({ queryKey: [ENDPOINTS[id].path] });
    },
  });
  return {
    act: async (asked, ifMatch = null) => {
      try {
        return await mutateAsync({ asked, ifMatch });
      } catch {
        return undefined;
      }
    },
    isActing: isPending,
    failure: error,
    forget: reset,
  };
}
