/** Lines closer together than this belong to one burst; milliseconds. */
const CALM_MS = 60_000;

/** Logs a line once across all threads. */
export type OneOffLog = (line: string, facts: { readonly once: string }) => void;

/** Logs only the first line of each burst about `what`. `clock` gives milliseconds. */
export function oncePerBurst(what: string, clock: () => number, log: OneOffLog): (line: string) => void {
  let last = -Infinity;
  return (line) => {
    const now = clock();
    if (now - last > CALM_MS) log(line, { once: what });
    last = now;
  };
}
