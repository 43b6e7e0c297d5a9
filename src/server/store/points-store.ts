import type { PeriodKind } from '../../domain/calendar.ts';
import type { Score } from '../../domain/scoring.ts';
import type {
  ActivityDay,
  BoardSettings,
  EventEffect,
  FinalPlace,
  NewEvent,
  PeriodKey,
  PlayedEvents,
  Recorded,
  StoredEvent,
  StoredPlayer,
  StoredStanding,
} from './stored-values.ts';

/**
 * The storage could not do what was asked, through no fault of the question: nothing of it was kept, what was
 * stored before is untouched, and the same question may succeed later. `full` says that room was missing.
 */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  readonly full: boolean;

  constructor(message: string, full: boolean, cause: unknown) {
    super(message, { cause });
    this.full = full;
  }
}

/**
 * Where the truth is kept: an append-only ledger of events, and standings folded from it in the same commit.
 * Everything resolved is durable. One writer: calls to `record` must not overlap.
 */
export interface PointsStore extends Documents, Ledger, Totals, Archive, Events, Players {
  /**
   * Folds the whole ledger anew and compares it with all standings: those of open periods, and the final ones
   * of closed periods, to which events that arrived later do not belong. Follows every player's chain of events
   * too, and counts the activities of every day. `standings` counts those compared;
   * `differences` describes the first hundred in words for an operator.
   */
  verify(): Promise<{ readonly events: number; readonly standings: number; readonly differences: readonly string[] }>;
  close(): Promise<void>;
}

/** What an operator set up. */
interface Documents {
  boards(): Promise<readonly BoardSettings[]>;
  /** Makes a board, or changes the title of one. Rejects if scoring, direction or calendar would change: standings were folded by them. */
  saveBoard(board: BoardSettings): Promise<void>;

  /** A text kept under a name, as an operator's settings are; `undefined` if nothing was kept. */
  document(name: string): Promise<string | undefined>;
  /** Keeps a text under a name, in place of the one before. */
  saveDocument(name: string, text: string): Promise<void>;
}

/** Where events come in. */
export interface Ledger {
  /**
   * Records events in order, all in one commit. After each recorded event `answer` is asked for the text to
   * keep for repetitions; it runs inside the commit, so that the answer and the event are kept together.
   * A period that has no standings yet and has ended long ago is open all the same: closed is only what
   * `closePeriod` closed.
   * Rejects and keeps nothing: with a {@link StorageFailure} when the commit fails, as on a full disk; with what
   * `answer` threw; with a RangeError for an unknown board or an `at` that is not a time.
   */
  record(
    board: string,
    events: readonly NewEvent[],
    receivedAt: number,
    answer: (effect: EventEffect, event: NewEvent) => string,
  ): Promise<readonly Recorded[]>;
}

/** What events add up to. */
export interface Totals {
  /** All standings of a period as of the first step, in no particular order: what a rank index is built from. Of a closed one, the final ones. */
  standings(period: PeriodKey): AsyncIterable<{ readonly number: number } & Score>;
  /** A player's total in a period, final if it is closed; `undefined` if they have none. */
  scoreOf(period: PeriodKey, player: number): Promise<Score | undefined>;
  /** The totals of a player in the periods of a kind that start at `from` or later, closed or not, oldest first. */
  totalsSince(
    board: string,
    kind: PeriodKind,
    player: number,
    from: number,
  ): Promise<readonly { readonly start: number; readonly points: number }[]>;

  /** The start of the first period of a kind that has standings; `undefined` if none has. */
  firstPeriod(board: string, kind: PeriodKind): Promise<number | undefined>;
  /** Starts of the nearest periods of that kind before and after one, among those that have standings. */
  periodsBeside(period: PeriodKey): Promise<{ readonly before: number | undefined; readonly after: number | undefined }>;
  /** How many players stand in each period of a kind that starts in [from, to), oldest first; periods nothing counted in are left out. */
  periodSizes(
    board: string,
    kind: PeriodKind,
    from: number,
    to: number,
  ): Promise<readonly { readonly start: number; readonly standings: number }[]>;

  /**
   * What every event of a board adds up to, by the day it belongs to and its activity, late ones too; days that start
   * in [from, to), oldest first. Of a day the fifty activities with most points by name, in that order; then the
   * events without one; then the rest together. Each day is of one moment; if days have thousands of activities, not all days are of the same.
   */
  activityDays(board: string, from: number, to: number): Promise<readonly ActivityDay[]>;
}

