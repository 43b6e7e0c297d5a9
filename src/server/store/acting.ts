import { AsyncLocalStorage } from 'node:async_hooks';

import type { ActName } from '../../contract/operation/acts.ts';
import type { Actor } from '../../contract/operation/audit.ts';

/** What goes with a call: who acts and, if they take an earlier act back, which. */
interface Acting {
  readonly by: Actor;
  readonly takesBack?: TakingBack;
}

/** An earlier act that is taken back. */
export interface TakingBack {
  /** The number of its entry. */
  readonly entry: number;
  /** What the entry about taking it back may say that was done. */
  readonly does: readonly ActName[];
  /** Called inside the commit with what is kept until then, as far as the act tells it. Throws if it must not be done now. */
  readonly check: (before: unknown) => void;
}

const acting = new AsyncLocalStorage<Acting>();

/** Who acts where nobody asked for it: it was time. */
export const SERVER: Actor = { kind: 'server', name: null, id: null };

/** Does `work` for somebody: whatever it changes, now or later, is theirs in the audit log. */
export function actAs<Result>(by: Actor, work: () => Result): Result {
  // Whoever asks without a key: that is so already, and is most of what is asked.
  if (by === SERVER && acting.getStore() === undefined) return work();
  return acting.run({ by }, work);
}

/** Does `work`, which takes an earlier act back, for whoever acts. */
export function takeBack<Result>(takesBack: TakingBack, work: () => Result): Result {
  return acting.run({ by: whoActs(), takesBack }, work);
}

/** Who acts. */
export function whoActs(): Actor {
  return acting.getStore()?.by ?? SERVER;
}

/** Which earlier act is taken back by an act, if one is. */
export function takenBackBy(act: ActName): TakingBack | undefined {
  const takesBack = acting.getStore()?.takesBack;
  return takesBack?.does.includes(act) === true ? takesBack : undefined;
}

/** `work`, which is to be done later by somebody else's hand, for whoever acts now. */
export function forWhoActs<Result>(work: () => Result): () => Result {
  const now = acting.getStore();
  return now === undefined ? work : () => acting.run(now, work);
}
