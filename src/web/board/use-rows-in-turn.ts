import { startTransition, useEffect, useMemo, useState } from 'react';

const FIRST_ROWS = 12;

/** The debounce before all rows of a filter are shown, in milliseconds: laying out fifty of them would delay the next keystroke. */
const REST_MS = 350;

/** The rows of a list. After a filter change only the first screenful, then all once typing pauses. Without a filter, all at once. */
export function useRowsInTurn<S>(rows: readonly S[], filter: string): readonly S[] {
  const [settled, settle] = useState(filter);
  useEffect(() => {
    if (settled === filter) return;
    const timer = setTimeout(() => startTransition(() => settle(filter)), REST_MS);
    return () => clearTimeout(timer);
  }, [settled, filter]);
  return useMemo(() => (settled === filter || filter === '' ? rows : rows.slice(0, FIRST_ROWS)), [rows, settled, filter]);
}
