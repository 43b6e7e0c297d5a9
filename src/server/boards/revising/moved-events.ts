// What a merge of two players moved: the events of the first one, and their copies, which are the other one's.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import type { PeriodKind } from '../../../domain/calendar.ts';
import { keptBeside } from '../../audit/beside-entry.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, StoredEvent, StoredPlayer } from '../../store/stored-values.ts';

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

/** A merge as its entry of the audit log has it: players by number, and the number of the entry. */
export interface ToldMerge {
  readonly from: number;
  readonly into: number;
  readonly entry: number;
  readonly moved: Moved;
}

/** The merge that an entry tells of, if what it moved was kept. */
export async function toldMerge(store: Pick<PointsStore, 'record'>, told: ToldAct): Promise<ToldMerge> {
  // Kept by `Merges` in this form.
  const moved = (await keptBeside(store, told)) as Moved;
  return { from: Number(told.kept.subject), into: told.kept.player!, entry: told.number, moved };
}

/** An event of the first player, and its copy, if there is one. */
export interface MovedEvent {
  readonly original: StoredEvent;
  readonly copy: StoredEvent | undefined;
}

/** An event that has a copy. */
export interface MovedPair extends MovedEvent {
  readonly copy: StoredEvent;
}

/** An event that was taken out of the periods that another one is to count for instead. */
export type LeavingEvent = StoredEvent & { readonly countsFor: readonly PeriodKind[] };

/** The copy of an event that a merge makes for another player. */
export function copyOf(event: LeavingEvent, { username }: StoredPlayer, entry: number) {
  const { points, at, receivedAt, activity, countsFor } = event;
  const told = { username, points, at: new Date(at).toISOString(), receivedAt, activity, countsFor };
  return { ...told, id: copyId(event, entry), digest: 'merged', isOperators: true };
}

/** The id that a merge gives the copy of an event. No id that comes in begins with a space. The old one may say who they were. */
function copyId({ id }: Pick<StoredEvent, 'id'>, entry: number): string {
  return ` merged ${hash('sha256', `${id}\0entry ${entry}`).slice(0, 32)}`;
}

/** The ids that an earlier version gave copies, whatever merge it was: the second one where another player had the first. */
function formerCopyIds({ id }: Pick<StoredEvent, 'id'>, into: number): readonly string[] {
  return [id, `${id}\0${into}`].map((text) => ` merged ${hash('sha256', text).slice(0, 32)}`);
}

/** What a merge moves, or moved, that is there still, by board, oldest first. */
export async function movedEvents(
  store: Pick<PointsStore, 'eventsOf'>,
  boards: readonly BoardSettings[],
  { from, into, entry, moved }: ToldMerge,
): Promise<readonly { readonly board: BoardSettings; readonly events: readonly MovedEvent[] }[]> {
  const found: { readonly board: BoardSettings; readonly events: readonly MovedEvent[] }[] = [];
  for (const board of boards.filter(({ name }) => Object.hasOwn(moved.events, name))) {
    const seqs = new Set(moved.events[board.name]);
    const copies = new Map((await eventsOfPlayer(store, board, into)).map((event) => [event.id, event]));
    const originals = (await eventsOfPlayer(store, board, from)).filter(({ seq }) => seqs.has(seq));
    const events = originals.map((original) => {
      const id = [copyId(original, entry), ...formerCopyIds(original, into)].find((each) => copies.has(each));
      return { original, copy: id === undefined ? undefined : copies.get(id) };
    });
    found.push({ board, events });
  }
  return found;
}

/** {@link movedEvents}, of which those that have a copy. */
export async function movedPairs(
  ...asked: Parameters<typeof movedEvents>
): Promise<readonly { readonly board: BoardSettings; readonly pairs: readonly MovedPair[] }[]> {
  const found = await movedEvents(...asked);
  return found.map(({ board, events }) => ({ board, pairs: events.filter((event) => event.copy !== undefined) as readonly MovedPair[] }));
}

/** Whether the copy of an event counts in its place. */
export function isMoved({ original, copy }: MovedPair): boolean {
  return original.voided?.reason === MERGED_REASON && copy.voided === undefined;
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
