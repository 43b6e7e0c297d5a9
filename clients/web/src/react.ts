import { useEffect, useState } from 'react';

import type { Laurels, Rankings } from './laurels-client.ts';

/** A ranking that stays current; `undefined` until the first answer. `query` as in `Laurels.rankings`. */
export function useBoard(laurels: Laurels, board: string, query: Parameters<Laurels['rankings']>[1] = {}): Rankings | undefined {
  const [rankings, setRankings] = useState<Rankings>();
  const asked = JSON.stringify(query);
  useEffect(() => {
    let isCurrent = true;
    const ask = () =>
      void laurels.rankings(board, JSON.parse(asked)).then(
        (answer) => isCurrent && setRankings(answer),
        // The next change asks again.
        () => undefined,
      );
    ask();
    const stop = laurels.watch(board, ask);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [laurels, board, asked]);
  return rankings;
}
