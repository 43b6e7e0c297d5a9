import { useState } from 'react';

import type { ApiPreview } from '../../../contract/operation/previews.ts';
import { useAsk } from './ask-context.ts';
import type { AnyAsked } from './console-api.ts';
import type { ActId } from './use-act.ts';

/** What an act would do, as far as it is known. */
export type Previewed =
  | { readonly state: 'none' }
  | { readonly state: 'asked' }
  | { readonly state: 'told'; readonly preview: ApiPreview }
  | { readonly state: 'failed'; readonly failure: Error };

/** Asks what an act would do to the ranks, and changes nothing. */
export function usePreview(id: ActId) {
  const ask = useAsk();
  const [previewed, setPreviewed] = useState<Previewed>({ state: 'none' });
  return {
    previewed,
    async look(asked: AnyAsked): Promise<void> {
      setPreviewed({ state: 'asked' });
      try {
        const { answer } = await ask(id, { ...asked, query: { ...asked.query, preview: '1' } } as never);
        setPreviewed({ state: 'told', preview: answer as unknown as ApiPreview });
      } catch (error) {
        setPreviewed({ state: 'failed', failure: error as Error });
      }
    },
    forget: () => setPreviewed({ state: 'none' }),
  };
}
