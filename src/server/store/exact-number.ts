/** The nearest of the numbers between which all whole ones are exact. */
export function nearestExact(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}
