import { useEffect } from 'react';

import { LIVE } from './live-questions.ts';
import { useLiveEdition } from './use-live.ts';
import { useNow } from './use-now.ts';

/** Open pages come over a period's end together; they ask for the new one spread over this time, in milliseconds. */
const SPREAD_MS = 1_000;

/** How often they ask after that, until the new one is there, in milliseconds. */
const ASK_AGAIN_MS = 5_000;

/**
 * How long until a period ends, in milliseconds: 0 or less when it is over, and then the next one is asked for. `end` and
 * `answeredAt`, when the board was answered last, are epoch milliseconds.
 */
export function useCountdown(end: number, answeredAt: number): number {
  const { answers } = useLiveEdition();
  const left = end - useNow(answeredAt);
  const over = left <= 0;

  useEffect(() => {
    if (!over) return;
    const ask = () => answers.outdate(LIVE);
    const first = setTimeout(ask, SPREAD_MS * Math.random());
    // A visitor's clock may be ahead of the server's, where the period goes on for a while.
    const again = setInterval(ask, ASK_AGAIN_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [over, answers]);

  return left;
}
