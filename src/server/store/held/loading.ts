import type { Asking } from './asking.ts';
import { type BoardRow, type PeriodRow, settingsFrom } from './columns.ts';
import type { State } from './state.ts';

type HeldBoardRow = Omit<BoardRow, 'state'> & { readonly state: BoardRow['state'] | 'removed'; readonly position: number };

interface HeldPeriodRow extends Omit<PeriodRow, 'standings' | 'checksum'> {
  /** Not of an open one, where nobody keeps how many there are. */
  readonly standings: number | null;
  readonly since: number;
  readonly sealed: boolean | 0 | 1;
  readonly reopened_at: number | null;
}

/** Where the rows are, in SQL, that a state is read from. */
export interface StateTables {
  readonly boards: string;
  readonly periods: string;
  readonly documents: string;
}

/** Reads boards, periods and documents. */
export async function loadState(asking: Asking, { boards, periods, documents }: StateTables, state: State): Promise<void> {
  for (const [name, text] of await asking.columns<readonly [name: string, text: string]>(`SELECT name, text FROM ${documents}`))
    state.documents.set(name, text);
  for (const row of await asking.rows<HeldBoardRow>(`SELECT * FROM ${boards} ORDER BY number`)) {
    const { number, state: kept, position } = row;
    state.setBoard(number, kept === 'removed' ? undefined : settingsFrom({ ...row, state: kept }), position);
  }
  for (const row of await asking.rows<HeldPeriodRow>(`SELECT * FROM ${periods} ORDER BY number`)) {
    const { number, board, kind, start, end, since, standings, unshown, closed_at: at } = row;
    // It may have been taken away by hand, which the proof finds.
    if (!state.hasBoard(board)) continue;
    state.addPeriods([[number, board, kind, start, end, since]]);
    const period = state.period(number);
    period.sealed = Boolean(row.sealed);
    period.reopenedAt = row.reopened_at ?? undefined;
    period.standings = standings ?? 0;
    if (at !== null) period.closed = { at, unshown: unshown! };
  }
}
