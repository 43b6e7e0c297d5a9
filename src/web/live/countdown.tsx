import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { Hint } from '../ui/hint.tsx';
import { LIVE } from './live-questions.ts';
import { momentName, timeLeft } from './period-words.ts';
import { useNow } from './use-now.ts';

/** Open pages come over a period's end together; they ask for the new one spread over this time, in milliseconds. */
const SPREAD = 1_000;

interface CountdownProps {
  /** When the period ends, epoch milliseconds. */
  readonly end: number;
  readonly timeZone: string;
}

/** How long until the board starts anew: at a time of the board's zone, said in the visitor's own where asked. */
export function Countdown({ end, timeZone }: CountdownProps) {
  const queryClient = useQueryClient();
  const now = useNow();
  const over = now >= end;

  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: [LIVE] }), SPREAD * Math.random());
    return () => clearTimeout(timer);
  }, [over, queryClient]);

  const there = `${momentName(end, timeZone)} (${timeZone})`;
  const words = now === 0 ? `Ends ${there}.` : `Ends ${there}. For you that is ${momentName(end)}.`;
  return <Hint text={words}>{now === 0 ? 'Resets at midnight' : over ? 'Starting anew…' : `Resets in ${timeLeft(end - now)}`}</Hint>;
}
