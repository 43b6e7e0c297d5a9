import type { PeriodKind } from '../../../domain/calendar.ts';
import type { Score } from '../../../domain/scoring.ts';
import type { BoardSettings, StoredPlayer } from '../stored-values.ts';
import { timeToColumn } from './columns.ts';

/** A total in a change: the numbers of period and player, and nothing else if the total is gone. Times are as in columns. */
export type LoggedTotal =
  | readonly [period: number, player: number]
  | readonly [period: number, player: number, points: number, reachedAt: number, movedAt: number];

/** A log entry that is not an event. Boards and periods are given by number. */
export type LoggedChange =
  /** `undefined` settings for a removed board. */
  | { readonly kind: 'board'; readonly number: number; readonly settings: BoardSettings | undefined }
  | { readonly kind: 'document'; readonly name: string; readonly text: string }
  | ({ readonly kind: 'player' } & StoredPlayer)
  | { readonly kind: 'revised'; readonly board: number; readonly totals: readonly LoggedTotal[] }
  | { readonly kind: 'sealed'; readonly period: number }
  | { readonly kind: 'closed'; readonly period: number; readonly at: number; readonly standings: number; readonly unshown: number }
  /** `closed`: whether it was closed rather than only sealed. */
  | { readonly kind: 'reopened'; readonly period: number; readonly at: number; readonly closed: boolean }
  /** The board whose responses change, if any, and the kinds of the records. */
  | { readonly kind: 'records'; readonly board: number | undefined; readonly records: readonly string[] };

/** A period, with the `seq` of the first event that counted in it. Times are as in columns. */
export type NewPeriod = readonly [number: number, board: number, kind: PeriodKind, start: number, end: number, since: number];

export function loggedTotal(period: number, player: number, total: Score | undefined): LoggedTotal {
  return total === undefined ? [period, player] : [period, player, total.points, total.reachedAt, timeToColumn(total.movedAt)];
}
