// What a merge of two players moved: the events of the first one, and their copies, which are the other one's.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, StoredEvent } from '../../store/stored-values.ts';

/** Events that are read at once. */
const AT_ONCE = 1000;

/** Why events are voided that count for another player. It names nobody: that player may be erased. */
export const MERGED_REASON = 'Merged into another player.';

/** Why copies are voided whose events count for the first player again. */
export const SPLIT_REASON = 'The merge of two players was taken back.';

/** The reasons of what merges void: nobody else may restore one of these, or it would count twice. */
export const MERGE_REASONS: ReadonlySet<string> = new Set([MERGED_REASON, SPLIT_REASON]);

export const movedSchema = z.object({
  /** By the name of the board, the `seq` of each event of the first player. */
  events: z.record(z.string(), z.array(z.int())),
  /** The ids of what was held of them. */
  held: z.array(z.string()),
});

/** What a merge moved, as it is kept beside its entry of the audit log. */
export type Moved = z.infer<typeof movedSchema>;

/** An event of the first player, and its copy. */
export interface MovedPair {
  readonly original: StoredEvent;
  readonly copy: StoredEvent;
}

/**
 * The ids that the copy of an event may have: the first one, unless a copy has it that was made for another player and taken
 * back. No id that comes in begins with a space. The old one may say who they were.
 */
export function copyIds({ id }: Pick<StoredEvent, 'id'>, into: number): readonly [first: string, own: string] {
  return [` merged ${hash('sha256', id).slice(0, 32)}`, ` merged ${hash('sha256', `${id}\0${into}`).slice(0, 32)}`];
}

/** What was moved from one player into another that is there still, by board, oldest first. */
export async function movedPairs(
  store: Pick<PointsStore, 'eventsOf'>,
  boards: readonly BoardSettings[],
  { events }: Moved,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<readonly { readonly board: BoardSettings; readonly pairs: readonly MovedPair[] }[]> {
  const found: { readonly board: BoardSettings; readonly pairs: readonly MovedPair[] }[] = [];
  for (const board of boards.filter(({ name }) => Object.hasOwn(events, name))) {
    const seqs = new Set(events[board.name]);
    const copies = new Map((await eventsOfPlayer(store, board, into)).map((event) => [event.id, event]));
    const pairs = (await eventsOfPlayer(store, board, from)).flatMap((original) => {
      const copy =
        seqs.has(original.seq) &&
        copyIds(original, into)
          .map((id) => copies.get(id))
          .find((event) => event !== undefined);
      return copy ? [{ original, copy }] : [];
    });
    found.push({ board, pairs });
  }
  return found;
}

/** Whether the copy of an event counts in its place. */
export function isMoved({ original, copy }: MovedPair): boolean {
  return original.voided?.reason === MERGED_REASON && copy.voided === undefined;
}

/** Whether an event counts again, and its copy does not. */
export function isBack({ original, copy }: MovedPair): boolean {
  return original.voided === undefined && copy.voided?.reason === SPLIT_REASON;
}

/** The events of a player on a board, oldest first, as they came; a few more than `most` if there are. */
export async function eventsOfPlayer(
  store: Pick<PointsStore, 'eventsOf'>,
  { name }: BoardSettings,
  player: number,
  most = Infinity,
): Promise<readonly StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (let more = true; more && all.length <= most;) {
    const before = all.at(-1)?.seq;
    const events = await store.eventsOf(name, player, { ...(before !== undefined && { before }), limit: AT_ONCE });
    all.push(...events);
    more = events.length === AT_ONCE;
  }
  return all.toReversed();
}
