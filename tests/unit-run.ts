// Around every run of the unit tests: its seed, and a folder for all that tests write.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

const MEMORY = '/dev/shm';

/** More than all tests have on disk at a time, in bytes. Containers often have less memory there. */
const ENOUGH = 2 ** 30;

/** Before the first test. Returns what is to be done after the last. */
export default function begin({ vitest }: TestProject): () => void {
  const seed = (process.env['LAURELS_TEST_SEED'] ??= String(Date.now() % 2 ** 31));
  const told = `Seed ${seed}: LAURELS_TEST_SEED=${seed} repeats it.`;
  console.log(told);

  // Tests make their folders in the system's folder for such. In memory no test waits for a disk, except those about one.
  process.env['LAURELS_TEST_DISK'] = tmpdir();
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(join(bavail * bsize > ENOUGH ? MEMORY : tmpdir(), 'laurels-test-'));
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true });
    if (vitest.state.getCountOfFailedTests() > 0) console.error(told);
  };
}
