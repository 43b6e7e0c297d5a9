import { type ComponentProps, type ReactNode, useRef } from 'react';

import { ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked as AskedOf, Endpoint } from '../../../contract/endpoint.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import type { AnyAsked, Operations } from '../asking/console-api.ts';
import { type Address, useAddress } from '../asking/use-address.ts';
import type { QuestionId, QuestionOptions } from '../asking/use-question.ts';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import type { Fields } from '../parts/fields.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { SidePanel } from '../parts/side-panel.tsx';
import { keyFor, Rows, type TableProps } from '../parts/table.tsx';
import { ExportButton } from './export-button.tsx';
import { ListFilters } from './filters.tsx';
import { LIST } from './list-words.ts';
import styles from './list.module.css';
import { type Bulk, SelectionBar, usePicks } from './selection.tsx';
import { sorted, type Sort, sortIn, sortText } from './sorting.ts';
import { PAGE_SIZES, Tools } from './tools.tsx';
import { SavedViews } from './views.tsx';

/** The type of an answer's rows: the list with the operation's name. */
type RowOf<Id extends QuestionId> = Answer<Operations[Id]> extends { readonly [Name in Id]: readonly (infer Row)[] } ? Row : never;

interface RowsProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  /** The details of a row in a side panel; `param` is the URL parameter for its key. The row may be on another page. */
  readonly opens?: {
    readonly param?: string;
    readonly title: (key: string, row: Row | undefined) => string;
    readonly of: (key: string, row: Row | undefined) => ReactNode;
  };
  readonly bulk?: Bulk<NoInfer<Row>>;
}

interface ListProps<Id extends QuestionId, Row> extends QuestionOptions<Id>, RowsProps<Row> {
  readonly id: Id;
  /** Default parameters, which filters override. */
  readonly asked?: AskedOf<Operations[Id]>;
  /** Filters not named in `asked` become the query; `all` means no filter. */
  readonly filters?: ComponentProps<typeof Fields>['of'] | undefined;
  readonly rows?: (answer: Answer<Operations[Id]>) => readonly Row[];
  readonly noMatch?: ReactNode;
  readonly above?: (answer: Answer<Operations[Id]>) => ReactNode;
  readonly order?: Order;
  /** Whether the rows can be exported, as the API returns them. */
  readonly isExported?: boolean;
  /** For a list that is loaded whole: the searchable texts of a row. */
  readonly searched?: (row: NoInfer<Row>) => readonly string[];
}

const NO_FILTERS: ComponentProps<typeof Fields>['of'] = {};

const SEARCH = { q: { label: LIST.search, type: 'search' } } as const;

/** A list from the API: its filters, rows, paging, and the request behind it. A list without a title is the page's main content. */
export function List<const Id extends QuestionId, Row = RowOf<Id>>(props: ListProps<Id, Row>) {
  const {
    id,
    asked,
    title,
    everyMs,
    filters: own = NO_FILTERS,
    rows,
    none,
    noMatch = none,
    above,
    order = 'newest',
    isExported = false,
    searched,
    ...table
  } = props;
  const { said, narrowed } = useAddress();
  const isMain = title === undefined;
  const filters = searched === undefined ? own : { ...SEARCH, ...own };
  const names = Object.keys(own).filter((name) => asked === undefined || !(name in asked));
  const sought = narrowed(names);
  const { before, ...query } = Object.fromEntries(
    Object.entries<string | number | undefined>({ ...(asked as AnyAsked | undefined)?.query, ...sought }).filter(
      ([, value]) => value !== 'all',
    ),
  );
  const text = searched === undefined ? '' : said('q').toLocaleLowerCase();
  const isFound = (row: Row) => text === '' || searched!(row).some((each) => each.toLocaleLowerCase().includes(text));
  const isSought = Object.keys(sought).length > 0 || text !== '';
  const paging =
    names.length === 0 && !isMain ? {} : { ...narrowed(['before']), ...(isMain && takesLimit(id) && { limit: pageSize(said('limit')) }) };
  const of = { ...asked, query: { ...query, ...(before !== undefined && { before }), ...paging } } as AskedOf<Operations[Id]>;
  const { query: _, ...on } = (asked ?? {}) as AnyAsked;
  return (
    <RoomPart title={title}>
      {isMain && filters !== NO_FILTERS ? <SavedViews /> : null}
      {filters === NO_FILTERS ? null : <ListFilters of={filters} />}
      <Asked hasRequest id={id} of={of} everyMs={everyMs}>
        {(answer, { isPrevious }) => {
          const all: readonly Row[] = rows === undefined ? (answer as never)[id] : rows(answer);
          const shown = all.filter(isFound);
          const paged = isPaged(answer) ? answer : undefined;
          return (
            <>
              {above?.(answer)}
              <ListRows
                {...table}
                id={isMain ? '' : id}
                isPrevious={isPrevious}
                rows={shown}
                none={paged?.next ? LIST.emptyPage : isSought ? noMatch : none}
                scope={JSON.stringify([on, query])}
                match={{ ...on, ...query }}
                total={paged?.total ?? undefined}
                paged={paged && { next: paged.next, order }}
                which={whichOf(filters, said, isSought)}
                exported={isExported ? { id, asked: { ...on, query }, isFound: isFound as (row: unknown) => boolean } : undefined}
              />
            </>
          );
        }}
      </Asked>
    </RoomPart>
  );
}

