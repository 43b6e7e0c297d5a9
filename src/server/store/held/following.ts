import type { Score } from '../../../domain/scoring.ts';
import type { NewChange } from '../followers.ts';
import type { TotalNow } from '../stored-values.ts';
import { areSameTotals, timeFromColumn } from './columns.ts';
import type { LoggedChange, LoggedTotal } from './logged-change.ts';
import type { State } from './state.ts';

/** A total restored when a closed period was reopened. */
export interface PutBack {
  readonly player: number;
  readonly total: Score;
}

/** Applies a change made by another state; returns the change to publish. `putBack`: the final totals of a period being reopened. */
export function followedBy(state: State, position: number, change: LoggedChange, putBack: Iterable<PutBack>): NewChange | undefined {
  const totals = change.kind === 'revised' ? change.totals.flatMap((total) => revised(state, total, position)) : [];
  if (change.kind === 'reopened') {
    const period = state.period(change.period);
    for (const { player, total } of putBack) state.blockToChange(period.board, player, position).setScore(player, period.number, total);
  }
  return state.follow(position, change, totals);
}

function revised(state: State, logged: LoggedTotal, position: number): TotalNow[] {
  const period = state.period(logged[0]);
  const player = logged[1];
  const before = state.scoreOf(period, player);
  const total = setLogged(state, logged, position);
  period.standings += (total === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
  return areSameTotals(before, total) ? [] : [{ period: period.key, player, total }];
}

/** Sets a total from a change, and returns it. */
export function setLogged(state: State, logged: LoggedTotal, position: number): Score | undefined {
  const period = state.period(logged[0]);
  const block = state.blockToChange(period.board, logged[1], position);
  if (logged.length === 2) {
    block.drop(logged[1], period.number);
    return undefined;
  }
  const total = { points: logged[2], reachedAt: logged[3], movedAt: timeFromColumn(logged[4]) };
  block.setScore(logged[1], period.number, total);
  return total;
}
