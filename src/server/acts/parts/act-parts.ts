import { closeOnce } from '../../boards/closing.ts';
import type { CurrentCatalogue } from '../../boards/current-catalogue.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { Problem } from '../../http/problem.ts';
import type { Keyring } from '../../operation/keys/keyring.ts';
import type { Log } from '../../watching/log.ts';

export interface ActParts {
  readonly boards: LiveBoards;
  readonly catalogue: Pick<CurrentCatalogue, 'prizes'>;
  /** The names of all keys; absent if the server has none. */
  readonly keyring?: Pick<Keyring, 'names'> | undefined;
  /** Warnings; while there are any, nothing can be closed. @throws {Problem} unavailable while no points can be stored. */
  readonly readiness: () => Promise<readonly string[]>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
}

/** @throws {Problem} unavailable while nothing can be closed; the message begins with `refusal`. */
export async function refuseUnlessClosing({ readiness }: Pick<ActParts, 'readiness'>, refusal: string): Promise<void> {
  const troubles = await readiness();
  if (troubles.length > 0) throw new Problem('unavailable', `${refusal} ${troubles.join(' ')}`);
}

/** Closes due periods before an act that depends on which results are final. @throws {Problem} as {@link refuseUnlessClosing}. */
export async function closeWhatIsDue(parts: Pick<ActParts, 'boards' | 'readiness' | 'log'>, refusal: string): Promise<void> {
  await refuseUnlessClosing(parts, refusal);
  await closeOnce(parts.boards, parts.log);
}
