import { StorageFailure } from '../../points-store.ts';
import type { Commits } from './commits.ts';
import type { MetaTable } from '../rows/meta-table.ts';

/** The name of the row that is written to see whether anything can be. */
const PULSE = 'pulse';

/** @throws {StorageFailure} if a row cannot be written and read back. */
export async function sqliteHealth(commits: Commits, meta: MetaTable): Promise<void> {
  const beat = await commits.commit(() => {
    const next = Number(meta.get(PULSE) ?? 0) + 1;
    meta.set(PULSE, String(next));
    return next;
  });
  if (Number(meta.get(PULSE)) < beat) throw new StorageFailure('What was written is not what is read', 'failed');
}
