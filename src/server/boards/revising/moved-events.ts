// What a merge of two players moved: the events of the first one, and their copies, which are the other one's.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { keptBeside } from '../../audit/beside-entry.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Revising, StoredEvent } from '../../store/stored-values.ts';

/** Events that are read at once. */
const AT_ONCE = 1000;

/** Why events are voided that count for another player. It names nobody: that player may be erased. */
export const MERGED_REASON = 'Merged into another player.';

/** Why copies are voided whose events count for the first player again. */
export const SPLIT_REASON = 'The merge of two players was taken back.';

/** The reasons of what merges void: nobody else may restore one of these, or it would count twice. */
export const MERGE_REASONS: ReadonlySet<string> = new Set([MERGED_REASON, SPLIT_REASON]);

const movedSchema = z.object({
  /** What the ids of the copies are made of besides those of the events; an earlier version took the number of the entry. */
  salt: z.optional(z.string()),
  /** The ids of what was held of them. */
  held: z.array(z.string()),
});

/** What a merge moved, as it is kept beside its entry of the audit log. */
export type Moved = z.infer<typeof movedSchema>;

/** A merge as the audit log has it: players by number, what tells its copies from those of other merges, and what was held. */
export interface ToldMerge extends Moved {
  readonly from: number;
  readonly into: number;
  readonly salt: string;
}

/** The merge that an entry tells of. */
export async function toldMerge(store: Pick<PointsStore, 'record'>, told: ToldAct): Promise<ToldMerge> {
  const { salt = `entry ${told.number}`, held } = movedSchema.parse(await keptBeside(store, told));
  return { from: Number(told.kept.subject), into: told.kept.player!, salt, held };
}

/** An event of the first player, and its copy. */
export interface MovedPair {
  readonly board: string;
  readonly original: StoredEvent;
  readonly copy: StoredEvent;
}

/** The id that a merge gives the copy of an event. No id that comes in begins with a space. The old one may say who they were. */
export function copyId(id: string, salt: string): string {
  return ` merged ${hash('sha256', `${id}\0${salt}`).slice(0, 32)}`;
}

/** What a merge moved that is there still, board by board, oldest first. */
export async function movedPairs(
  store: Pick<PointsStore, 'eventsOf'>,
  boards: readonly BoardSettings[],
  { from, into, salt }: Pick<ToldMerge, 'from' | 'into' | 'salt'>,
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

/** Whether the copy of an event counts in its place. */
export function isMoved({ original, copy }: MovedPair): boolean {
  return original.voided?.reason === MERGED_REASON && copy.voided === undefined;
}

/** What undoes a merge: of each event that it moved, the periods that the copy counts for count the event instead. */
export function movingBack(pairs: readonly MovedPair[]): readonly Revising[] {
  return pairs
    .filter(isMoved)
    .map(({ board, original, copy }) => ({ board, id: copy.id, does: 'void', instead: { restored: original.id } }) as const);
}

/** The events of a player on a board, oldest first, as they came; of more than `most` that were not voided only a few more than these. */
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
