import type { PeriodKind, PeriodSpan } from '../../domain/calendar.ts';
import type { Score } from '../../domain/scoring.ts';
import type { Records, RecordsOfState, RecordsToKeep, StoredRecord } from './records.ts';
import type {
  AboutRevision,
  ActivityDay,
  AuthoredEvent,
  BoardSettings,
  Change,
  ClosedPlace,
  EndedPeriod,
  EventEffect,
  FinalPlace,
  Holding,
  NewEvent,
  PeriodKey,
  PeriodResult,
  PlayedEvent,
  PlayedEvents,
  Posted,
  Recorded,
  RevisedTogether,
  Revising,
  StandingColumns,
  StoredPlayer,
} from './stored-values.ts';

/**
 * Why the storage failed. `full`: no space left. `missing`: the database was deleted or replaced. `read-only`: writing is not allowed.
 * `unreplicated`: the synchronous replica is unreachable. `failed`: anything else.
 */
export type StorageTrouble = 'full' | 'missing' | 'read-only' | 'unreplicated' | 'failed';

/**
 * A storage failure: nothing was stored, earlier data is untouched, and a retry may succeed. The commit may have succeeded only if the
 * database's response was lost; followers are then notified, and a resent event counts once. The message says what is wrong and, where
 * possible, what to do.
 */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  readonly trouble: StorageTrouble;

  constructor(message: string, trouble: StorageTrouble, cause?: unknown) {
    super(message, { cause });
    this.trouble = trouble;
  }
}

/**
 * The source of truth: an append-only ledger of events, with standings folded from it in the same commit. The changes of a resolved call
 * are durable; a rejected call changed nothing, not even in memory.
 *
 * Each durable change has a position and reaches followers before the call that made it resolves. Everything cached from a store, such as
 * the order of a board, is folded from these changes alone.
 */
export interface PointsStore extends Documents, Records, Ledger, Totals, Archive, Events, Players {
  /** Writes and reads a probe. Rejects with a {@link StorageFailure} that says what is wrong. */
  health(): Promise<void>;
  /**
   * Deletes the totals that closed periods had while open, and indexes new events for {@link Events.countedEvents}, in small steps: only
   * affects speed. Can be interrupted and called again at any time, by any number of processes at once.
   */
  maintain(isStopping?: () => boolean): Promise<void>;
  /**
   * Audits the database: folds the whole ledger again and compares all standings and final ranks, their order, and everything else that a
   * visitor or a retry could notice. `standings` is the number compared; `differences` describes the first hundred for an operator.
   * `reached` reports progress in events, if the store can tell.
   */
  verify(
    reached?: (done: number, total: number) => void,
  ): Promise<{ readonly events: number; readonly standings: number; readonly differences: readonly string[] }>;
  close(): Promise<void>;
}

/** A named value before and after a change; `before` is `undefined` if there was none. */
interface Changed<Value> {
  readonly before: Value | undefined;
  readonly after: Value;
}

/** A change of a document in the same commit; a no-op if `change` returns `undefined` or the same text. */
export interface DocumentBeside {
  readonly document: string;
  readonly change: (kept: string | undefined) => string | undefined;
}

/** Operator settings. `records` are stored with the change, and skipped if nothing changes. */
export interface Documents {
  boards(): Promise<readonly BoardSettings[]>;
  /**
   * Creates a board, or changes its title, unit or state, and until it has an event also its calendar. `change` is called as in {@link
   * changeDocument}, with the existing board if there is one. Rejects if scoring or direction would change, or with {@link CalendarInUse},
   * since standings are folded by them. Each document in `beside` is changed in the same commit, as by {@link changeDocument}; `records`
   * are stored if anything changes.
   */
  changeBoard(
    name: string,
    change: (kept: BoardSettings | undefined) => BoardSettings,
    records?: RecordsToKeep<Changed<BoardSettings> & { readonly beside: readonly Changed<string | undefined>[] }>,
    beside?: readonly DocumentBeside[],
  ): Promise<void>;
  /**
   * Removes a board without a trace and frees its name. Resolves to whether it was removed: a board with events, even voided ones, is kept.
   * Rejects with a RangeError for an unknown name, or with what `check` throws, which is called like `change` of {@link changeDocument}.
   * Counts as a change of all boards, so the highest position never decreases. `beside` as in {@link changeBoard}.
   */
  removeBoard(
    name: string,
    check?: () => void,
    records?: RecordsToKeep<BoardSettings>,
    beside?: readonly DocumentBeside[],
  ): Promise<boolean>;

