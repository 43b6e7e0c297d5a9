import type { Score } from '../../../domain/scoring.ts';
import type { StandingColumns } from '../stored-values.ts';
import type { HeldBoard, HeldPeriod } from './boards.ts';
import type { State } from './state.ts';

/** Totals of periods that are not closed, and latest events: of a state in memory, or asked of the thread that has them. */
export interface OpenTotals {
  /** May be `undefined` if the period has been closed meanwhile. */
  scoreOf(period: HeldPeriod, player: number): Score | undefined | Promise<Score | undefined>;
  /** The `seq` of a player's latest event on a board. */
  latestEvent(board: HeldBoard, player: number): number | undefined | Promise<number | undefined>;
  /** All totals of a period, some at a time, each as of when it is read. */
  standings(period: HeldPeriod): Iterable<StandingColumns> | AsyncIterable<StandingColumns>;
}

/** {@link OpenTotals} by number, as another thread asks for them. */
export interface NumberedTotals {
  scoreOf(period: number, player: number): Score | undefined | Promise<Score | undefined>;
  latestEvent(board: number, player: number): number | undefined | Promise<number | undefined>;
  /** One part of them, from 0; `undefined` behind the last. */
  standings(period: number, part: number): StandingColumns | undefined | Promise<StandingColumns | undefined>;
}

/** Those of a state, for other threads. */
export function numberedTotals(state: State): NumberedTotals {
  return {
    scoreOf: (period, player) => state.scoreOf(state.period(period), player),
    latestEvent: (board, player) => state.latestEvent(state.boardNumbered(board), player),
    standings: (period, part) => state.standingsIn(state.period(period), part),
  };
}

/** The reverse of {@link numberedTotals}. */
export function askedTotals(of: NumberedTotals): OpenTotals {
  return {
    scoreOf: ({ number }, player) => of.scoreOf(number, player),
    latestEvent: ({ number }, player) => of.latestEvent(number, player),
    async *standings({ number }) {
      for (let part = 0, some = await of.standings(number, part); some !== undefined; some = await of.standings(number, part)) {
        yield some;
        part += 1;
      }
    },
  };
}
