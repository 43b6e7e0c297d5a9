import { Fragment } from 'react';

import { Hint } from '../../ui/floating/hint.tsx';
import { useCountdown } from '../asking/use-now.ts';
import { useInBrowser } from '../asking/in-browser.ts';
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
