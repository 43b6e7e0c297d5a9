import * as z from 'zod/mini';

import type { DocumentOf } from '../../store/kept-document.ts';
import { movedSchema } from './moved-events.ts';

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
export interface Merge {
  readonly from: number;
  readonly into: number;
  readonly startedAt: number;
  readonly split: z.infer<typeof splitSchema> | undefined;
}

/** The merges that are under way. */
export const MERGES: DocumentOf<readonly Merge[]> = {
  name: 'merges',
  read: (text = '[]') =>
    mergesSchema.parse(JSON.parse(text)).map(({ from, into, startedAt, again, split = again }) => ({ from, into, startedAt, split })),
};

/** What tells a merge from every other. */
export function nameOf({ from, into, startedAt, split }: Merge): string {
  return [from, into, startedAt, split === undefined ? 'merge' : 'split'].join(' ');
}
