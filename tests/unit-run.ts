// Setup of every run of the unit tests: its seed, a folder for test files, and a PostgreSQL.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { startPostgres } from '../scripts/tools/postgres/postgres-server.ts';
import { dropLeftDatabases } from './fresh-database.ts';

const MEMORY = '/dev/shm';

/** More than all tests need on disk at a time, in bytes. Containers often have less memory there. */
const ENOUGH = 2 ** 30;

/** Runs before the first test. Returns the teardown that runs after the last. */
export default async function begin({ vitest }: TestProject): Promise<() => Promise<void>> {
  const seed = (process.env['LAURELS_TEST_SEED'] ??= String(Date.now() % 2 ** 31));
  const told = `Seed ${seed}: LAURELS_TEST_SEED=${seed} repeats it.`;
  console.log(told);

  // Tests create folders in the temporary folder. In memory no test waits for a disk, except those about disks.
  process.env['LAURELS_TEST_DISK'] = tmpdir();
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(join(bavail * bsize > ENOUGH ? MEMORY : tmpdir(), 'laurels-test-'));
  process.env['TMPDIR'] = folder;
  // A server started by a test may run as another account, which needs access to the folder.
  chmodSync(folder, 0o711);
  // Node.js compiles the program once, not in each process and thread that a test starts.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  const endPostgres = vitest.config.coverage.enabled ? withoutPostgres() : await beginPostgres(folder);
  return async () => {
    await endPostgres();
    rmSync(folder, { recursive: true });
    if (vitest.state.getCountOfFailedTests() > 0) console.error(told);
  };
}

/** Only the domain's coverage is measured, by tests that need no database. */
function withoutPostgres(): () => Promise<void> {
  console.log('PostgreSQL: none, as coverage is counted');
  return () => Promise.resolve();
}

/**
 * Makes sure that LAURELS_TEST_POSTGRES is the address of a PostgreSQL: a running one, or one started for this run. Machines without one
 * can still run the other tests.
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
    // Servers started by tests run the same programs without copying them.
    process.env['LAURELS_POSTGRES_PROGRAMS'] ||= server.programs;
    console.log(server.told);
    return server.discard;
  } catch (error) {
    console.error(String(error));
    return () => Promise.resolve();
  }
}
