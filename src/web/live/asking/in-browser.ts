import { useSyncExternalStore, useEffect, useState } from 'react';

const never = () => () => undefined;

/** Whether the page is hydrated in a browser: only then is the visitor's time zone known. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const ROOM = '(min-width: 1200px)';

/** Whether there is room beside a board, as in the stylesheet; only then is data for it loaded. A server assumes so. */
export function hasRoomBeside(): boolean {
  return import.meta.env.SSR || matchMedia(ROOM).matches;
}

/** The same as a hook; false until hydration. */
export function useRoomBeside(): boolean {
  return useSyncExternalStore(subscribe, hasRoomBeside, () => false);
}

function subscribe(listener: () => void): () => void {
  const room = matchMedia(ROOM);
  room.addEventListener('change', listener);
  return () => room.removeEventListener('change', listener);
}

const REST_MS = 140;

/** Debounces a text, so that no request is sent that the next keystroke makes obsolete. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return;
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text, rested]);
  return rested;
}
