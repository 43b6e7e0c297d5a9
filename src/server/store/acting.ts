import { AsyncLocalStorage } from 'node:async_hooks';

import type { ActName } from '../../contract/operation/acts.ts';
import type { Actor } from '../../contract/operation/audit.ts';

/** The actor of the current call and, when it undoes an earlier action, that action. */
interface Acting {
  readonly by: Actor;
  readonly takesBack?: TakingBack;
}

/** An earlier action being undone. */
export interface TakingBack {
  /** The number of its audit entry. */
  readonly entry: number;
  /** The actions that the undoing entry may record. */
  readonly does: readonly ActName[];
  /** Called inside the commit with the current value, as far as the action reports it. Throws if undoing is no longer allowed. */
  readonly check: (before: unknown) => void;
}

const acting = new AsyncLocalStorage<Acting>();

/** The actor of scheduled work. */
export const SERVER: Actor = { kind: 'server', name: null, id: null };

/** Runs `work` as `by`: the audit log attributes its changes to that actor, including those made later. */
export function actAs<Result>(by: Actor, work: () => Result): Result {
  // Calls without a key are the majority and need no context.
  if (by === SERVER && acting.getStore() === undefined) return work();
  return acting.run({ by }, work);
}

/** Runs `work`, which undoes an earlier action, as the current actor. */
export function takeBack<Result>(takesBack: TakingBack, work: () => Result): Result {
  return acting.run({ by: whoActs(), takesBack }, work);
}

/** Returns the current actor. */
export function whoActs(): Actor {
  return acting.getStore()?.by ?? SERVER;
}

/** The action that `act` undoes, if any. */
export function takenBackBy(act: ActName): TakingBack | undefined {
  const takesBack = acting.getStore()?.takesBack;
  return takesBack?.does.includes(act) === true ? takesBack : undefined;
}

/** Binds `work`, to be run later from another context, to the current actor. */
export function forWhoActs<Result>(work: () => Result): () => Result {
  const now = acting.getStore();
  return now === undefined ? work : () => acting.run(now, work);
}
