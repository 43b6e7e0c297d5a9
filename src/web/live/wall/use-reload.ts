import { useEffect } from 'react';

/** How long a failure lasts before the page may be the reason, and how often it is tried then, in milliseconds. */
const TRY_EVERY_MS = 30_000;

/**
 * Loads the page anew when asking goes on failing while the page itself can be had: the server may be a newer one, whose
 * answers this page cannot read. Nobody stands before a wall to do it. While there is no server the page stays, and says so.
 */
export function useReload(failing: boolean): void {
  useEffect(() => {
    if (!failing) return;
    const timer = setInterval(async () => {
      try {
        const { ok } = await fetch(location.href, { cache: 'no-store' });
        if (ok) location.reload();
      } catch {
        // Nothing to load.
      }
    }, TRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [failing]);
}
