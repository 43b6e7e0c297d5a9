import { firstPlace } from '../../../domain/ascending.ts';
import { PERIOD_KINDS, periodContaining, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import type { BoardSettings, PeriodKey } from '../stored-values.ts';

/** A board in memory. */
export interface HeldBoard {
  readonly number: number;
  settings: BoardSettings;
  position: number;
  readonly spans: SpanCache<PeriodSpan>;
  /** By kind, oldest first. */
  readonly periods: Readonly<Record<PeriodKind, HeldPeriod[]>>;
}

/** A period that something counted in once. */
export interface HeldPeriod {
  readonly number: number;
  readonly board: HeldBoard;
  readonly key: PeriodKey;
  readonly start: number;
  readonly end: number;
  /** How many players have a total in it. */
  standings: number;
  /** Whether nothing changes it any more, closed or not. */
  sealed: boolean;
  /** When it was closed, in epoch milliseconds, and how many were not shown then. */
  closed: { readonly at: number; readonly unshown: number } | undefined;
  /** When it was opened again after it had been closed, the last time. */
  reopenedAt: number | undefined;
}

export function newBoard(number: number, settings: BoardSettings, position: number): HeldBoard {
  const { calendar } = settings;
  return {
    number,
    settings,
    position,
    spans: new SpanCache((kind, at) => periodContaining(kind, at, calendar)),
    periods: { daily: [], weekly: [], monthly: [], 'all-time': [] },
  };
}

/** Where a period that starts then is among those of its kind, or would be. */
function placeOf(periods: readonly HeldPeriod[], start: number): number {
  return firstPlace(0, periods.length, (place) => periods[place]!.start < start);
}

/** The period of a board that starts then; `undefined` until something counts in it. */
export function periodOf(board: HeldBoard, { kind, start }: { readonly kind: PeriodKind; readonly start: number }): HeldPeriod | undefined {
  const periods = board.periods[kind];
  const found = periods[placeOf(periods, start)];
  return found?.start === start ? found : undefined;
}

/** Those of a kind that start in [from, before) and have standings, oldest first. */
export function periodsBetween(board: HeldBoard, kind: PeriodKind, from: number, before: number): readonly HeldPeriod[] {
  const periods = board.periods[kind];
  return periods.slice(placeOf(periods, from), placeOf(periods, before)).filter(({ standings }) => standings > 0);
}

/** The latest closed one of a kind. */
export function latestClosed(board: HeldBoard, kind: PeriodKind): HeldPeriod | undefined {
  return board.periods[kind].findLast(({ closed }) => closed !== undefined);
}

export function addPeriod(board: HeldBoard, number: number, kind: PeriodKind, start: number, end: number): HeldPeriod {
  const key = { board: board.settings.name, kind, start };
  const period: HeldPeriod = { number, board, key, start, end, standings: 0, sealed: false, closed: undefined, reopenedAt: undefined };
  const periods = board.periods[kind];
  periods.splice(placeOf(periods, start), 0, period);
  return period;
}

/** All periods of a board. */
export function allPeriods(board: HeldBoard): readonly HeldPeriod[] {
  return PERIOD_KINDS.flatMap((kind) => board.periods[kind]);
}

/** Whether nothing changes a period any more. */
export function isFixed(period: HeldPeriod | undefined): boolean {
  return period !== undefined && (period.sealed || period.closed !== undefined);
}
