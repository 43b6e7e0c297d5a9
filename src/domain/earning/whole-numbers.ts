/** The greatest common divisor of two whole numbers of at least 0, not both 0, and how often each makes it up (Euclid). */
export function commonDivisor(first: number, second: number): readonly [divisor: number, first: number, second: number] {
  let [a, b] = [first, second];
  let [x, nextX, y, nextY] = [1, 0, 0, 1];
  while (b !== 0) {
    const turns = Math.floor(a / b);
    [a, b] = [b, a - turns * b];
    [x, nextX] = [nextX, x - turns * nextX];
    [y, nextY] = [nextY, y - turns * nextY];
  }
  return [a, x, y];
}

/** What is left of a whole number after taking away another one, which is at least 1, as often as it takes: 0 to `by` - 1. */
export function modulo(value: number, by: number): number {
  const left = value % by;
  return left < 0 ? left + by : left;
}
