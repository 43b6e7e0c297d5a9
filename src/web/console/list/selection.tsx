import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import look from '../parts/console.module.css';
import type { ListTableProps } from '../parts/table.tsx';
import { SELECTION } from './list-words.ts';
import styles from './list.module.css';
import { isPicked, NONE, pageToggled, type Picked, pickedOf, toggled } from './picked.ts';

/** A list's bulk actions. */
export interface Bulk<Row> {
  readonly nameOf: (row: Row) => string;
  readonly acts: (selected: Selected<Row>) => ReactNode;
}

/** The selection, for a request body. */
export interface Selected<Row> {
  /** `match`: the list's own filters. */
  readonly chosen: { readonly ids: readonly string[] } | { readonly match: object };
  /** The selected rows that have been loaded. */
  readonly rows: readonly Row[];
  /** `undefined` if unknown. */
  readonly count: number | undefined;
  /** Called when the action is done. */
  readonly clear: () => void;
}

interface Picks<Row> {
  readonly check: NonNullable<ListTableProps<Row>['check']>;
  readonly picked: Picked;
  readonly seen: ReadonlyMap<string, Row>;
  readonly hasPage: boolean;
  readonly pickAll: () => void;
  readonly clear: () => void;
}

interface PicksProps<Row> {
  /** A new scope clears the selection. */
  readonly scope: string;
  readonly page: readonly Row[];
  /** The number of rows on all pages; `undefined` if unknown. */
  readonly total: number | undefined;
  readonly keyOf: (row: Row, i: number) => string | number;
  readonly bulk: Bulk<Row> | undefined;
  readonly place: RefObject<HTMLElement | null>;
}

interface State<Row> {
  readonly scope: string;
  readonly picked: Picked;
  readonly seen: ReadonlyMap<string, Row>;
}

/** The selected rows of a list, which stay selected across pages. */
export function usePicks<Row>({ scope, page, total, keyOf, bulk, place }: PicksProps<Row>): Picks<Row> | undefined {
  const none: State<Row> = { scope, picked: NONE, seen: new Map() };
  const [state, setState] = useState(none);
  const last = useRef<string>(undefined);
  const { picked, seen } = state.scope === scope ? state : none;
  // Rows that appear in an emptied list were not selected.
  if (picked.kind === 'all' && total === 0) setState(none);
  const isEmpty = picked.kind === 'some' && picked.keys.size === 0;
  useEffect(() => {
    // The focused button was removed with the bar.
    if (isEmpty && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [isEmpty, place]);
  if (bulk === undefined) return undefined;
  const keys = page.map((row, i) => `${keyOf(row, i)}`);
  const pick = (next: Picked) =>
    setState({ scope, picked: next, seen: new Map([...seen, ...page.map((row, i) => [keys[i]!, row] as const)]) });
  const ofPage = pickedOf(picked, keys);
  return {
    picked,
    seen,
    hasPage: ofPage === 'all',
    pickAll: () => pick({ kind: 'all' }),
    clear: () => pick(NONE),
    check: {
      head: (
        <Box
          label={SELECTION.page}
          isHead
          isOn={ofPage === 'all'}
          isPartly={ofPage === 'some'}
          onPress={() => {
            last.current = undefined;
            pick(pageToggled(picked, keys));
          }}
        />
      ),
      isChecked: (key) => isPicked(picked, key),
      cell: (row, i) => (
        <Box
          label={SELECTION.row(bulk.nameOf(row))}
          isOn={isPicked(picked, keys[i]!)}
          onPress={(isRange) => {
            pick(toggled(picked, keys, keys[i]!, isRange ? last.current : undefined));
            last.current = keys[i]!;
          }}
        />
      ),
    },
  };
}

interface BoxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isHead?: boolean;
  readonly isPartly?: boolean;
  readonly onPress: (isRange: boolean) => void;
}

/** A checkbox with a touch target as large as a finger. */
function Box({ label, isOn, isHead = false, isPartly = false, onPress }: BoxProps) {
  const isRange = useRef(false);
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        ref={(box) => {
          if (box !== null) box.indeterminate = isPartly;
        }}
        onClick={(event) => {
          isRange.current = event.shiftKey;
        }}
        onChange={() => onPress(isRange.current)}
      />
      {isHead ? <span className={styles.boxWords}>{label}</span> : null}
    </label>
  );
}

interface SelectionBarProps<Row> {
  readonly picks: Picks<Row>;
  readonly bulk: Bulk<Row>;
  readonly match: object;
  readonly total: number | undefined;
  /** Whether the page shows all matches. */
  readonly isWhole: boolean;
}

/** At the bottom of the window: the number of selected rows, and their bulk actions. */
export function SelectionBar<Row>({
  picks: { picked, seen, hasPage, pickAll, clear },
  bulk,
  match,
  total,
  isWhole,
}: SelectionBarProps<Row>) {
  const { count } = useNumberFormat();
  const isAll = picked.kind === 'all';
  const size = isAll ? total : picked.keys.size;
  const told = size === undefined ? undefined : count(size);
  const isEmpty = size === 0;
  return (
    <div role="group" aria-label={SELECTION.label} className={isEmpty ? undefined : styles.bar}>
      <p role="status" className={isEmpty ? 'visually-hidden' : 'strong'}>
        {isEmpty ? '' : SELECTION.selected(told)}
      </p>
      {isEmpty ? null : (
        <>
          {hasPage && !isAll && !isWhole ? (
            <button
              type="button"
              className={control.words}
              onClick={({ currentTarget }) => {
                // This button is removed.
                (currentTarget.nextElementSibling as HTMLElement).focus();
                pickAll();
              }}
            >
              {SELECTION.all(total === undefined ? undefined : count(total))}
            </button>
          ) : null}
          <button type="button" className={control.words} onClick={clear}>
            {SELECTION.clear}
          </button>
          <div className={look.row}>
            {bulk.acts({
              chosen: isAll ? { match } : { ids: [...picked.keys] },
              rows: [...seen].flatMap(([key, row]) => (isPicked(picked, key) ? [row] : [])),
              count: size,
              clear,
            })}
          </div>
        </>
      )}
    </div>
  );
}
