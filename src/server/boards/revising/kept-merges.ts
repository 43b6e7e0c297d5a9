import * as z from 'zod/mini';

import type { PointsStore } from '../../store/points-store.ts';
import { movedSchema } from './moved-events.ts';

/** The name the store keeps the merges under that are under way. */
export const MERGES = 'merges';

/** What the merge moved, and the number of its entry; 0 in what an earlier version kept. */
const splitSchema = z.object({ entry: z._default(z.int(), 0), moved: movedSchema });

const mergesSchema = z.array(
  z.object({
    from: z.int(),
    into: z.int(),
    startedAt: z.int(),
    /** Of the undo of a merge. */
    split: z.optional(splitSchema),
    /** The same in what an earlier version kept. That could redo what was undone: what it redid by half is undone. */
    again: z.optional(splitSchema),
  }),
);

/** A merge, or the undo of one, that began and did not end yet: players by number, and when it began, in epoch milliseconds. */
export type Merge = ReturnType<typeof mergesIn>[number];

/** The merges as the store keeps them. */
export async function keptMerges(store: Pick<PointsStore, 'document'>): Promise<readonly Merge[]> {
  return mergesIn(await store.document(MERGES));
}

/** The merges of the document as it is kept; none where there is no document. */
export function mergesIn(text = '[]') {
  return mergesSchema.parse(JSON.parse(text)).map(({ from, into, startedAt, again, split = again }) => ({ from, into, startedAt, split }));
}

/** What tells a merge from every other. */
export function nameOf({ from, into, startedAt, split }: Merge): string {
  return [from, into, startedAt, split === undefined ? 'merge' : 'split'].join(' ');
}
