import { guestIn, guestKey, guestTrouble } from '../../guests/kept-guest.ts';
import type { Problem } from '../../http/problem.ts';
import type { RecordsToKeep } from '../../store/records.ts';
import type { SubmittedEvent } from './points-watch.ts';

/** Thrown if guests of queued plays were erased, merged or renamed. Nothing was stored; the commit restarts with the current names. */
export class GuestsChanged extends Error {
  override readonly name = 'GuestsChanged';
  readonly refused = new Map<SubmittedEvent, Problem>();
  /** Each event with the new name. */
  readonly renamed = new Map<SubmittedEvent, SubmittedEvent>();
}

/** Checks inside the commit that the guests of plays are unchanged; `undefined` without plays. */
export function guestsOf(events: readonly SubmittedEvent[]): RecordsToKeep<unknown> | undefined {
  const plays = events.filter(({ playSeconds }) => playSeconds !== undefined);
  if (plays.length === 0) return undefined;
  return {
    of: plays.map(({ username }) => guestKey(username)),
    change(kept) {
      const changed = new GuestsChanged('The guests of plays were changed');
      for (const [i, event] of plays.entries()) {
        const guest = kept[i] && guestIn(kept[i]);
        const problem = guestTrouble(guest);
        if (problem !== undefined) changed.refused.set(event, problem);
        else if (event.displayName !== undefined && event.displayName !== guest!.name)
          changed.renamed.set(event, { ...event, displayName: guest!.name });
      }
      if (changed.refused.size + changed.renamed.size > 0) throw changed;
      return [];
    },
  };
}
