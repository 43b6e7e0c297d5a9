/** Lines with less than this between them are one burst, of which the log has one; milliseconds. */
const CALM_MS = 60_000;

/** Passes on the first line of a burst: the first one, and those before which nothing was said for {@link CALM_MS}. `clock` gives milliseconds. */
export function oncePerBurst(clock: () => number, log: (line: string) => void): (line: string) => void {
  let last = -Infinity;
  return (line) => {
    const now = clock();
    if (now - last > CALM_MS) log(line);
    last = now;
  };
}
