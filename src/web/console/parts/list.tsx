/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-interactions -- rows that are shown as cards are no table to every browser: the roles say it; a table hears the keys that lead from row to row */
import { type ChangeEvent, type ComponentProps, type KeyboardEvent, type ReactNode, use, useEffect, useRef, useState } from 'react';

import type { Answer, Asked as AskedOf } from '../../../contract/endpoint.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import type { Operations } from '../asking/console-api.ts';
import { useAddress } from '../asking/use-address.ts';
import type { QuestionId, QuestionOptions } from '../asking/use-question.ts';
import { Asked } from './asked.tsx';
import look from './console.module.css';
import { Fields, FormContext } from './fields.tsx';
import { textOf } from './form-body.ts';
import styles from './list.module.css';
import { LIST } from './parts-words.ts';
import { RoomPart, TitleContext } from './room-page.tsx';

/** A cell of text, of a number, of a name or other user text that may break anywhere, or of one line. */
type Column<Row> = Cell<Row> | { readonly number: Cell<Row> } | { readonly name: Cell<Row> } | { readonly line: Cell<Row> };

type Cell<Row> = (row: Row) => ReactNode;

/** The columns of a table; `heads` has their headings. `actions` needs none. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

interface DataTableProps<Row> {
  /** The heading of a section of its own. */
  readonly title?: string | undefined;
  /** The table's accessible name, where the heading above it says something else. */
  readonly caption?: string | undefined;
  /** The first names the row. */
  readonly columns: Columns<NoInfer<Row>>;
  readonly heads: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  /** By default a row's id, number or name, or its index, which is for rows without actions. */
  readonly keyOf?: (row: Row, i: number) => string | number;
  readonly none: ReactNode;
}

/** A table, or cards where there is no room for columns. The arrow keys move between the first link or button of each row. */
export function DataTable<Row>({ title, ...table }: DataTableProps<Row>) {
  return (
    <RoomPart title={title}>
      <Rows {...table} />
    </RoomPart>
  );
}