function takesLimit(id: QuestionId): boolean {
  const { query } = ENDPOINTS[id] as Endpoint & { readonly query?: { readonly shape?: object } };
  return query?.shape !== undefined && 'limit' in query.shape;
}

/** The adjective of the count: "waiting", "matching", "in all". */
function whichOf(filters: NonNullable<ListProps<QuestionId, unknown>['filters']>, said: Address['said'], isSought: boolean): string {
  const { state } = filters;
  const options = state?.options as Readonly<Record<string, string>> | undefined;
  const chosen = said('state');
  if (options !== undefined && chosen !== 'all' && !options[chosen]?.startsWith('All'))
    return options[chosen]?.toLowerCase() ?? LIST.matching;
  return isSought && chosen !== 'all' ? LIST.matching : LIST.all;
}

function pageSize(text: string): number {
  const size = Number(text);
  return PAGE_SIZES.includes(size) ? size : 50;
}

/** A list of rows that are loaded whole: sorted, and paged by the URL's `page`. */
export function PagedTable<Row>({ title, rows, ...table }: RowsProps<Row> & Pick<TableProps<Row>, 'rows'>) {
  return (
    <RoomPart title={title}>
      <ListRows {...table} id={title === undefined ? '' : title} rows={rows} scope="" match={{}} which={LIST.all} />
    </RoomPart>
  );
}

interface ListRowsProps<Row> extends RowsProps<Row>, Pick<TableProps<Row>, 'rows'> {
  /** `''` for the page's main content; otherwise a prefix of its URL parameters. */
  readonly id: string;
  readonly scope: string;
  /** Whether the rows are still those of the previous filters: they are shown, but cannot be selected. */
  readonly isPrevious?: boolean;
  readonly match: object;
  readonly total?: number | undefined;
  /** `undefined` if these rows are all. */
  readonly paged?: { readonly next: string | number | null; readonly order: Order } | undefined;
  readonly which: string;
  readonly exported?: ComponentProps<typeof ExportButton> | undefined;
}

