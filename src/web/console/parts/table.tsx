/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- rows that are shown as cards are no table to every browser: the roles say it; a table hears the keys that lead from row to row; a row opens what its link opens */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, use } from 'react';

import look from './console.module.css';
import { useDensity } from './density.ts';
import { LIST } from './parts-words.ts';
import { RoomPart, TitleContext } from './room-page.tsx';
import styles from './table.module.css';

type Cell<Row> = (row: Row) => ReactNode;

type Looked<Row> =
  | { readonly text: Cell<Row> }
  | { readonly number: Cell<Row> }
  | { readonly name: Cell<Row> }
  | { readonly line: Cell<Row> };

/**
 * A cell of text, of a number, of a name or other user text that may break anywhere, or of a single line. `by` is the sort value of its
 * column; times as ISO text.
 */
type Column<Row> = Cell<Row> | (Looked<Row> & { readonly by?: (row: Row) => string | number | null });

/** The columns of a table; `heads` has their headings. `actions` needs no heading. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

export interface TableProps<Row> {
  /** The heading, if the table is a section of its own. */
  readonly title?: string | undefined;
  /** The table's accessible name, if it differs from the heading above it. */
  readonly caption?: string | undefined;
  /** The first column names the row. */
  readonly columns: Columns<NoInfer<Row>>;
  readonly heads: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  /** By default a row's id, number or name, or else its index, which is only for rows without actions. */
  readonly keyOf?: (row: Row, i: number) => string | number;
  readonly none: ReactNode;
}

/** A list's additions to a table. */
export interface ListTableProps<Row> {
  /** Makes the heading of a sortable column a button. */
  readonly sort?: { readonly by: string; readonly isDown: boolean; readonly onSort: (column: string) => void } | undefined;
  /** A leading cell with the checkbox that selects the row. */
  readonly check?:
    | { readonly head: ReactNode; readonly cell: (row: Row, i: number) => ReactNode; readonly isChecked: (key: string) => boolean }
    | undefined;
  /** Opens a row's details by its key: through its first cell, which `link` turns into a link, or by a click anywhere on the row. */
  readonly opens?: { readonly link: (key: string, words: ReactNode) => ReactNode; readonly open: (key: string) => void } | undefined;
}

/** A table, or cards if there is no room for columns. The arrow keys move between the corresponding controls of the rows. */
export function DataTable<Row>({ title, ...table }: TableProps<Row>) {
  return (
    <RoomPart title={title}>
      <Rows {...table} />
    </RoomPart>
  );
}