  /** A named text, such as operator settings; `undefined` if never stored. */
  document(name: string): Promise<string | undefined>;
  /**
   * Replaces a named text: a change of all boards. `change` computes it synchronously from the current text inside the commit, after
   * followers have received everything earlier; a retry of the commit calls it again. If it returns the same text or `undefined`, nothing
   * changes. If it throws, nothing is stored and the call rejects with that error.
   */
  changeDocument(
    name: string,
    change: (kept: string | undefined) => string | undefined,
    records?: RecordsToKeep<Changed<string>>,
  ): Promise<void>;
}

/** The data that {@link Ledger.prepareRevisions} has read. */
export interface PreparedRevisions {
  readonly boards: { readonly size: number };
}

/** Writing and following changes. */
export interface Ledger {
  /** The position of each board, the same for all processes. It rises with each change. Reads between equal positions are consistent. */
  positions(): Promise<ReadonlyMap<string, number>>;
  /** Calls `listener` with every change from now on, in commit order, once it is durable. Returns a function to unsubscribe. */
  follow(listener: (change: Change) => void): () => void;
  /** Resolves once followers have received everything that any process committed before the call. */
  catchUp(): Promise<void>;
  /**
   * Identifies the sequence of positions, in letters and digits: the same for all processes of a database. Positions of different histories
   * are not comparable: a database used by one process gets a new one each time it is opened, since it may have been restored from a
   * backup.
   */
  readonly history: string;
  /**
   * Records events in order, in one commit. An event counts for each period that contains its own time, is not sealed, and for which
   * `counts` returns true; the others are reported as closed.
   *
   * `decide` turns the effects of recorded events into one text each, stored to answer retries. It receives, synchronously, consecutive
   * batches of effects, the board's position before the commit, and the number of effects passed so far; a second 0 means that batches
   * start over because retries had been taken for new events, and earlier results are discarded. Stores nothing and rejects with a {@link
   * StorageFailure} if the commit fails; with what `decide` throws; with a RangeError for an unknown board or an invalid `at`.
   *
   * `records` are stored in the same commit, even if it records no event, but not without events. They receive each event's outcome.
   *
   * `holding` is called inside the commit, before the first event, and returns the function that decides which events are held; it is
   * called again when processing restarts. The call rejects with what either throws.
   */
  append(
    board: string,
    events: readonly NewEvent[],
    counts: (period: PeriodSpan, event: NewEvent) => boolean,
    decide: (effects: readonly EventEffect[], position: number, given: number) => readonly string[],
    records?: RecordsToKeep<readonly Recorded[]>,
    holding?: () => Holding,
  ): Promise<readonly Recorded[]>;
  /**
   * Voids and restores events of any boards in one commit, in order. Voiding removes an event from every period that it counts for, unless
   * the period is final; restoring adds it to every such period that it arrived in time for. The ledger keeps the event. A period is final
   * if it is closed or sealed, or if `isFinal` returns true; it is synchronous and receives when the period was last reopened (epoch
   * milliseconds).
   *
   * Voiding a voided event succeeds only if it changes a period, such as one reopened since; otherwise that revision is refused and the
   * others proceed. The same applies to restoring. All are refused if a total would not be exact. `records` are stored in the same commit,
   * whatever the outcome, and a `document` is changed in it, as by {@link changeDocument}, unless all are refused. `prepared`, for the same
   * revisions, affects speed only.
   */
  revise(
    revising: readonly Revising[],
    revision: AboutRevision,
    isFinal: (board: string, period: PeriodSpan, reopenedAt: number | undefined) => boolean,
    records?: RecordsToKeep<RevisedTogether>,
    prepared?: PreparedRevisions,
    document?: DocumentBeside,
  ): Promise<RevisedTogether>;
  /** Reads with pauses what {@link Ledger.revise} needs for thousands of events, so that its commit reads only later changes. */
  prepareRevisions(
    revising: readonly Revising[],
    revision: AboutRevision,
    isFinal: (board: string, period: PeriodSpan, reopenedAt: number | undefined) => boolean,
  ): Promise<PreparedRevisions>;
  /** When the newest event that is not voided was received, over all boards, in epoch milliseconds; `undefined` if there is none. */
  newestReceivedAt(): Promise<number | undefined>;
}

/** Totals and statistics. */
export interface Totals {
  /**
   * Yields all standings of a period in batches, in no particular order, for building a rank index. A closed period yields its final ones.
   * In an open period, each total is as of some moment since the first step; changes in between reach followers.
   */
  standings(period: PeriodKey): AsyncIterable<StandingColumns>;
  /** A player's total in a period, final if it is closed; `undefined` if there is none. */
  scoreOf(period: PeriodKey, player: number): Promise<Score | undefined>;
  /** A player's totals in the periods of a kind that start at `from` or later, closed or not, oldest first. */
  totalsSince(
    board: string,
    kind: PeriodKind,
    player: number,
    from: number,
  ): Promise<readonly { readonly start: number; readonly points: number }[]>;

