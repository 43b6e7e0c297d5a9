import { useRef, useState } from 'react';

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
