import { hash } from 'node:crypto';

import { SEED } from '../seeded.ts';

/**
 * The setting for one to three threads, by the run's seed and the trial's name, for trials that hold for any number of threads.
 * LAURELS_THREADS in the environment of the tests overrides it.
 */
export function anyThreads(trial: string): { readonly LAURELS_THREADS: string } {
  const drawn = Number.isNaN(SEED) ? 1 : 1 + (Number.parseInt(hash('sha256', `${SEED} ${trial}`).slice(0, 8), 16) % 3);
  return { LAURELS_THREADS: process.env['LAURELS_THREADS'] ?? String(drawn) };
}
