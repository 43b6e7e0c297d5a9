import { Fragment, useEffect } from 'react';

import { Hint } from '../../ui/floating/hint.tsx';
import { useInBrowser } from '../asking/in-browser.ts';
import { LIVE } from '../asking/live-questions.ts';
import { useLiveEdition } from '../asking/use-live.ts';
import { useNow } from '../asking/use-now.ts';
import { momentName, timeLeft } from '../words/time-words.ts';

interface CountdownProps {
  /** When the period ends, epoch milliseconds. */
  readonly end: number;
  readonly timeZone: string;
  /** When the board was answered last: HTML from a server counts from there. */
  readonly answeredAt: number;
}

/** How long until the board resets. Its tooltip says when: on the board's clock, and on the visitor's. */
export function Countdown({ end, timeZone, answeredAt }: CountdownProps) {
  const isRead = useInBrowser();
  const left = useCountdown(end, answeredAt);
  const there = `${momentName(end, timeZone)} (${timeZone})`;
  const words = isRead ? `Ends ${there}. In your time zone: ${momentName(end)}.` : `Ends ${there}.`;
  const shown = left <= 0 ? 'Resetting…' : `Resets in ${timeLeft(left)}`;
  return (
    <Hint text={words}>
      {/* Where it ends at an edge, other words begin elsewhere: they are another piece of text. */}
      <Fragment key={shown}>{shown}</Fragment>
    </Hint>
  );
}

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
