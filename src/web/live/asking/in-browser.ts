import { useSyncExternalStore, useEffect, useState } from 'react';

const never = () => () => undefined;

/** Whether this is rendered in a browser that has taken the page over: only there the visitor's zone is known. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Where there is room beside a board, as the stylesheet of the page has it. */
const ROOM = '(min-width: 1200px)';

/** Whether there is room beside a board: what stands there is asked for only then. A server, which cannot know, asks. */
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

/** How long typing rests before a server is asked, in milliseconds. */
const REST_MS = 140;

/** A text as it was when it last stayed the same for a moment: no question is asked that the next letter outdates. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return;
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text, rested]);
  return rested;
}
