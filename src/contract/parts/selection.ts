// What bulk acts act on: named items, or everything that matches a list's filters.
import * as z from 'zod/mini';

/** The most items of one bulk act. */
export const MOST_SELECTED = 10_000;

/** The most named items of a request: any ids that many fit into its body. */
export const MOST_IN_BODY = 1000;

/** Describes a selection in the descriptions of endpoints. */
export const SELECTION_RULE = `At most ${MOST_SELECTED.toLocaleString('en')} at once: narrow a selection that matches more.`;

/** Ids of selected items. */
export function idsOf<const Id extends z.ZodMiniType<string, string>>(id: Id) {
  return z.array(id).check(z.minLength(1), z.maxLength(MOST_SELECTED));
}

/** Items by id, or every item that matches. */
export function selectionOf<const Id extends z.ZodMiniType<string, string>, const Match extends z.ZodMiniType>(id: Id, match: Match) {
  return z.union([z.strictObject({ ids: idsOf(id) }), z.strictObject({ match })]);
}
