import { useEffect, useState } from 'react';

import type { Laurels, Rankings, RankingsQuery } from './laurels-client.ts';

export interface ShownBoard {
  /** `undefined` until the first answer. */
  readonly rankings?: Rankings;
  /** Why the last request failed; the previous rankings stay. */
  readonly error?: unknown;
}

/** A ranking that updates live. `query` is that of `Laurels.rankings`. */
export function useBoard(laurels: Laurels, board: string, query: RankingsQuery = {}): ShownBoard {
  const asked = JSON.stringify([board, query]);
  const [shown, setShown] = useState<ShownBoard & { readonly asked: string; readonly of: Laurels }>();
  useEffect(() => {
    let isMounted = true;
    let isAsking = false;
    let isStale = false;
    const show = (news: ShownBoard) =>
      isMounted && setShown((before) => ({ ...(before?.asked === asked && before.of === laurels && before), ...news, asked, of: laurels }));

    /** One request at a time, so that an older answer never replaces a newer one. */
    async function ask(): Promise<void> {
      isStale = isAsking;
      if (isAsking) return;
      isAsking = true;
      await laurels.rankings(board, JSON.parse(asked)[1]).then(
        (rankings) => show({ rankings, error: undefined }),
        (error: unknown) => show({ error }),
      );
      isAsking = false;
      if (isStale && isMounted) await ask();
    }

    void ask();
    const stop = laurels.watch(board, () => void ask());
    return () => {
      isMounted = false;
      stop();
    };
  }, [laurels, board, asked]);
  return shown?.asked === asked && shown.of === laurels ? shown : {};
}
