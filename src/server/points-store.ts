import type { Calendar, PeriodKind } from '../domain/calendar.ts';
import type { Direction, Score, ScoringRule } from '../domain/scoring.ts';

/** A leaderboard as an operator set it up. `name` is its part of an address; it never changes. */
export interface BoardSettings {
  readonly name: string;
  readonly title: string;
  readonly scoring: ScoringRule;
  readonly direction: Direction;
  readonly calendar: Calendar;
}

/** Somebody known to the store. `number` orders players as their ids do: whoever came first has the lower one. */
export interface StoredPlayer {
  readonly number: number;
  readonly username: string;
  readonly displayName: string;
  readonly avatar: string;
}

/** An event that has been parsed and given its time. Times are epoch milliseconds. */
export interface NewEvent {
  readonly id: string;
  readonly username: string;
  readonly points: number;
  readonly at: number;
  readonly activity: string;
  readonly displayName: string | undefined;
  readonly avatar: string | undefined;
  /** What the caller sent, for telling a repetition from another body under the same id. */
  readonly digest: string;
}

/** A board's standings of one period. `start` is epoch milliseconds, -Infinity for all time. */
export interface PeriodKey {
  readonly board: string;
  readonly kind: PeriodKind;
  readonly start: number;
}

/** What one event did to one period. A closed one stays as it was archived: nothing changed. */
export type PeriodChange =
  | { readonly state: 'counted'; readonly period: PeriodKey; readonly before: Score | undefined; readonly after: Score }
  | { readonly state: 'closed'; readonly period: PeriodKey };

/** What happened to one event of a commit. */
export type Recorded =
  | { readonly outcome: 'recorded'; readonly player: StoredPlayer; readonly changes: readonly PeriodChange[]; readonly answer: string }
  /** The same id and body as before: nothing happened again, and this is what was answered then. */
  | { readonly outcome: 'repeated'; readonly answer: string }
  /** The same id with another body, or a total that would no longer be exact: refused, nothing stored. */
  | { readonly outcome: 'refused'; readonly reason: 'known id, another body' | 'total out of range' };

/** A row of standings: open periods fold it from events, closed ones keep it with its final rank. */
export interface StoredStanding {
  readonly player: StoredPlayer;
  readonly score: Score;
}

/**
 * Where the truth is kept: an append-only ledger of events, and standings folded from it in the same commit.
 * Everything resolved is durable. One writer: calls to `record` must not overlap.
 */
export interface PointsStore {
  boards(): Promise<readonly BoardSettings[]>;
  /** Makes a board, or changes the title of one. Rejects where scoring, direction or calendar would change: standings were folded by them. */
  saveBoard(board: BoardSettings): Promise<void>;

  /**
   * Records events in order, all in one commit. After each recorded event `answer` is asked for the text to
   * keep for repetitions; it runs inside the commit, so that the answer and the event are kept together.
   * Rejects (and keeps nothing) when the commit fails, as on a full disk.
   */
  record(
    board: string,
    events: readonly NewEvent[],
    receivedAt: number,
    answer: (recorded: Extract<Recorded, { outcome: 'recorded' }>, event: NewEvent) => string,
  ): Promise<readonly Recorded[]>;

  /** All standings of a period, in no particular order: what a rank index is built from. */
  standings(period: PeriodKey): AsyncIterable<{ readonly number: number } & Score>;
  /** Players by number, in the order asked for. Rejects for a number nobody has. */
  players(numbers: readonly number[]): Promise<readonly StoredPlayer[]>;
  /** The player of that name, ignoring case and Unicode form. */
  playerNamed(username: string): Promise<StoredPlayer | undefined>;
  /** Numbers of the players whose username or display name contains `text`, ignoring case; at most `limit`. */
  playersMatching(text: string, limit: number): Promise<readonly number[]>;

  /** Periods that have standings, have ended by `now` and are not closed, oldest end first. */
  endedPeriods(now: number): Promise<readonly (PeriodKey & { readonly end: number })[]>;
  /** Writes the final ranks of a period, in order, and closes it: from now on no event changes it. Once. */
  closePeriod(period: PeriodKey, order: Iterable<number>, closedAt: number): Promise<void>;
  /** A stretch of the final ranks of a closed period, `undefined` where it is not closed. */
  finalStandings(
    period: PeriodKey,
    firstRank: number,
    count: number,
  ): Promise<{ readonly total: number; readonly standings: readonly (StoredStanding & { readonly rank: number })[] } | undefined>;
  finalRank(period: PeriodKey, player: number): Promise<number | undefined>;

  /** Folds the whole ledger anew and compares it with the standings of every open period. */
  verify(): Promise<{ readonly events: number; readonly standings: number; readonly differences: readonly string[] }>;
  close(): Promise<void>;
}
