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
