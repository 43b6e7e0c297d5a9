/** Lines closer together than this are one burst; milliseconds. */
const CALM_MS = 60_000;

/** Logs only the first line of each burst. `clock` gives milliseconds. */
export function oncePerBurst(clock: () => number, log: (line: string) => void): (line: string) => void {
  let last = -Infinity;
  return (line) => {
    const now = clock();
    if (now - last > CALM_MS) log(line);
    last = now;
  };
}
