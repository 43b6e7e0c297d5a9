import { useSyncExternalStore } from 'react';

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
