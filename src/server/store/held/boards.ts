import { firstPlace } from '../../../domain/ascending.ts';
import { PERIOD_KINDS, periodContaining, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import type { BoardSettings, PeriodKey } from '../stored-values.ts';

/** A board in memory. */
export interface HeldBoard {
  readonly number: number;
  settings: BoardSettings;
  position: number;
  /** Incremented by each change to known events: a revision, an erasure, or a period being sealed, closed or reopened. */
  shape: number;
  /** Derived from its calendar. */
  spans: SpanCache<PeriodSpan>;
  /** By kind, oldest first. */
  readonly periods: Readonly<Record<PeriodKind, HeldPeriod[]>>;
}

/** A period in which at least one event has counted. */
export interface HeldPeriod {
  readonly number: number;
  readonly board: HeldBoard;
  readonly key: PeriodKey;
  readonly start: number;
  readonly end: number;
  /** How many players have a total. */
  standings: number;
  /** Whether events and revisions can no longer change it. */
  sealed: boolean;
  /** When it was closed (epoch milliseconds), and how many players were hidden at that time. */
  closed: { readonly at: number; readonly unshown: number } | undefined;
  /** When it was last reopened after closing (epoch milliseconds). */
  reopenedAt: number | undefined;
}

export function newBoard(number: number, settings: BoardSettings, position: number): HeldBoard {
  return {
    number,
    settings,
    position,
    shape: 0,
    spans: spansOf(settings),
    periods: { daily: [], weekly: [], monthly: [], 'all-time': [] },
  };
}

export function spansOf({ calendar }: BoardSettings): SpanCache<PeriodSpan> {
  return new SpanCache((kind, at) => periodContaining(kind, at, calendar));
}

/** The index in `periods` where a period with this start is, or would be inserted. */
function placeOf(periods: readonly HeldPeriod[], start: number): number {
  return firstPlace(0, periods.length, (place) => periods[place]!.start < start);
}

/** The period of a board with this start; `undefined` until an event counts in it. */
export function periodOf(board: HeldBoard, { kind, start }: { readonly kind: PeriodKind; readonly start: number }): HeldPeriod | undefined {
  const periods = board.periods[kind];
  const found = periods[placeOf(periods, start)];
  return found?.start === start ? found : undefined;
}

/** The periods of a kind with standings that start in [from, before), oldest first. */
export function periodsBetween(board: HeldBoard, kind: PeriodKind, from: number, before: number): readonly HeldPeriod[] {
  const periods = board.periods[kind];
  return periods.slice(placeOf(periods, from), placeOf(periods, before)).filter(({ standings }) => standings > 0);
}

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

export function allPeriods(board: HeldBoard): readonly HeldPeriod[] {
  return PERIOD_KINDS.flatMap((kind) => board.periods[kind]);
}

/** Whether a period can no longer change. */
export function isFixed(period: HeldPeriod | undefined): boolean {
  return period !== undefined && (period.sealed || period.closed !== undefined);
}
