/** The seed for all randomness in a test run. The run prints it, and LAURELS_TEST_SEED overrides it. */
export const SEED = Number(process.env['LAURELS_TEST_SEED']);

/** Pseudorandom numbers in [0, 1), the same for the same seed (mulberry32). */
export function seeded(seed: number = SEED): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
