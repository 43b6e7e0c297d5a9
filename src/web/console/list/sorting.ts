import type { Columns } from '../parts/table.tsx';

/** A column, and whether its largest value is first. */
export interface Sort {
  readonly by: string;
  readonly isDown: boolean;
}

/** The sort in the URL: `points`, or `-points` for descending; `undefined` without one, or for a column that is not sortable. */
export function sortIn<Row>(text: string, columns: Columns<Row>): Sort | undefined {
  const isDown = text.startsWith('-');
  const by = isDown ? text.slice(1) : text;
  return keyOf(columns, by) === undefined ? undefined : { by, isDown };
}

/** A sort as text for the URL. */
export function sortText(sort: Sort | undefined): string {
  return sort === undefined ? '' : `${sort.isDown ? '-' : ''}${sort.by}`;
}

function keyOf<Row>(columns: Columns<Row>, by: string): ((row: Row) => string | number | null) | undefined {
  const column = Object.hasOwn(columns, by) ? columns[by] : undefined;
  return typeof column === 'object' ? column.by : undefined;
}

const TEXTS = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Rows in the order of a sort. Equal rows keep their order; rows without a value come last. */
export function sorted<Row>(rows: readonly Row[], columns: Columns<Row>, sort: Sort | undefined): readonly Row[] {
  const key = sort && keyOf(columns, sort.by);
  if (key === undefined) return rows;
  const way = sort!.isDown ? -1 : 1;
  return rows
    .map((row) => ({ row, value: key(row) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      if (typeof a.value === 'number' && typeof b.value === 'number') return way * (a.value - b.value);
      return way * TEXTS.compare(`${a.value}`, `${b.value}`);
    })
    .map(({ row }) => row);
}
