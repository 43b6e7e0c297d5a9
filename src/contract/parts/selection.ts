// The selection of a bulk act: named items, or all items that match a list's filters.
import * as z from 'zod/mini';

/** The maximum number of items in one bulk act. */
export const MOST_SELECTED = 10_000;

/** The maximum number of items named in a request: that many ids of any length fit into its body. */
export const MOST_IN_BODY = 1000;

/** Documents a selection in endpoint descriptions. */
export const SELECTION_RULE = `At most ${MOST_SELECTED.toLocaleString('en')} at once: narrow a selection that matches more.`;

/** Ids of selected items. */
export function idsOf<const Id extends z.ZodMiniType<string, string>>(id: Id) {
  return z.array(id).check(z.minLength(1), z.maxLength(MOST_SELECTED));
}

/** Items by id, or all items that match. */
export function selectionOf<const Id extends z.ZodMiniType<string, string>, const Match extends z.ZodMiniType>(id: Id, match: Match) {
  return z.union([z.strictObject({ ids: idsOf(id) }), z.strictObject({ match })]);
}
