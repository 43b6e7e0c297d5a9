/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows that are shown as cards are no table to every browser: the roles say it */
import type { ReactNode } from 'react';

import styles from './data-table.module.css';

/** A column of a table: what its head says, and what a row shows in it. */
interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  readonly isNumber?: boolean;
}

interface DataTableProps<Row> {
  /** What it is a table of. It is told and not seen, because a heading says the same. */
  readonly caption: string;
  /** The first names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** What is said where there is no row. */
  readonly none: ReactNode;
  /** Rows that are looked at more closely. */
  readonly isChosen?: (row: Row) => boolean;
}

/**
 * A table that is a list of cards where there is no room for columns. The arrow keys go from a row's first link or button to the next
 * row's.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, none, isChosen }: DataTableProps<Row>) {
  if (rows.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <table ref={withRowKeys} role="table" className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head, isNumber }) => (
            <th key={head} role="columnheader" scope="col" className={isNumber === true ? styles.number : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" aria-current={isChosen?.(row) === true ? 'true' : undefined}>
            {columns.map(({ head, cell, isNumber }, i) =>
              i === 0 ? (
                <th key={head} role="rowheader" scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={head} role="cell" data-head={head} className={isNumber === true ? styles.number : undefined}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lets the keys for up and down, home and end lead from row to row of a table. */
function withRowKeys(table: HTMLTableElement | null): (() => void) | undefined {
  const move = (event: KeyboardEvent) => moveFocus(event, table!);
  table?.addEventListener('keydown', move);
  return () => table?.removeEventListener('keydown', move);
}

function moveFocus(event: KeyboardEvent, table: HTMLTableElement): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || target.matches('input, select, textarea') || target.closest('dialog') !== null) return;
  const stops = [...table.tBodies[0]!.rows].flatMap((row) => row.querySelector<HTMLElement>('a, button') ?? []);
  const here = stops.findIndex((stop) => stop.closest('tr') === target.closest('tr'));
  if (here === -1) return;
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: stops.length - 1 }[key];
  const stop = next === undefined ? undefined : stops[next];
  if (stop === undefined) return;
  event.preventDefault();
  stop.focus();
}