/** Periods that are over, with their final ranks. */
export interface Archive {
  /** Periods that have standings, have ended by `now` and are not closed, oldest end first. */
  endedPeriods(now: number): Promise<readonly (PeriodKey & { readonly end: number })[]>;
  /**
   * Writes the final ranks of a period and closes it. From the moment of the call no event changes it: what comes
   * is told that it is closed. `order` has every player of its standings once, first to last; a period without
   * standings may be closed with none.
   *
   * Many ranks are written little by little, and whatever is asked meanwhile comes in between, `record` too. Until
   * all are written the period is shown open, with the standings it had; then closed, at once. Resolves to whether
   * it is closed: if `isStopping` is true in between, it is not. Then, as after a {@link StorageFailure} or the
   * end of the process, it is still shown open and still changed by no event, and is closed by asking again.
   * Rejects, and leaves the period open, if `order` is anything else, the period is closed already or being
   * closed, never ends, or `start` is not the start of one.
   */
  closePeriod(period: PeriodKey, order: readonly number[], closedAt: number, isStopping?: () => boolean): Promise<boolean>;
  /**
   * Takes away what closed periods had while they were open, little by little, as {@link closePeriod} writes; nothing
   * that is shown changes. May stop anywhere, and is then asked again.
   */
  clearClosed(isStopping?: () => boolean): Promise<void>;
  /** A stretch of the final ranks of a closed period, `undefined` if it is not closed. */
  finalStandings(
    period: PeriodKey,
    firstRank: number,
    count: number,
  ): Promise<{ readonly total: number; readonly standings: readonly (StoredStanding & { readonly rank: number })[] } | undefined>;
  finalRank(period: PeriodKey, player: number): Promise<number | undefined>;
  /** The final places of a player in closed periods of a kind, newest first, at most `limit`. */
  finalPlaces(board: string, kind: PeriodKind, player: number, limit: number): Promise<readonly FinalPlace[]>;
  /** The best final place of a player on a board in any closed period, of equal ranks the one that ended first. */
  bestFinalPlace(board: string, player: number): Promise<(FinalPlace & { readonly kind: PeriodKind }) | undefined>;
}

/** What was recorded, event by event. */
export interface Events {
  /**
   * The events of a player on a board, newest first by `seq`: the latest ones, or those before one of the same
   * player, as the page before ended with; before any other number there are none. Costs as much as it returns;
   * nobody's events are none.
   */
  eventsOf(board: string, player: number, stretch: { readonly before?: number; readonly limit: number }): Promise<readonly StoredEvent[]>;
  /**
   * How many of a player's newest `look` events on a board, those that arrived at or after `arrivedFrom`, happened in
   * [from, to); `all` says whether these are all that arrived since then. Times are epoch milliseconds.
   */
  countEvents(
    board: string,
    player: number,
    within: { readonly from: number; readonly to: number; readonly arrivedFrom: number; readonly look: number },
  ): Promise<{ readonly count: number; readonly all: boolean }>;
  /**
   * The events that count for a period and were recorded after one (`seq`, 0 for all), little by little, each time with
   * the `seq` that was reached; others of the ledger are passed over. An event that is recorded meanwhile may be there
   * or not; ask again from the last `seq`.
   */
  countedEvents(period: PeriodKey, after: number): AsyncIterable<PlayedEvents & { readonly reached: number }>;
  /**
   * Makes ready for {@link countedEvents} what was recorded since the last time, little by little; nothing that is asked
   * changes but how long it takes. May stop anywhere, and is then asked again.
   */
  packLedger(isStopping?: () => boolean): Promise<void>;
}

/** Who plays. */
interface Players {
  /** Players by number, in the order asked for. Rejects for a number nobody has. */
  players(numbers: readonly number[]): Promise<readonly StoredPlayer[]>;
  /** The player of that name, ignoring case and Unicode form. */
  playerNamed(username: string): Promise<StoredPlayer | undefined>;
  /** Numbers of the players whose username or display name contains `text`, ignoring case; at most `limit`. */
  playersMatching(text: string, limit: number): Promise<readonly number[]>;
  /** When a player came, epoch milliseconds. Rejects for a number nobody has. */
  knownSince(player: number): Promise<number>;
  /** How many players there are: the newest one's number. */
  playerCount(): Promise<number>;
  /**
   * How many players had come by a moment (epoch milliseconds, itself not included): the numbers up to it. Of
   * somebody who came while the clock was set back, the moment of the player before them is taken.
   */
  playersKnownBefore(at: number): Promise<number>;
}
