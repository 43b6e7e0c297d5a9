import type { Score } from '../../../domain/scoring.ts';
import type { StandingColumns } from '../stored-values.ts';
import type { State } from './state.ts';

/** Totals of periods that are not closed, and latest events, by number: from a state in memory or the thread that has one. */
export interface AskedTotals {
  /** Can be `undefined` if the period was closed in the meantime. */
  scoreOf(period: number, player: number): Score | undefined | Promise<Score | undefined>;
  /** The `seq` of a player's latest event on a board. */
  latestEvent(board: number, player: number): number | undefined | Promise<number | undefined>;
  /** One part, counted from 0, of all totals of a period at the time of reading; `undefined` after the last part. */
  standings(period: number, part: number): StandingColumns | undefined | Promise<StandingColumns | undefined>;
}

export function askedTotals(state: State): AskedTotals {
  return {
    scoreOf: (period, player) => state.scoreOf(state.period(period), player),
    latestEvent: (board, player) => state.latestEvent(state.boardNumbered(board), player),
    standings: (period, part) => state.standingsIn(state.period(period), part),
  };
}
