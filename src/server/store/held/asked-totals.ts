import type { Score } from '../../../domain/scoring.ts';
import type { StandingColumns } from '../stored-values.ts';
import type { State } from './state.ts';

/** Totals of periods that are not closed, and latest events, by number: of a state in memory, or asked of the thread that has one. */
export interface AskedTotals {
  /** May be `undefined` if the period has been closed meanwhile. */
  scoreOf(period: number, player: number): Score | undefined | Promise<Score | undefined>;
  /** The `seq` of a player's latest event on a board. */
  latestEvent(board: number, player: number): number | undefined | Promise<number | undefined>;
  /** One part of all totals of a period, from 0, as of when it is read; `undefined` behind the last. */
  standings(period: number, part: number): StandingColumns | undefined | Promise<StandingColumns | undefined>;
}

export function askedTotals(state: State): AskedTotals {
  return {
    scoreOf: (period, player) => state.scoreOf(state.period(period), player),
    latestEvent: (board, player) => state.latestEvent(state.boardNumbered(board), player),
    standings: (period, part) => state.standingsIn(state.period(period), part),
  };
}
