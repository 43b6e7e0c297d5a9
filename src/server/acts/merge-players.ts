import type { ApiPreview } from '../../contract/operation/previews.ts';
import { closeOnce } from '../boards/closing.ts';
import { Problem } from '../http/problem.ts';
import { imaginedMerge } from '../previews/imagined-merge.ts';
import { type Condition, onCondition, type Outlook, previewed } from '../previews/previewed.ts';
import type { Log } from '../watching/log.ts';

/** What a merge works with. `readiness` says what is wrong with the clock. */
interface Merging extends Outlook {
  readonly readiness: () => Promise<readonly string[]>;
  readonly log: Log;
}

/**
 * Counts the points of one player for another, and resolves with how many events these are. What is due is closed before:
 * which results are final is a matter of time, and never of when somebody looked last.
 * @throws {Problem} as `Merges.merge`; unavailable while something is wrong, because nothing can be closed then; as {@link onCondition}.
 */
export async function mergePlayers(merging: Merging, from: string, into: string, condition: Condition = {}): Promise<number> {
  const { boards, readiness, log } = merging;
  const troubles = await readiness();
  if (troubles.length > 0) throw new Problem('unavailable', `Nobody can be merged now. ${troubles.join(' ')}`);
  await closeOnce(boards, log);
  return onCondition(
    merging,
    condition,
    () => imaginedMerge(boards, from, into),
    (agreed) => boards.merges.merge(from, into, agreed),
  );
}

/** What {@link mergePlayers} would do. @throws {Problem} as `Merges.mergeable`. */
export function mergePreview(outlook: Outlook, from: string, into: string): Promise<ApiPreview> {
  return previewed(outlook, () => imaginedMerge(outlook.boards, from, into));
}
