import { useSyncExternalStore, useEffect, useState } from 'react';

const never = () => () => undefined;

/** Whether a browser has taken the page over: only there the visitor's zone is known. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const ROOM = '(min-width: 1200px)';

/** Whether there is room beside a board, as the stylesheet has it: only then its data is asked for. A server assumes it. */
export function hasRoomBeside(): boolean {
  return import.meta.env.SSR || matchMedia(ROOM).matches;
}

/** The same for a component; false until a browser has taken the page over. */
export function useRoomBeside(): boolean {
  return useSyncExternalStore(subscribe, hasRoomBeside, () => false);
}

function subscribe(listener: () => void): () => void {
  const room = matchMedia(ROOM);
  room.addEventListener('change', listener);
  return () => room.removeEventListener('change', listener);
}

const REST_MS = 140;

/** A text once typing rests: no question is asked that the next letter outdates. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return;
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text, rested]);
  return rested;
}
