import { AsyncLocalStorage } from 'node:async_hooks';

import type { Actor } from '../../contract/operation/audit.ts';

const acting = new AsyncLocalStorage<Actor>();

/** Who acts where nobody asked for it: it was time. */
export const SERVER: Actor = { kind: 'server', name: null, id: null };

/** Does `work` for somebody: whatever it changes, now or later, is theirs in the audit log. */
export function actAs<Result>(actor: Actor, work: () => Result): Result {
  return acting.run(actor, work);
}

/** Who acts. */
export function whoActs(): Actor {
  return acting.getStore() ?? SERVER;
}

/** `work`, which is to be done later by somebody else's hand, for whoever acts now. */
export function forWhoActs<Result>(work: () => Result): () => Result {
  const actor = acting.getStore();
  return actor === undefined ? work : () => acting.run(actor, work);
}
