// Around every run of the unit tests: its seed, a folder for all that tests write, and a PostgreSQL.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { startPostgres } from '../scripts/tools/postgres/postgres-server.ts';
import { dropLeftDatabases } from './fresh-database.ts';

const MEMORY = '/dev/shm';

/** More than all tests have on disk at a time, in bytes. Containers often have less memory there. */
const ENOUGH = 2 ** 30;

/** Before the first test. Returns what is to be done after the last. */
export default async function begin({ vitest }: TestProject): Promise<() => Promise<void>> {
  const seed = (process.env['LAURELS_TEST_SEED'] ??= String(Date.now() % 2 ** 31));
  const told = `Seed ${seed}: LAURELS_TEST_SEED=${seed} repeats it.`;
  console.log(told);

  // Tests make their folders in the system's folder for such. In memory no test waits for a disk, except those about one.
  process.env['LAURELS_TEST_DISK'] = tmpdir();
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(join(bavail * bsize > ENOUGH ? MEMORY : tmpdir(), 'laurels-test-'));
  process.env['TMPDIR'] = folder;
  // A server that a test starts may run as somebody else, who must get to what lies in the folder.
  chmodSync(folder, 0o711);
  // What Node.js makes of the program is made once, and not by each process and thread that a test starts.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  const endPostgres = vitest.config.coverage.enabled ? withoutPostgres() : await beginPostgres(folder);
  return async () => {
    await endPostgres();
    rmSync(folder, { recursive: true });
    if (vitest.state.getCountOfFailedTests() > 0) console.error(told);
  };
}

/** What is covered is counted in the domain alone, by tests that need no database. */
function withoutPostgres(): () => Promise<void> {
  console.log('PostgreSQL: none, as coverage is counted');
  return () => Promise.resolve();
}

/**
 * Sees to it that LAURELS_TEST_POSTGRES is the address of a PostgreSQL: one that runs already, or one of this run's own. A
 * machine on which none starts can still run the tests that need none.
 */
async function beginPostgres(folder: string): Promise<() => Promise<void>> {
  const given = process.env['LAURELS_TEST_POSTGRES'];
  if (given) {
    console.log(`PostgreSQL: ${new URL(given).host} (LAURELS_TEST_POSTGRES)`);
    return dropLeftDatabases;
  }
  try {
    const server = await startPostgres({ durable: false, below: folder });
    process.env['LAURELS_TEST_POSTGRES'] = server.url;
    // Servers that tests start run the same programs, and copy none.
    process.env['LAURELS_POSTGRES_PROGRAMS'] ||= server.programs;
    console.log(server.told);
    return server.discard;
  } catch (error) {
    console.error(String(error));
    return () => Promise.resolve();
  }
}
