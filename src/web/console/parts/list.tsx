/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-interactions -- rows that are shown as cards are no table to every browser: the roles say it; a table hears the keys that lead from row to row */
import { type KeyboardEvent, type ReactNode, use, useRef } from 'react';

import type { Answer, Asked as AskedOf } from '../../../contract/endpoint.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import type { Operations } from '../asking/console-api.ts';
import { useAddress } from '../asking/use-address.ts';
import type { QuestionId, QuestionOptions } from '../asking/use-question.ts';
import { Asked } from './asked.tsx';
import look from './console.module.css';
import { FormContext } from './fields.tsx';
import styles from './list.module.css';
import { TitleContext } from './room-page.tsx';
import { textOf } from './form-body.ts';

/** What a row shows in a column. Numbers stand at its end. */
type Column<Row> = Cell<Row> | { readonly number: Cell<Row> };

type Cell<Row> = (row: Row) => ReactNode;

/** The columns of a table by what their heads say. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

interface DataTableProps<Row> {
  /** What it is a table of, where the heading above it says something else. It is told and not seen. */
  readonly caption?: string | undefined;
  /** The first names the row. */
  readonly columns: Columns<NoInfer<Row>>;
  readonly rows: readonly Row[];
  /** What tells a row from the others; its id or name, unless this is given. */
  readonly keyOf?: (row: Row) => string | number;
  /** What is said where there is no row. */
  readonly none: ReactNode;
}

/**
 * A table that is a list of cards where there is no room for columns. The arrow keys go from a row's first link or button to the next
 * row's.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf = idOf, none }: DataTableProps<Row>) {
  const title = use(TitleContext);
  if (rows.length === 0) return <p className={styles.none}>{none}</p>;
  const shown = Object.entries(columns).map(([head, column]) =>
    typeof column === 'object' ? { head, cell: column.number, look: styles.number } : { head, cell: column, look: undefined },
  );
  return (
    <table role="table" className={styles.table} onKeyDown={moveFocus}>
      <caption className="visually-hidden">{caption ?? title}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {shown.map(({ head, look }) => (
            <th key={head} role="columnheader" scope="col" className={look}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {shown.map(({ head, look, cell }, i) =>
              i === 0 ? (
                <th key={head} role="rowheader" scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={head} role="cell" data-head={head} className={look}>
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

function idOf(row: unknown): string {
  const { id, name } = row as { readonly id?: string; readonly name: string };
  return id ?? name;
}

interface ListProps<Id extends QuestionId, Row> extends QuestionOptions<Id>, Omit<DataTableProps<Row>, 'rows' | 'none'> {
  readonly id: Id;
  readonly asked?: AskedOf<Operations[Id]>;
  readonly rows: (answer: Answer<Operations[Id]>) => readonly Row[];
  readonly none: ReactNode | ((answer: Answer<Operations[Id]>) => ReactNode);
  /** What is said above the rows. */
  readonly above?: (answer: Answer<Operations[Id]>) => ReactNode;
  /** What it begins with: the newest, or what is nearest to what was typed. */
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
    <Asked hasRequest id={id} of={asked} everyMs={everyMs}>
      {(answer) => (
        <>
          {above?.(answer)}
          <DataTable {...table} rows={rows(answer)} none={typeof none === 'function' ? none(answer) : none} />
          {isPaged(answer) ? <TurnPage next={answer.next} order={order} /> : null}
        </>
      )}
    </Asked>
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
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const { target, key, currentTarget: table } = event;
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

/**
 * What a list is narrowed by. Each field is a word of the address by its name, so that a reload and a copied link show the same.
 * Choices hold at once, what is typed when it is sent.
 */
export function ListFilters({ names, children }: { readonly names: readonly string[]; readonly children: ReactNode }) {
  const { said, say } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const apply = () => {
    const data = new FormData(form.current!);
    say(Object.fromEntries(names.map((name) => [name, textOf(data, name)])));
  };
  const isNarrowed = names.some((name) => said(name) !== '');
  return (
    <search>
      <form
        // Another address is another form: its fields begin with what the address says.
        key={names.map(said).join('\n')}
        ref={form}
        className={`${look.fit} ${styles.filters}`}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        onChange={(event) => {
          if ((event.target as Element).matches('select, [type="date"]')) apply();
        }}
      >
        <FormContext value={{ faults: new Map(), kept: Object.fromEntries(names.map((name) => [name, said(name)])) }}>
          {children}
        </FormContext>
        <div className={look.row}>
          <button type="submit" className={control.button}>
            Show
          </button>
          {isNarrowed ? (
            <button type="button" className={control.words} onClick={() => say(Object.fromEntries(names.map((name) => [name, ''])))}>
              Clear the filters
            </button>
          ) : null}
        </div>
      </form>
    </search>
  );
}

type Order = keyof typeof WORDS;

const WORDS = {
  newest: { first: 'Newest', further: 'Older', end: 'No older ones' },
  nearest: { first: 'Nearest', further: 'More', end: 'No more' },
} as const;

/** Turns the pages of a list; `next` is the answer's, and null on the last page. */
function TurnPage({ next, order }: { readonly next: string | number | null; readonly order: Order }) {
  const { said, withWords } = useAddress();
  const { first, further, end } = WORDS[order];
  const isFirst = said('before') === '';
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Pages of the list" className={look.row}>
      <Way to={isFirst ? null : withWords({ before: '' })} words={first} />
      <Way to={next === null ? null : withWords({ before: `${next}` })} words={next === null ? end : further} />
    </nav>
  );
}

/** The way to another page of a list, by the query that shows it; where it would stand, if there is none. */
function Way({ to, words }: { readonly to: string | null; readonly words: string }) {
  if (to === null) return <span className={control.end}>{words}</span>;
  return (
    <Link to={{ search: to }} className={control.button}>
      {words}
    </Link>
  );
}

/** How many rows a page of a list has that is read whole. */
const PAGE_ROWS = 50;

/** A table of rows that are read whole, of which the `page` of the address is shown, with the ways to the others. */
export function PagedTable<Row>({ rows, ...table }: DataTableProps<Row>) {
  const { said, withWords } = useAddress();
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const page = Math.min(pages, Math.max(1, Number.parseInt(said('page'), 10) || 1));
  const to = (other: number) => withWords({ page: other === 1 ? '' : `${other}` });
  return (
    <>
      <DataTable rows={rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS)} {...table} />
      {pages === 1 ? null : (
        <nav aria-label="Pages of the list" className={look.row}>
          {page === 1 ? null : <Way to={to(page - 1)} words="Back" />}
          <Way to={null} words={`Page ${page} of ${pages}`} />
          {page === pages ? null : <Way to={to(page + 1)} words="Next" />}
        </nav>
      )}
    </>
  );
}
