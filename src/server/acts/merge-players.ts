import { closeOnce } from '../boards/closing.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import { imaginedMerge } from '../previews/imagined-merge.ts';
import type { PreviewedAct } from '../previews/previewed.ts';
import type { Log } from '../watching/log.ts';

/** What a merge works with. `readiness` says what is wrong with the clock. */
interface Merging {
  readonly boards: LiveBoards;
  readonly readiness: () => Promise<readonly string[]>;
  readonly log: Log;
}

/**
 * Counts the points of one player for another, and says how many events these are. What is due is closed before: which results are
 * final is a matter of time, and never of when somebody looked last.
 * @throws {Problem} as `Merges.merge`; unavailable while something is wrong, because nothing can be closed then.
 */
export function mergingPlayers({ boards, readiness, log }: Merging, from: string, into: string): PreviewedAct<{ readonly events: number }> {
  return {
    imagine: () => imaginedMerge(boards, from, into),
    async carryOut(agreed) {
      const troubles = await readiness();
      if (troubles.length > 0) throw new Problem('unavailable', `Nobody can be merged now. ${troubles.join(' ')}`);
      await closeOnce(boards, log);
      return { events: await boards.merges.merge(from, into, agreed) };
    },
  };
}
