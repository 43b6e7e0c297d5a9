import type { Activity } from '../domain/earning/activity.ts';
import type { EndingKind, PeriodKind } from '../domain/calendar.ts';
import type { StatCard } from '../domain/stat-card.ts';
import type { SearchQuestion } from './leaderboard-source.ts';
import type { BoardRecords, HallOfFame, Highlights, LiveBoardView, Played, SearchAnswer, Trends } from './page-answers.ts';
import type { PathToPodium, PlayerHistory, PlayerPage, Receipt } from './player-answers.ts';

/** The board meant where nobody names one. It is made with the data and is always there. */
export const DEFAULT_BOARD = 'main';

/** Which board, which of its periods, and the part of the address that concerns the rows. */
export interface LiveRankingsQuestion {
  /** A board's name; `''` is {@link DEFAULT_BOARD}. */
  readonly board: string;
  readonly period: PeriodKind;
  /**
   * A day of the period, as YYYY-MM-DD on the board's calendar: the period as it is now, or as it ended. A moment
   * in ISO 8601: the period that contains it, as it stood then. `''` is now. See `when.ts`.
   */
  readonly at: string;
  readonly q: string;
  readonly page: number;
}

/** Which period of which board, as {@link LiveRankingsQuestion} has it. */
export type PeriodQuestion = Pick<LiveRankingsQuestion, 'board' | 'period' | 'at'>;

/** What to look for, and on which board players have their places; `''` is {@link DEFAULT_BOARD}. */
export interface LiveSearchQuestion extends SearchQuestion {
  readonly board: string;
  readonly page: number;
}

/** Which player, on which board, in which kind of period. */
export type PlayerQuestion = PeriodQuestion & { readonly username: string };

/** The same where nobody chose: `auto` is the first of today, this week, this month and all time that the player has points in. */
export type PlayerPageQuestion = Omit<PlayerQuestion, 'period'> & { readonly period: PeriodKind | 'auto' };

/** Whose periods, of which kind, in the month or year that an `at` is in, as {@link LiveRankingsQuestion} has it; `''` is the last that was won. */
export type HallQuestion = Omit<PeriodQuestion, 'period'> & { readonly period: EndingKind };

/** Where a page hears of changes. Here, because what stands beside its endpoint is more than a page needs to listen. */
export const CHANGES_PATH = '/api/v1/events';

/** Whoever listens there hears something at least this often, in milliseconds: a silence of several times that long is a lost connection. */
export const HEARTBEAT_EVERY_MS = 15_000;

/** A server answered, with a status that was expected and something else than the schema says: another version, or not ours at all. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** There is no such player, or none that may be shown. */
export class UnknownPlayer extends Error {
  override readonly name = 'UnknownPlayer';
}

/** There is no such board: the page is answered with the one for what is not found. */
export class UnknownBoard extends Error {
  override readonly name = 'UnknownBoard';
}

/**
 * What the live edition's pages ask: the same questions as in the sample edition, over any period, present or
 * past. Answered by the store on the server and over HTTP in the browser; both pass `leaderboard-source.suite.ts`.
 */
export interface LiveSource {
  /** Rejects with {@link UnknownBoard}, and with `UnknownMoment` for an `at` that means nothing or is still to come. */
  rankings(question: LiveRankingsQuestion): Promise<LiveBoardView>;
  /** What is worth telling of a period beside its ranks. Rejects as `rankings` does. */
  highlights(question: PeriodQuestion): Promise<Highlights>;
  activities(): Promise<readonly Activity[]>;
  /** One search for every box: the same text finds the same players in the same order. Rejects with {@link UnknownBoard}. */
  search(question: LiveSearchQuestion): Promise<SearchAnswer>;
  statCards(): Promise<readonly StatCard[]>;
  /** How a board was played lately; `''` is {@link DEFAULT_BOARD}. Rejects with {@link UnknownBoard}. */
  trends(board: string): Promise<Trends>;
  /** A board's records; `''` is {@link DEFAULT_BOARD}. Rejects with {@link UnknownBoard}. */
  records(board: string): Promise<BoardRecords>;
  /** When somebody had points in a period. Rejects as `rankings` does. */
  played(question: PeriodQuestion): Promise<Played>;
  /** Rejects with {@link UnknownBoard}, and with `UnknownMoment` as `rankings` does. */
  hallOfFame(question: HallQuestion): Promise<HallOfFame>;
  /** Rejects with {@link UnknownPlayer}. The answer has the player's one spelling; `at` is not asked. */
  player(question: PlayerPageQuestion): Promise<PlayerPage>;
  /** How the periods of a year ("2026") or month ("2026-11") ended; of the newest with `''`. Rejects with {@link UnknownPlayer}; `at` is not asked. */
  history(question: PlayerQuestion, within: string): Promise<PlayerHistory>;
  /**
   * The events behind a total, a page at a time: `before` is the `next` of the page before. With a moment as `at`, the
   * rank and total of then, and the events that had happened by then. Rejects with {@link UnknownPlayer}, and with `UnknownMoment` as `rankings` does.
   */
  receipt(question: PlayerQuestion, before: string): Promise<Receipt>;
  /** Rejects with {@link UnknownPlayer}. About now; `at` is not asked. */
  path(question: PlayerPageQuestion): Promise<PathToPodium>;
}
