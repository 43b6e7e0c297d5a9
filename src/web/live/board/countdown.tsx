import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { Hint } from '../../ui/hint.tsx';
import { LIVE } from '../asking/live-questions.ts';
import { momentName, timeLeft } from '../words/period-words.ts';
import { useInBrowser } from '../asking/use-in-browser.ts';
import { useNow } from '../asking/use-now.ts';

/** Open pages come over a period's end together; they ask for the new one spread over this time, in milliseconds. */
const SPREAD_MS = 1_000;

/** How often they ask after that, until the new one is there, in milliseconds. */
const ASK_AGAIN_MS = 5_000;

interface CountdownProps {
  /** When the period ends, epoch milliseconds. */
  readonly end: number;
  readonly timeZone: string;
  /** When the board was answered last: HTML from a server counts from there. */
  readonly answeredAt: number;
}

/** How long until the board resets. Its tooltip says when: on the board's clock, and on the visitor's. */
export function Countdown({ end, timeZone, answeredAt }: CountdownProps) {
  const queryClient = useQueryClient();
  const isRead = useInBrowser();
  const now = useNow(answeredAt);
  const over = now >= end;

  useEffect(() => {
    if (!over) return;
    const ask = () => void queryClient.invalidateQueries({ queryKey: [LIVE] });
    const first = setTimeout(ask, SPREAD_MS * Math.random());
    // A visitor's clock may be ahead of the server's, where the period goes on for a while.
    const again = setInterval(ask, ASK_AGAIN_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [over, queryClient]);

  const there = `${momentName(end, timeZone)} (${timeZone})`;
  const words = isRead ? `Ends ${there}. In your time zone: ${momentName(end)}.` : `Ends ${there}.`;
  return <Hint text={words}>{over ? 'Resetting…' : `Resets in ${timeLeft(end - now)}`}</Hint>;
}
