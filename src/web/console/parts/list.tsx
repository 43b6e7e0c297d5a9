/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows that are shown as cards are no table to every browser: the roles say it */
import type { ReactNode } from 'react';

import type { Answer, Asked as AskedOf } from '../../../contract/endpoint.ts';
import type { AnyAsked, Operations } from '../asking/console-api.ts';
import type { QuestionId, QuestionOptions } from '../asking/use-question.ts';
import { Asked } from './asked.tsx';
import { RequestShown } from './request-shown.tsx';
import look from './console.module.css';
import styles from './list.module.css';
import { type Order, TurnPage } from './turn-page.tsx';

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
}

/**
 * A table that is a list of cards where there is no room for columns. The arrow keys go from a row's first link or button to the next
 * row's.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, none }: DataTableProps<Row>) {
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
          <tr key={keyOf(row)} role="row">
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

interface ListProps<Id extends QuestionId, Row> extends QuestionOptions<Id>, Omit<DataTableProps<Row>, 'rows' | 'none'> {
  readonly id: Id;
  readonly asked?: AskedOf<Operations[Id]>;
  readonly rows: (answer: Answer<Operations[Id]>) => readonly Row[];
  readonly none: ReactNode | ((answer: Answer<Operations[Id]>) => ReactNode);
  /** What is said above the rows. */
  readonly above?: (answer: Answer<Operations[Id]>) => ReactNode;
  readonly order?: Order;
}

/** A list that the server is asked for: its rows, the ways to its other pages, and the request that it is the answer to. */
export function List<const Id extends QuestionId, Row>({
  id,
  asked,
  everyMs,
  rows,
  none,
  above,
  order = 'newest',
  ...table
}: ListProps<Id, Row>) {
  return (
    <>
      <Asked id={id} of={asked} everyMs={everyMs}>
        {(answer) => (
          <>
            {above?.(answer)}
            <DataTable {...table} rows={rows(answer)} none={typeof none === 'function' ? none(answer) : none} />
            {isPaged(answer) ? <TurnPage next={answer.next} order={order} /> : null}
          </>
        )}
      </Asked>
      <RequestShown id={id} asked={(asked ?? {}) as AnyAsked} />
    </>
  );
}

/** What can be done about a row. */
export function RowActs({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={`Acts about ${of}`} className={styles.acts}>
      {children}
    </div>
  );
}

/** What a cell says first, and smaller below it what more there is to it, if there is. */
export function Lines({ more, children }: { readonly more: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={look.tight}>
      <span>{children}</span>
      {more === null || more === '' ? null : <span className={look.small}>{more}</span>}
    </div>
  );
}

function isPaged(answer: unknown): answer is { readonly next: string | number | null } {
  return typeof answer === 'object' && answer !== null && 'next' in answer;
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
