/** WebKit throws after 100 address changes in 30 seconds. This leaves room for those the router makes. */
const MOST_WRITES = 60;
const WINDOW_MS = 30_000;

const writes: number[] = [];

/**
 * Shows an address in the address bar without going anywhere, so that a reload or a copied link has the last
 * letter typed. Beyond 60 times in 30 seconds (a held Backspace) it does nothing: the router follows soon after.
 */
export function showAddress(url: string): void {
  const now = performance.now();
  while (writes.length > 0 && writes[0]! < now - WINDOW_MS) writes.shift();
  if (writes.length >= MOST_WRITES) return;
  writes.push(now);
  history.replaceState(history.state, '', url);
}
