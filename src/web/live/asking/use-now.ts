import { useSyncExternalStore, useEffect } from 'react';

import { LIVE } from './live-questions.ts';
import { useLiveEdition } from './use-live.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function read(): number {
  if (timer === undefined || now === 0) now = Date.now();
  return now;
}

/** The visitor's clock in epoch milliseconds, updated every second; in HTML from a server it is `rendered`. */
export function useNow(rendered: number): number {
  return useSyncExternalStore(subscribe, read, () => rendered);
}

/** All open pages reach the end of a period together: they spread their requests for the next one over this time, in milliseconds. */
const SPREAD_MS = 1_000;

const ASK_AGAIN_MS = 5_000;

/** The milliseconds until a period ends; from 0 on, the next one is requested. `end` and `answeredAt` are epoch milliseconds. */
export function useCountdown(end: number, answeredAt: number): number {
  const { answers } = useLiveEdition();
  const left = end - useNow(answeredAt);
  const over = left <= 0;

  useEffect(() => {
    if (!over) return;
    const ask = () => answers.outdate(LIVE);
    const first = setTimeout(ask, SPREAD_MS * Math.random());
    // The visitor's clock may be ahead of the server's.
    const again = setInterval(ask, ASK_AGAIN_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [over, answers]);

  return left;
}
