import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Asked } from '../../../contract/endpoint.ts';
import { ApiFailure, type Exchanged } from '../../../contract/exchange.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import { type AnyAsked, type Operations, useAsk } from './console-api.ts';
import type { QuestionId } from './use-question.ts';

/** Operations that change something. */
export type ActId = Exclude<EndpointId, QuestionId>;

/** How an act goes. */
interface Acting<Id extends ActId> {
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

/** What an act would do, as far as it is known. */
type Previewed =
  | { readonly state: 'none' }
  | { readonly state: 'asked' }
  | { readonly state: 'told'; readonly preview: ApiPreview }
  | { readonly state: 'failed'; readonly failure: Error };

/** Asks what an act would do to the ranks, and changes nothing. */
export function usePreview(id: ActId) {
  const ask = useAsk();
  const [previewed, setPreviewed] = useState<Previewed>({ state: 'none' });
  /** Of an answer that comes when something else is asked, or nothing any more, nobody is told. */
  const latest = useRef(0);
  const tell = (asking: number, told: Previewed) => {
    if (latest.current === asking) setPreviewed(told);
  };
  return {
    previewed,
    async look(asked: AnyAsked): Promise<void> {
      const asking = (latest.current += 1);
      setPreviewed({ state: 'asked' });
      try {
        const { answer } = await ask(id, { ...asked, query: { ...asked.query, preview: '1' } } as never);
        tell(asking, { state: 'told', preview: answer as unknown as ApiPreview });
      } catch (error) {
        tell(asking, { state: 'failed', failure: error as Error });
      }
    },
    forget() {
      latest.current += 1;
      setPreviewed({ state: 'none' });
    },
  };
}

/** How something goes that takes more than one request, such as making a passkey and sending it. */
export function useTrying() {
  const [failure, setFailure] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error as Error);
    }
    setBusy(false);
  };
  return { failure, isBusy, attempt };
}
