import { atMost, type Figure, median } from './figure.ts';

const ASKED = 200;

/** Warm-up calls before measuring. */
const WARMING_UP = 20;

/** How long each `ask` takes, in milliseconds, one after the other; with a limit for the median. */
export async function timed(what: string, limit: number, ask: () => Promise<unknown>, asked = ASKED): Promise<Figure> {
  const times: number[] = [];
  for (let i = -WARMING_UP; i < asked; i += 1) {
    const start = performance.now();
    await ask();
    if (i >= 0) times.push(performance.now() - start);
  }
  return figureOf(what, times, limit);
}

/** The median of times in milliseconds with its limit, and the slowest. */
export function figureOf(what: string, times: readonly number[], limit: number): Figure {
  return atMost({
    what,
    value: median(times),
    limit,
    show: (time) => `${time.toFixed(1)} ms`,
    note: `slowest of ${times.length} ${Math.max(...times).toFixed(1)} ms`,
  });
}

/** `1000000` as `1,000,000`. */
export function grouped(count: number): string {
  return count.toLocaleString('en');
}
