import { useSyncExternalStore } from 'react';

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

/** The visitor's clock in epoch milliseconds, every second; in HTML from a server it is `rendered`. */
export function useNow(rendered: number): number {
  return useSyncExternalStore(subscribe, read, () => rendered);
}
