// The events that a merge moved, and their copies for the other player.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { keptBeside } from '../../audit/beside-entry.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Revising, StoredEvent } from '../../store/stored-values.ts';

/** Events per read. */
const AT_ONCE = 1000;

/**
 * The reason of events voided because they count for another player. Names no player, since that one may be erased. Stored with the events
 * and compared with, like {@link SPLIT_REASON}: never reword either.
 */
export const MERGED_REASON = 'Merged into another player.';

/** The reason of copies voided because their originals count again. */
export const SPLIT_REASON = 'The merge of two players was taken back.';

/** The reasons for events voided by merges, which must not be restored otherwise, or they would count twice. */
export const MERGE_REASONS: ReadonlySet<string> = new Set([MERGED_REASON, SPLIT_REASON]);

const movedSchema = z.object({
  /** Salt of the copies' ids; an earlier version used the number of the entry. */
  salt: z.optional(z.string()),
  /** Ids of the player's held events. */
  held: z.array(z.string()),
  /** Ids of notes on the player. */
  notes: z._default(z.array(z.string()), []),
});

/** The data about a merge that is stored with its audit entry. */
export type Moved = z.infer<typeof movedSchema>;

/** A merge from the audit log: players by number, the salt of its copies, and held events. */
export interface LoggedMerge extends Moved {
  readonly from: number;
  readonly into: number;
  readonly salt: string;
}

/** The merge of an audit entry. */
export async function loggedMerge(store: Pick<PointsStore, 'record'>, entry: ToldAct): Promise<LoggedMerge> {
  const { salt = `entry ${entry.number}`, held, notes } = movedSchema.parse(await keptBeside(store, entry));
  return { from: Number(entry.kept.subject), into: entry.kept.player!, salt, held, notes };
}

/** An event of the first player, and its copy. */
export interface MovedPair {
  readonly board: string;
  readonly original: StoredEvent;
  readonly copy: StoredEvent;
}

/** The id of an event's copy. Ids from outside never begin with a space; hashed, as the original may name the player. */
export function copyId(id: string, salt: string): string {
  return ` merged ${hash('sha256', `${id}\0${salt}`).slice(0, 32)}`;
}

/** The moved events that still exist, board by board, oldest first. */
export async function movedPairs(
  store: Pick<PointsStore, 'eventsOf'>,
  boards: readonly BoardSettings[],
  { from, into, salt }: Pick<LoggedMerge, 'from' | 'into' | 'salt'>,
): Promise<readonly MovedPair[]> {
  const pairs: MovedPair[] = [];
  for (const { name: board } of boards) {
    const originals = await eventsOfPlayer(store, board, from);
    if (originals.length === 0) continue;
    const copies = new Map((await eventsOfPlayer(store, board, into)).map((event) => [event.id, event]));
    for (const original of originals) {
      const copy = copies.get(copyId(original.id, salt));
      if (copy !== undefined) pairs.push({ board, original, copy });
    }
  }
  return pairs;
}

/** Whether the copy counts in place of the event. */
export function isMoved({ original, copy }: MovedPair): boolean {
  return original.voided?.reason === MERGED_REASON && copy.voided === undefined;
}

/** The revisions that undo a merge: in the periods that a copy counts for, the original counts instead. */
export function movingBack(pairs: readonly MovedPair[]): readonly Revising[] {
  return pairs
    .filter(isMoved)
    .map(({ board, original, copy }) => ({ board, id: copy.id, does: 'void', instead: { restored: original.id } }) as const);
}

/** A player's events on a board, oldest first; stops soon after `most` that are not voided. */
export async function eventsOfPlayer(
  store: Pick<PointsStore, 'eventsOf'>,
  board: string,
  player: number,
  most = Infinity,
): Promise<readonly StoredEvent[]> {
  const all: StoredEvent[] = [];
  let counting = 0;
  for (let more = true; more && counting <= most;) {
    const before = all.at(-1)?.seq;
    const events = await store.eventsOf(board, player, { ...(before !== undefined && { before }), limit: AT_ONCE });
    all.push(...events);
    counting += events.filter(({ voided }) => voided === undefined).length;
    more = events.length === AT_ONCE;
  }
  return all.toReversed();
}