/** The table alone. */
export function Rows<Row>(props: Omit<TableProps<Row>, 'title'> & ListTableProps<Row>) {
  const { caption, columns, heads, rows, keyOf = keyFor, none, sort, check, opens } = props;
  const title = use(TitleContext);
  const [density] = useDensity();
  if (rows.length === 0) return <div className={styles.none}>{none}</div>;
  const shown = Object.entries(columns).map(([name, column]) => {
    const head = name === 'actions' ? LIST.actions : heads[name]!;
    const [look, cell] = cellOf(column);
    const isSortable = sort !== undefined && typeof column === 'object' && column.by !== undefined;
    return { name, head, cell, isSortable, look: name === 'actions' ? styles.last : styles[look] };
  });
  const isFolded = opens !== undefined && density === 'compact';
  return (
    <table role="table" className={`${styles.table} ${styles[density]} ${isFolded ? styles.folded : ''}`} onKeyDown={moveFocus}>
      <caption className="visually-hidden">{caption ?? title}</caption>
      <thead role="rowgroup" className={check && styles.checks}>
        <tr role="row">
          {check === undefined ? null : (
            <th role="columnheader" scope="col" className={styles.check}>
              {check.head}
            </th>
          )}
          {shown.map(({ name, head, look, isSortable }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={look}
              aria-sort={isSortable && sort!.by === name ? (sort!.isDown ? 'descending' : 'ascending') : undefined}
            >
              {isSortable ? (
                <button type="button" className={styles.sort} onClick={() => sort!.onSort(name)}>
                  {head}
                  <span aria-hidden="true">{sort!.by === name ? (sort!.isDown ? '↓' : '↑') : '↕'}</span>
                </button>
              ) : (
                head
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onPointerOver={isFolded ? tellCut : undefined}>
        {rows.map((row, at) => {
          const key = `${keyOf(row, at)}`;
          return (
            <tr
              key={key}
              role="row"
              className={opens && styles.opens}
              data-checked={check?.isChecked(key) || undefined}
              onClick={opens && ((event) => isPlainClick(event) && opens.open(key))}
            >
              {check === undefined ? null : (
                <td role="cell" className={styles.check}>
                  {check.cell(row, at)}
                </td>
              )}
              {shown.map(({ name, head, look, cell }, i) =>
                i === 0 ? (
                  <th key={name} role="rowheader" scope="row" className={look}>
                    <div className={styles.cell}>{opens === undefined ? cell(row) : opens.link(key, cell(row))}</div>
                  </th>
                ) : (
                  <td key={name} role="cell" data-head={head} className={look}>
                    {wrapped(cell(row), name)}
                  </td>
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Empty cells are left out of cards. */
function wrapped(content: ReactNode, name: string): ReactNode {
  return content === null || content === '' || name === 'actions' ? content : <div className={styles.cell}>{content}</div>;
}

function cellOf<Row>(column: Column<Row>): readonly [look: 'text' | 'number' | 'name' | 'line', cell: Cell<Row>] {
  if (typeof column === 'function') return ['text', column];
  const look = (['text', 'number', 'name', 'line'] as const).find((each) => each in column);
  return [look!, (column as unknown as Readonly<Record<string, Cell<Row>>>)[look!]!];
}

/** A row's id, number, username or name; otherwise its index. */
export function keyFor(row: unknown, i: number): string | number {
  const { id, number, username, name } = row as Readonly<Record<string, string | number | undefined>>;
  return id ?? number ?? username ?? name ?? i;
}

/** Whether a click was on the row itself: not on a control in it, not at the end of a text selection, and not in a dialog. */
function isPlainClick({ target, currentTarget, button }: MouseEvent<HTMLTableRowElement>): boolean {
  const at = target as Element;
  if (button !== 0 || !currentTarget.contains(at)) return false;
  return at.closest('a, button, input, select, label, summary, dialog') === null && getSelection()?.isCollapsed !== false;
}

/** Shows the whole text of a truncated cell as its tooltip. */
function tellCut({ target }: PointerEvent): void {
  const cell = (target as Element).closest(`.${styles.cell}`);
  if (cell !== null && cell.scrollHeight > cell.clientHeight + 2) cell.setAttribute('title', cell.textContent);
}

function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const { target, key, currentTarget: table } = event;
  if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return;
  const isCheck = target.matches('[type="checkbox"]');
  if (!isCheck && target.matches('input, select, textarea')) return;
  const controlsOf = (row: Element) => Array.from(row.querySelectorAll<HTMLElement>(isCheck ? 'input' : 'a, button, summary'));
  const rows = Array.from(table.tBodies[0]!.rows);
  const here = rows.findIndex((row) => row.contains(target));
  if (here === -1) return;
  const column = controlsOf(rows[here]!).indexOf(target);
  const stops = rows.map((row) => controlsOf(row)[column] ?? controlsOf(row).at(-1));
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: stops.length - 1 }[key];
  const stop = next === undefined ? undefined : stops[next];
  if (stop === undefined) return;
  event.preventDefault();
  stop.focus();
}

/** The actions of a row. */
export function RowActs({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={LIST.actionsFor(of)} className={styles.acts}>
      {children}
    </div>
  );
}

/** A cell's first line, and details in small print below it, or after it in a compact list. */
export function Lines({ more, children }: { readonly more: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.lines}>
      <span>{children}</span>
      {more === null || more === '' ? null : <span className={`${look.small} anywhere`}>{more}</span>}
    </div>
  );
}