function Rows<Row>({ caption, columns, heads, rows, keyOf = keyFor, none }: DataTableProps<Row>) {
  const title = use(TitleContext);
  if (rows.length === 0) return <p className={styles.none}>{none}</p>;
  const shown = Object.entries(columns).map(([name, column]) => {
    const head = name === 'actions' ? LIST.actions : heads[name]!;
    if (typeof column === 'function') return { head, cell: column, look: undefined };
    const [[look, cell]] = Object.entries(column) as [[string, Cell<Row>]];
    return { head, cell, look: styles[look] };
  });
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
        {rows.map((row, i) => (
          <tr key={keyOf(row, i)} role="row">
            {shown.map(({ head, look, cell }, i) =>
              i === 0 ? (
                <th key={head} role="rowheader" scope="row" className={look}>
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

function keyFor(row: unknown, i: number): string | number {
  const { id, number, username, name } = row as Readonly<Record<string, string | number | undefined>>;
  return id ?? number ?? username ?? name ?? i;
}

/** The rows of an answer: its list with the operation's name. */
type RowOf<Id extends QuestionId> = Answer<Operations[Id]> extends { readonly [Name in Id]: readonly (infer Row)[] } ? Row : never;

interface ListProps<Id extends QuestionId, Row> extends QuestionOptions<Id>, Omit<DataTableProps<Row>, 'rows'> {
  readonly id: Id;
  /** What the filters override. */
  readonly asked?: AskedOf<Operations[Id]>;
  /** Those that `asked` does not name are its query; `all` is no filter. */
  readonly filters?: ComponentProps<typeof Fields>['of'] | undefined;
  readonly rows?: (answer: Answer<Operations[Id]>) => readonly Row[];
  readonly noMatch?: ReactNode;
  readonly above?: (answer: Answer<Operations[Id]>) => ReactNode;
  readonly order?: Order;
}

const NO_FILTERS = {};

/** A list from the API: its filters, rows, paging, and the request behind it. */
export function List<const Id extends QuestionId, Row = RowOf<Id>>({
  id,
  asked,
  title,
  everyMs,
  filters = NO_FILTERS,
  rows,
  none,
  noMatch = none,
  above,
  order = 'newest',
  ...table
}: ListProps<Id, Row>) {
  const { narrowed } = useAddress();
  const names = Object.keys(filters).filter((name) => asked === undefined || !(name in asked));
  const sought = names.length === 0 ? {} : narrowed([...names, 'before']);
  const query = Object.entries({ ...asked?.query, ...sought }).filter(([, value]) => value !== 'all');
  const isSought = Object.keys(sought).length > 0;
  const noneIn = (answer: unknown) => (isPaged(answer) && answer.next !== null ? LIST.emptyPage : isSought ? noMatch : none);
  return (
    <RoomPart title={title}>
      {filters === NO_FILTERS ? null : <ListFilters of={filters} />}
      <Asked hasRequest id={id} of={{ ...asked!, query: Object.fromEntries(query) }} everyMs={everyMs}>
        {(answer) => (
          <>
            {above?.(answer)}
            <DataTable {...table} rows={rows === undefined ? (answer as never)[id] : rows(answer)} none={noneIn(answer)} />
            {isPaged(answer) ? <TurnPage next={answer.next} order={order} /> : null}
          </>
        )}
      </Asked>
    </RoomPart>
  );
}

/** The actions of a row. */
export function RowActs({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={LIST.actionsFor(of)} className={styles.acts}>
      {children}
    </div>
  );
}

/** A cell's first line, and details in small print below it. */
export function Lines({ more, children }: { readonly more: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <span>{children}</span>
      {more === null || more === '' ? null : <span className={`${look.small} anywhere`}>{more}</span>}
    </div>
  );
}

function isPaged(answer: unknown): answer is { readonly next: string | number | null } {
  return typeof answer === 'object' && answer !== null && 'next' in answer;
}

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

/** How long after the last keystroke a search is applied, in milliseconds. */
const PAUSE_MS = 250;

/**
 * The filters of a list, kept in the address. Choices and days apply at once, searches while typing, and exact names on Enter or when
 * the field is left.
 */
export function ListFilters({ of }: Pick<ComponentProps<typeof Fields>, 'of'>) {
  const names = Object.keys(of);
  const { said, say } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyped = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const told = names.map(said).join('\n');
  // A new address resets the form, unless it came from the form: that would interrupt typing.
  const [{ begun, seen, typed }, setForm] = useState({ begun: told, seen: told, typed: told });
  if (seen !== told) setForm({ begun: typed === told ? begun : told, seen: told, typed: told });
  const apply = (replace = false) => {
    clearTimeout(timer.current);
    isTyped.current = false;
    const data = new FormData(form.current!);
    const words = names.map((name) => textOf(data, name));
    setForm((now) => ({ ...now, typed: words.join('\n') }));
    say(Object.fromEntries(names.map((name, i) => [name, words[i]!])), { replace });
  };
  const changed = ({ target }: ChangeEvent<HTMLFormElement>) => {
    clearTimeout(timer.current);
    isTyped.current = true;
    if ((target as Element).matches('select, [type="date"]')) apply();
    else if ((target as Element).matches('[type="search"]')) timer.current = setTimeout(() => apply(true), PAUSE_MS);
  };
  return (
    <search>
      <form
        key={begun}
        ref={form}
        className={`${look.fit} ${styles.filters}`}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        onChange={changed}
        onBlur={() => isTyped.current && apply()}
      >
        <FormContext value={{ faults: new Map(), kept: Object.fromEntries(names.map((name) => [name, said(name)])) }}>
          <Fields of={of} />
        </FormContext>
        {/* Enter submits only a form with a button for it. */}
        <button type="submit" hidden>
          {LIST.apply}
        </button>
        {names.some((name) => said(name) !== '') ? (
          <div>
            <button type="button" className={control.words} onClick={() => say(Object.fromEntries(names.map((name) => [name, ''])))}>
              {LIST.clear}
            </button>
          </div>
        ) : null}
      </form>
    </search>
  );
}

/** What the first page has: the newest entries, or the closest matches. */
type Order = 'newest' | 'nearest';

/** Links to the other pages of a list; `next` is the answer's cursor, null on the last page. */
function TurnPage({ next, order }: { readonly next: string | number | null; readonly order: Order }) {
  const { said, withWords } = useAddress();
  const { first, further, end } = LIST[order];
  const isFirst = said('before') === '';
  if (isFirst && next === null) return null;
  return (
    <nav aria-label={LIST.pages} className={look.row}>
      <Way to={isFirst ? null : withWords({ before: '' })} words={first} />
      <Way to={next === null ? null : withWords({ before: `${next}` })} words={next === null ? end : further} />
    </nav>
  );
}

function Way({ to, words }: { readonly to: string | null; readonly words: string }) {
  if (to === null) return <span className={control.end}>{words}</span>;
  return (
    <Link to={{ search: to }} className={control.button}>
      {words}
    </Link>
  );
}

const PAGE_ROWS = 50;

/** A table of rows that are loaded whole; the `page` of the address is shown. */
export function PagedTable<Row>({ title, rows, ...table }: DataTableProps<Row>) {
  const { said, withWords } = useAddress();
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const page = Math.min(pages, Math.max(1, Number.parseInt(said('page'), 10) || 1));
  const to = (other: number) => withWords({ page: other === 1 ? '' : `${other}` });
  return (
    <RoomPart title={title}>
      <DataTable rows={rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS)} {...table} />
      {pages === 1 ? null : (
        <nav aria-label={LIST.pages} className={look.row}>
          {page === 1 ? null : <Way to={to(page - 1)} words={LIST.previous} />}
          <Way to={null} words={LIST.page(page, pages)} />
          {page === pages ? null : <Way to={to(page + 1)} words={LIST.next} />}
        </nav>
      )}
    </RoomPart>
  );
}
