import { closeOnce } from '../../boards/closing.ts';
import type { CurrentCatalogue } from '../../boards/current-catalogue.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { Problem } from '../../http/problem.ts';
import type { Log } from '../../watching/log.ts';

/** What acts work with. */
export interface ActParts {
  readonly boards: LiveBoards;
  readonly catalogue: Pick<CurrentCatalogue, 'prizes'>;
  /** What is wrong with the clock: while anything is, nothing can be closed. @throws {Problem} unavailable while no points can be stored. */
  readonly readiness: () => Promise<readonly string[]>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
}

/** @throws {Problem} unavailable while nothing can be closed, with `refusal` as its first sentence. */
export async function refuseUnlessClosing({ readiness }: Pick<ActParts, 'readiness'>, refusal: string): Promise<void> {
  const troubles = await readiness();
  if (troubles.length > 0) throw new Problem('unavailable', `${refusal} ${troubles.join(' ')}`);
}

/**
 * Closes what is due, before an act for which it matters what is final: that is a question of time, and never of when somebody
 * looked last. @throws {Problem} as {@link refuseUnlessClosing}.
 */
export async function closeWhatIsDue(parts: Pick<ActParts, 'boards' | 'readiness' | 'log'>, refusal: string): Promise<void> {
  await refuseUnlessClosing(parts, refusal);
  await closeOnce(parts.boards, parts.log);
}