  /** The start of the first period of a kind that has standings; `undefined` if none has. */
  firstPeriod(board: string, kind: PeriodKind): Promise<number | undefined>;
  /** Starts of the nearest periods of that kind with standings, before and after this one. */
  periodsBeside(period: PeriodKey): Promise<{ readonly before: number | undefined; readonly after: number | undefined }>;
  /** How many players are in each period of a kind that starts in [from, to), oldest first; periods without standings are left out. */
  periodSizes(
    board: string,
    kind: PeriodKind,
    from: number,
    to: number,
  ): Promise<readonly { readonly start: number; readonly standings: number }[]>;

  /**
   * Sums of a board's events that are not voided, late ones included, by day and activity; days that start in [from, to), oldest first. Per
   * day: the fifty named activities with the most points, in that order; then events without an activity; then the rest combined. Each day
   * is consistent; with thousands of activities, different days may reflect different moments.
   */
  activityDays(board: string, from: number, to: number): Promise<readonly ActivityDay[]>;
}

/** Ended periods with final ranks. A period is open, then sealed (can't change, shown as open while ranks are written), then closed. */
export interface Archive {
  /** Periods with standings that ended by `now` and are not closed, earliest end first. */
  endedPeriods(now: number): Promise<readonly EndedPeriod[]>;
  /**
   * Seals a period: no event or revision changes it from then on. Idempotent. Resolves to whether it is sealed, which is false if it has no
   * standings, is closed, or if `isFinal`, called as in {@link Ledger.revise}, returns false because another process acted first. Rejects
   * with a RangeError for all time and for an unknown board. `records` are stored if it was not sealed before.
   */
  seal(
    period: PeriodKey,
    isFinal?: (period: PeriodSpan, reopenedAt: number | undefined) => boolean,
    records?: RecordsToKeep,
  ): Promise<boolean>;
  /**
   * Writes the final ranks of a sealed period and closes it. `order` lists every player of its standings once, first to last; the last
   * `unshown` of them are hidden.
   *
   * Many ranks are written in small steps, between which other calls run. Until the last step the period is shown as open with its
   * standings. Resolves to whether this call closed it: false if it is not sealed (already closed, or reopened), if another process is
   * closing it, or if `isStopping` returns true, which the last commit checks too. In the last case, and after a {@link StorageFailure} or
   * a crash, it stays sealed and a retry can close it. Rejects with a RangeError, leaving the period sealed, for any other `order`.
   * `records` are stored in the last commit.
   */
  closePeriod(
    period: PeriodKey,
    order: readonly number[],
    closing: { readonly at: number; readonly unshown: number },
    isStopping?: () => boolean,
    records?: RecordsToKeep,
  ): Promise<boolean>;
  /** The start of the latest closed period of a kind; `undefined` if none is closed. */
  latestClosed(board: string, kind: PeriodKind): Promise<number | undefined>;
  /**
   * Reopens the latest closed period of its kind with the standings that it closed with, and stores the reason; unseals a sealed one.
   * Rejects with a RangeError for any other period or while it is being closed; or with what `check` throws, which is called like `change`
   * of {@link Documents.changeDocument}.
   */
  reopen(
    period: PeriodKey,
    reopening: { readonly at: number; readonly reason: string },
    check?: () => void,
    records?: RecordsToKeep,
  ): Promise<void>;
  /** Part of a closed period's final ranks; `undefined` if it is not closed. The last `unshown` of `total` were hidden when it closed. */
  finalStandings(
    period: PeriodKey,
    firstRank: number,
    count: number,
  ): Promise<{ readonly total: number; readonly unshown: number; readonly standings: readonly ClosedPlace[] } | undefined>;
  /** Results of at most `most` closed periods that start in [from, before), newest first, each with its first `places`. */
  results(
    board: string,
    kind: PeriodKind,
    within: { readonly from: number; readonly before: number; readonly most: number },
    places: number,
  ): Promise<readonly PeriodResult[]>;
  /** The final ranks of the given players (by number) in a closed period; empty if it is not closed. */
  finalRanks(period: PeriodKey, players: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** A player's final places in all closed periods of a kind, newest first. */
  finalPlaces(board: string, kind: PeriodKind, player: number): Promise<readonly FinalPlace[]>;
}

/** Recorded events. */
export interface Events {
  /** The event of a board with this id, voided or not; `undefined` if there is none. */
  eventWithId(board: string, id: string): Promise<PlayedEvent | undefined>;
  /**
   * The newest `limit` events of a board recorded before `before` (a `seq`, as returned by the previous page) that happened in [from, to),
   * newest first by `seq`, including voided ones. Times are epoch milliseconds.
   *
   * Examines at most `look` ledger entries (a store may skip some for free), so the cost of a page does not grow with the ledger. `next` is
   * the `before` of the next page; `undefined` at the end.
   */
  eventsBefore(
    board: string,
    stretch: {
      readonly before?: number | undefined;
      readonly from?: number | undefined;
      readonly to?: number | undefined;
      readonly limit: number;
      readonly look: number;
    },
  ): Promise<{ readonly events: readonly PlayedEvent[]; readonly next: number | undefined }>;
  /**
   * A player's events on a board, newest first by `seq`, including voided ones: the latest, or those before `before`, which must be the
   * last event of the previous page (for any other number the result is empty). The cost grows with the result only.
   */
  eventsOf(board: string, player: number, stretch: { readonly before?: number; readonly limit: number }): Promise<readonly AuthoredEvent[]>;
  /**
   * Events of a board by an author, from an import, or both; otherwise as {@link eventsBefore}. Examines at most `look` of the events that
   * the author posted to the board; the events of others cost nothing.
   */
  eventsPostedBy(board: string, posted: Posted, stretch: Parameters<Events['eventsBefore']>[1]): ReturnType<Events['eventsBefore']>;
  /**
   * Counts the events that happened in [from, to) among a player's newest `look` events on a board that arrived at or after `arrivedFrom`;
   * `all` says whether those are all that arrived since. Times are epoch milliseconds.
   */
  countEvents(
    board: string,
    player: number,
    within: { readonly from: number; readonly to: number; readonly arrivedFrom: number; readonly look: number },
  ): Promise<{ readonly count: number; readonly all: boolean }>;
  /**
   * Yields events that count for a period and were recorded after a `seq` (0 for all), in batches, each with the `seq` reached. An event
   * recorded in the meantime may be missing; continue from the last `seq`. After a revision, start over.
   */
  countedEvents(period: PeriodKey, after: number): AsyncIterable<PlayedEvents & { readonly reached: number }>;
}

export interface Players {
  /**
   * Renames a player: a change of all boards. `change` is called as in {@link Documents.changeDocument}, with the current player, and
   * returns the new one. Stored answers keep the old names. Rejects with a RangeError for an unknown number, and if the name is taken.
   */
  renamePlayer(
    number: number,
    change: (kept: StoredPlayer) => StoredPlayer,
    records?: RecordsToKeep<{ readonly before: StoredPlayer; readonly after: StoredPlayer }>,
  ): Promise<void>;
  /**
   * Erases a player's identity: a change of all boards. They become an {@link erasedPlayer}. Their events keep board, points, times,
   * activity and what they count for, so every total and rank stays; ids, reasons of revisions and stored answers are deleted. `rewrite`
   * runs inside a commit on every free text that may name them (records, audit log included, with the record; reasons for voiding others'
   * events and reopening periods) and returns it without the player; omit it if no text can. Uses many commits, so that no event waits
   * long: the last one removes the name, rewrites the records of `last` and stores `records`. A retry completes an interrupted erasure.
   * Resolves to whether the store has files of its own with clean free space; if not, {@link PointsStore.maintain} cleans it where it can.
   * A player without a number, who never had points, has only records. Rejects with a RangeError for an unknown number.
   */
  erasePlayer(
    number: number | undefined,
    rewrite: ((text: string, record?: StoredRecord) => string) | undefined,
    records?: RecordsToKeep,
    last?: RecordsOfState,
  ): Promise<boolean>;
  /** Players by number, in the given order. Rejects for an unknown number. */
  players(numbers: readonly number[]): Promise<readonly StoredPlayer[]>;
  /** The player with that name, compared by the rules of `domain`. */
  playerNamed(username: string): Promise<StoredPlayer | undefined>;
  /** Numbers of at most `limit` players whose username or display name contains `text`, ignoring case. */
  playersMatching(text: string, limit: number): Promise<readonly number[]>;
  /** The number of players, which is the highest player number. */
  playerCount(): Promise<number>;
  /** How many players had arrived before a moment (epoch milliseconds). Arrival never decreases, even if the clock was set back. */
  playersKnownBefore(at: number): Promise<number>;
  /** When players arrived (epoch milliseconds), by number, in the given order. Rejects for an unknown number. */
  playersKnownSince(numbers: readonly number[]): Promise<readonly number[]>;
}
