import type { Activity } from '../domain/earning/activity.ts';
import type { EndingKind, PeriodKind } from '../domain/calendar.ts';
import type { StatCard } from '../domain/stat-card.ts';
import type { SearchQuestion } from './leaderboard-source.ts';
import type { BoardRecords, HallOfFame, Highlights, LiveBoardView, Played, SearchAnswer, Trends } from './page-answers.ts';
import type { PathToPodium, PlayerHistory, PlayerPage, Receipt } from './player-answers.ts';

/** The default board. It is created with the database and always exists. */
export const DEFAULT_BOARD = 'main';

/** A board, one of its periods, and the part of the view that selects the rows. */
export interface LiveRankingsQuestion {
  /** A board's name; `''` is {@link DEFAULT_BOARD}. */
  readonly board: string;
  readonly period: PeriodKind;
  /**
   * `''`: now. A day of the period, as YYYY-MM-DD on the board's calendar: the period as it is now, or as it ended. A moment in ISO 8601:
   * the period that contains it, as it stood then. See `when.ts`.
   */
  readonly at: string;
  readonly q: string;
  readonly page: number;
}

export type PeriodQuestion = Pick<LiveRankingsQuestion, 'board' | 'period' | 'at'>;

/** A search. `board`: the board of the players' ranks; `''` is {@link DEFAULT_BOARD}. */
export interface LiveSearchQuestion extends SearchQuestion {
  readonly board: string;
  readonly page: number;
}

export type PlayerQuestion = PeriodQuestion & { readonly username: string };

/** With a default period: `auto` is the first of today, this week, this month and all time with points of the player. */
export type PlayerPageQuestion = Omit<PlayerQuestion, 'period'> & {
  readonly period: PeriodKind | 'auto';
  /** The page of the player's boards; the first by default. */
  readonly page?: number | undefined;
};

/** The winners of the periods of a kind, in the month or year of `at` as in {@link LiveRankingsQuestion}; `''` is the last one with a winner. */
export type HallQuestion = Omit<PeriodQuestion, 'period'> & { readonly period: EndingKind };

/** The path of the change stream. Kept here so that a page can listen without loading the endpoint table. */
export const CHANGES_PATH = '/api/v1/events';

/** The heartbeat interval of the change stream, in milliseconds. */
export const HEARTBEAT_EVERY_MS = 15_000;

/** An answer has an expected status but does not match the schema: it comes from another version, or another server. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** The player does not exist, or is hidden. */
export class UnknownPlayer extends Error {
  override readonly name = 'UnknownPlayer';
}

/** The board does not exist: the page answers 404. */
export class UnknownBoard extends Error {
  override readonly name = 'UnknownBoard';
}

/**
 * The queries of the live edition's pages, over any past or present period. Implemented by the store on the server and over HTTP in the
 * browser; both pass `leaderboard-source.suite.ts`.
 */
export interface LiveSource {
  /** Rejects with {@link UnknownBoard}, and with `UnknownMoment` for an invalid or future `at`. */
  rankings(question: LiveRankingsQuestion): Promise<LiveBoardView>;
  /** Movers, close fights and recent winners. Rejects as `rankings` does. */
  highlights(question: PeriodQuestion): Promise<Highlights>;
  activities(): Promise<readonly Activity[]>;
  /** Used by every search box, so that the same text finds the same players. Rejects with {@link UnknownBoard}. */
  search(question: LiveSearchQuestion): Promise<SearchAnswer>;
  statCards(): Promise<readonly StatCard[]>;
  /** A board's recent activity; `''` is {@link DEFAULT_BOARD}. Rejects with {@link UnknownBoard}. */
  trends(board: string): Promise<Trends>;
  /** A board's records; `''` is {@link DEFAULT_BOARD}. Rejects with {@link UnknownBoard}. */
  records(board: string): Promise<BoardRecords>;
  /** The days of a period that have events. Rejects as `rankings` does. */
  played(question: PeriodQuestion): Promise<Played>;
  /** Rejects with {@link UnknownBoard}, and with `UnknownMoment` as `rankings` does. */
  hallOfFame(question: HallQuestion): Promise<HallOfFame>;
  /** Rejects with {@link UnknownPlayer}. The answer has the player's canonical spelling; `at` is ignored. */
  player(question: PlayerPageQuestion): Promise<PlayerPage>;
  /** How a year's ("2026") or month's ("2026-11") periods ended; `''`: the newest. Rejects with {@link UnknownPlayer}; `at` is ignored. */
  history(question: PlayerQuestion, within: string): Promise<PlayerHistory>;
  /**
   * The events behind a total, a page at a time: `before` is the `next` of the previous page. With a moment as `at`: as it
   * stood then. Rejects with {@link UnknownPlayer}, and with `UnknownMoment` as `rankings` does.
   */
  receipt(question: PlayerQuestion, before: string): Promise<Receipt>;
  /** Rejects with {@link UnknownPlayer}. Always about now; `at` is ignored. */
  path(question: PlayerPageQuestion): Promise<PathToPodium>;
}
