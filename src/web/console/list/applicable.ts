import type { Selected } from './selection.tsx';

type Selection<Row> = Pick<Selected<Row>, 'chosen' | 'rows'>;

/**
 * Whether an act may apply to a selection: to one of its known rows, or to one that is not loaded. With a filter by state, all matches are
 * in the same state.
 */
export function mayApply<Row>({ chosen, rows }: Selection<Row>, applies: (row: Row) => boolean): boolean {
  return ('match' in chosen && !('state' in chosen.match)) || rows.some(applies);
}

/**
 * The part of a selection that an act applies to; `undefined` if there is none. Of all matches the server picks that part, and its `count`
 * is known only if they are all in the same state.
 */
export function applicable<Row extends { readonly id: string }>(
  { chosen, rows, count }: Selection<Row> & Pick<Selected<Row>, 'count'>,
  applies: (row: Row) => boolean,
): Pick<Selected<Row>, 'chosen' | 'count'> | undefined {
  if (!mayApply({ chosen, rows }, applies)) return undefined;
  if ('match' in chosen) return { chosen, count: 'state' in chosen.match ? count : undefined };
  const ids = rows.filter(applies).map(({ id }) => id);
  return { chosen: { ids }, count: ids.length };
}
