import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-contrast: more)';

/** Whether whoever looks asks for more contrast: every page has one look for them, whatever the theme. */
export function useContrastAskedFor(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(QUERY).matches);
}

function listen(notify: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}