function ListRows<Row>(props: ListRowsProps<Row>) {
  const {
    id,
    rows,
    isPrevious = false,
    columns,
    keyOf = keyFor,
    opens,
    bulk,
    scope,
    match,
    total,
    paged,
    which,
    exported,
    ...table
  } = props;
  const address = useAddress();
  const { said, say, withWords } = address;
  const { count } = useNumberFormat();
  const place = useRef<HTMLDivElement>(null);
  const isWhole = paged === undefined || (said('before') === '' && paged.next === null);
  const sortWord = id === '' ? 'sort' : `${id}-sort`;
  const sort = isWhole ? sortIn(said(sortWord), columns) : undefined;
  const all = isWhole ? sorted(rows, columns, sort) : rows;
  const pageWord = id === '' ? 'page' : `${id}-page`;
  const size = pageSize(said('limit'));
  const pages = paged === undefined ? Math.max(1, Math.ceil(all.length / size)) : 1;
  const page = Math.min(pages, Math.max(1, Number.parseInt(said(pageWord), 10) || 1));
  const shown = pages === 1 ? all : all.slice((page - 1) * size, page * size);
  const before = paged === undefined ? (page - 1) * size : Math.max(0, Number.parseInt(said('skip'), 10) || 0);
  const known = total ?? (isWhole ? rows.length : paged?.next === null ? before + rows.length : undefined);
  const picks = usePicks({ scope, page: shown, total: known, keyOf, bulk, place });
  const param = opens?.param ?? 'row';
  const open = opens === undefined ? '' : said(param);
  const opened = shown.find((row, i) => `${keyOf(row, i)}` === open);
  const details = opens === undefined || open === '' ? null : opens.of(open, opened);
  return (
    <div ref={place} tabIndex={-1} className={styles.list}>
      {id !== '' ? null : (
        <Tools
          counted={
            shown.length === 0
              ? ''
              : known !== undefined && known === shown.length
                ? LIST.counted(count(known), which)
                : LIST.range(count(before + 1), count(before + shown.length), known === undefined ? undefined : count(known), which)
          }
          hasPages={paged !== undefined || all.length > PAGE_SIZES[0]!}
          size={size}
        >
          {exported === undefined || shown.length === 0 ? null : <ExportButton {...exported} />}
        </Tools>
      )}
      <div inert={isPrevious}>
        <Rows
          {...table}
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          check={shown.length === 0 ? undefined : picks?.check}
          sort={
            isWhole && rows.length > 1
              ? {
                  by: sort?.by ?? '',
                  isDown: sort?.isDown ?? false,
                  onSort: (by) => {
                    // The URL is ahead of the page: of two quick clicks, the second must see the result of the first.
                    const now = sortIn(new URLSearchParams(location.search).get(sortWord) ?? '', columns);
                    say({ [sortWord]: sortText(turned(now, by)), [pageWord]: '' }, { replace: true });
                  },
                }
              : undefined
          }
          opens={
            opens && {
              link: (key, words) => (
                <Link to={{ search: withWords({ [param]: key }) }} preventScrollReset className={styles.opens}>
                  {words}
                </Link>
              ),
              open: (key) => say({ [param]: key }),
            }
          }
        />
      </div>
      {paged === undefined ? <PageLinks page={page} pages={pages} word={pageWord} /> : <TurnPage {...paged} skip={before + rows.length} />}
      {picks === undefined ? null : (
        <SelectionBar picks={picks} bulk={bulk!} match={match} total={known} isWhole={isWhole && pages === 1} />
      )}
      {details === null ? null : (
        <SidePanel title={opens!.title(open, opened)} onClose={() => say({ [param]: '' }, { replace: true })}>
          {details}
        </SidePanel>
      )}
    </div>
  );
}

/** Clicking a column sorts by it, then in reverse, then not at all. */
function turned(sort: Sort | undefined, by: string): Sort | undefined {
  if (sort?.by !== by) return { by, isDown: false };
  return sort.isDown ? undefined : { by, isDown: true };
}

interface PagedAnswer {
  readonly next: string | number | null;
  readonly total?: number | null;
}

function isPaged(answer: unknown): answer is PagedAnswer {
  return typeof answer === 'object' && answer !== null && 'next' in answer;
}

/** The content of the first page: the newest entries, or the closest matches. */
type Order = 'newest' | 'nearest';

/** Links to the other pages of a list; `next` is the answer's cursor, null on the last page, and `skip` the number of rows before it. */
function TurnPage({ next, order, skip }: { readonly next: string | number | null; readonly order: Order; readonly skip: number }) {
  const { said, withWords } = useAddress();
  const { first, further, end } = LIST[order];
  const isFirst = said('before') === '';
  if (isFirst && next === null) return null;
  return (
    <nav aria-label={LIST.pages} className={look.row}>
      <Way to={isFirst ? null : withWords({ before: '' })} words={first} />
      <Way to={next === null ? null : withWords({ before: `${next}`, skip: `${skip}` })} words={next === null ? end : further} />
    </nav>
  );
}

/** Links to the adjacent pages; `word` is the URL parameter for the page. */
export function PageLinks({ page, pages, word }: { readonly page: number; readonly pages: number; readonly word: string }) {
  const { withWords } = useAddress();
  const to = (other: number) => withWords({ [word]: other === 1 ? '' : `${other}` });
  if (pages === 1) return null;
  return (
    <nav aria-label={LIST.pages} className={look.row}>
      {page === 1 ? null : <Way to={to(page - 1)} words={LIST.previous} />}
      <Way to={null} words={LIST.page(page, pages)} />
      {page === pages ? null : <Way to={to(page + 1)} words={LIST.next} />}
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
