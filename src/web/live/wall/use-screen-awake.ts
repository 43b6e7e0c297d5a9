import { useEffect } from 'react';

/** Keeps the screen lit while the page is seen, where the browser can. */
export function useScreenAwake(): void {
  useEffect(() => {
    // Only where the address is secure, and taken away whenever the page is hidden.
    const wake = () => {
      if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    wake();
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, []);
}
