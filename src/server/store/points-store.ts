import type { PeriodKind, PeriodSpan } from '../../domain/calendar.ts';
import type { Score } from '../../domain/scoring.ts';
import type { Records, RecordsOfState, RecordsToKeep, StoredRecord } from './records.ts';
import type {
  ActivityDay,
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
  Recorded,
  RevisedTogether,
  Revising,
  Revision,
  StandingColumns,
  StoredEvent,
  StoredPlayer,
} from './stored-values.ts';

/**
 * What the storage could not do, through no fault of the question. `full`: room was missing. `missing`: the database
 * was deleted or replaced. `read-only`: nothing may be written. `unreplicated`: the copy that must have every commit is away.
 * `failed`: anything else.
 */
export type StorageTrouble = 'full' | 'missing' | 'read-only' | 'unreplicated' | 'failed';

/**
 * The storage failed: nothing of what was asked was kept, what was stored before is untouched, and the same question
 * may succeed later. Only where the answer of a database got lost may it have been kept: those who follow are told then,
 * and an event that is sent again counts once. The message says what is wrong and, where somebody can, what to do.
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
 * Where the truth is kept: an append-only ledger of events, and standings folded from it in the same commit.
 * Everything resolved is durable. Whatever rejects kept nothing, and changed nothing in memory either.
 *
 * Every durable change has a position, and is told to those who follow once it is durable, before the call that made
 * it resolves. What is remembered of a store, such as the order of a board, is folded from these changes alone.
 */
export interface PointsStore extends Documents, Records, Ledger, Totals, Archive, Events, Players {
  /** Really writes and reads something. Rejects with a {@link StorageFailure} that says what is wrong. */
  health(): Promise<void>;
  /**
   * Takes away what closed periods had while they were open, and makes ready for {@link Events.countedEvents} what was
   * recorded since the last time: little by little, nothing that is asked changes but how long it takes. May stop
   * anywhere, and is then asked again. Any number of processes may ask at once.
   */
  maintain(isStopping?: () => boolean): Promise<void>;
  /**
   * Proves what is kept: folds the whole ledger anew and compares it with all standings and final ranks, their order,
   * and everything else that a visitor or a repetition could notice. `standings` counts those compared;
   * `differences` describes the first hundred in words for an operator. `reached` is told now and then how many events were
   * looked at, of how many, by a store that can say.
   */
  verify(
    reached?: (done: number, total: number) => void,
  ): Promise<{ readonly events: number; readonly standings: number; readonly differences: readonly string[] }>;
  close(): Promise<void>;
}

/** A change of something that is kept under a name: what it was, `undefined` if there was nothing, and what it is. */
interface Changed<Value> {
  readonly before: Value | undefined;
  readonly after: Value;
}

/** A document that is changed with something else; it stays as it is if `change` returns what is kept, or nothing. */
export interface DocumentBeside {
  readonly document: string;
  readonly change: (kept: string | undefined) => string | undefined;
}

/** What an operator set up. Where `records` are given, they are kept with the change, and not where nothing changes. */
export interface Documents {
  boards(): Promise<readonly BoardSettings[]>;
  /**
   * Makes a board, or changes title, unit or state of one, which keeps its name. `change` is called as that of
   * {@link changeDocument}, with the board of that name if there is one. Rejects if scoring, direction or calendar would
   * change: standings were folded by them. A document `beside` it is changed in the same commit, as by {@link changeDocument};
   * `records` are kept if either changes.
   */
  changeBoard(
    name: string,
    change: (kept: BoardSettings | undefined) => BoardSettings,
    records?: RecordsToKeep<Changed<BoardSettings> & { readonly beside: Changed<string | undefined> | undefined }>,
    beside?: DocumentBeside,
  ): Promise<void>;
  /**
   * Removes a board as if it had never been, and frees its name. Resolves to whether it is removed: one that has events,
   * voided ones too, stays. Rejects with a RangeError if there is none of that name; or with what `check` threw, which is
   * called as the change of {@link changeDocument}. It is a change of all boards: the highest position never falls.
   */
  removeBoard(name: string, check?: () => void, records?: RecordsToKeep<BoardSettings>): Promise<boolean>;

  /** A text kept under a name, as an operator's settings are; `undefined` if nothing was kept. */
  document(name: string): Promise<string | undefined>;
  /**
   * Keeps a text under a name, in place of the one before: a change of all boards. `change` makes it of the one that is
   * kept, at once, inside the commit: those who follow have been told of everything before, and nothing comes in between.
   * If it gives the same text, or `undefined`, nothing changes. If it throws nothing is kept, and the call rejects with what it threw. A
   * commit that is tried again calls it again.
   */
  changeDocument(
    name: string,
    change: (kept: string | undefined) => string | undefined,
    records?: RecordsToKeep<Changed<string>>,
  ): Promise<void>;
}

/** Where changes come in, and out. */
export interface Ledger {
  /**
   * The position of each board: a number that rises with each of its changes, the same for everybody who asks. What was
   * read between two equal positions belongs together.
   */
  positions(): Promise<ReadonlyMap<string, number>>;
  /** Calls `listener` with every change from now on, in the order of the commits, once it is durable. Returns how to stop. */
  follow(listener: (change: Change) => void): () => void;
  /** Resolves once those who follow were told of everything that was committed before the call, by whatever process. */
  catchUp(): Promise<void>;
  /**
   * Names the line of positions, in letters and digits: the same for all processes of a database. Positions of two lines
   * have nothing to do with each other, as when a database that one process has to itself is opened again: it may have
   * been restored from a backup meanwhile.
   */
  readonly history: string;
  /**
   * Records events in order, all in one commit. An event counts for a period of its own time that is not sealed and
   * for which `counts` is true; of the others it is told that they are closed.
   *
   * `decide` turns the effects of those that are recorded into as many texts, which are kept for repetitions. It is given
   * them in order, a stretch at a time, before those after are known, and must answer at once. It is told the position of
   * the board before the commit, and how many effects it was given before: none when it is given the first again, as long
   * as repetitions are taken for new. What it answered then is not kept.
   * Rejects and keeps nothing: with a {@link StorageFailure} when the commit fails, as on a full disk; with what
   * `decide` threw; with a RangeError for an unknown board or an `at` that is not a time.
   *
   * `records` are kept in the same commit, also if it records nothing, but not without events. They are told what came of each.
   *
   * `holding` is called inside the commit, before its first event is looked at, for who says which events are held; and again
   * when all are looked at again. What it throws, and what that throws, rejects as what `decide` threw does.
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
   * Voids and restores events of any boards in one commit, in order. One that is voided is taken out of every period that it counts
   * for and that is not final, one that is restored back into every one that it came in time for and does not count for: an entry of
   * the ledger, which keeps the event. Final are closed periods, sealed ones, and those for which `isFinal` is true. It must answer at
   * once, and is told when a period was opened again after it had been closed (epoch milliseconds, the last time).
   *
   * An event that is voided already is voided again if a period changes by it, as one does that was final then and was
   * opened again since; else that is refused, and the others are revised. The same goes for restoring. Where a total would not be
   * exact, all are refused. `records` are kept in the same commit, whatever came of the events.
   */
  revise(
    revising: readonly Revising[],
    revision: Pick<Revision, 'reason' | 'at'>,
    isFinal: (board: string, period: PeriodSpan, reopenedAt: number | undefined) => boolean,
    records?: RecordsToKeep<RevisedTogether>,
  ): Promise<RevisedTogether>;
  /** When the newest event of all boards that is not voided was received, in epoch milliseconds; `undefined` if there is none. */
  newestReceivedAt(): Promise<number | undefined>;
}

/** What events add up to. */
export interface Totals {
  /**
   * All standings of a period little by little, in no particular order: what a rank index is built from. Of a closed one, the
   * final ones. Of an open one each total is of some moment since the first step, and what changes meanwhile is told to those
   * who follow.
   */
  standings(period: PeriodKey): AsyncIterable<StandingColumns>;
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
  /** How many players stand in each period of a kind that starts in [from, to), oldest first; periods without standings are left out. */
  periodSizes(
    board: string,
    kind: PeriodKind,
    from: number,
    to: number,
  ): Promise<readonly { readonly start: number; readonly standings: number }[]>;

  /**
   * What the events of a board that are not voided add up to, by the day they belong to and their activity, late ones
   * too; days that start in [from, to), oldest first. Of a day the fifty activities with most points by name, in that
   * order; then the events without one; then the rest together. Each day is of one moment; if days have thousands of
   * activities, not all days are of the same.
   */
  activityDays(board: string, from: number, to: number): Promise<readonly ActivityDay[]>;
}

/**
 * Periods that are over, with their final ranks. A period is open, then sealed (nothing changes it any more, and it is
 * still shown open while its ranks are written), then closed.
 */
export interface Archive {
  /** Periods that have standings, have ended by `now` and are not closed, oldest end first. */
  endedPeriods(now: number): Promise<readonly EndedPeriod[]>;
  /**
   * Seals a period: no event and no revision changes it from then on. Sealed again, it stays as it is. Resolves to whether
   * it is sealed: not if it has no standings, if it is closed, or if `isFinal`, which is called as that of
   * {@link Ledger.revise}, says no: somebody else may have been here before. Rejects with a RangeError for all time, and
   * for an unknown board. `records` are kept if it was not sealed before.
   */
  seal(
    period: PeriodKey,
    isFinal?: (period: PeriodSpan, reopenedAt: number | undefined) => boolean,
    records?: RecordsToKeep,
  ): Promise<boolean>;
  /**
   * Writes the final ranks of a sealed period and closes it. `order` has every player of its standings once, first to
   * last; the last `unshown` of them were not shown when it closed.
   *
   * Many ranks are written little by little, and whatever is asked meanwhile comes in between. Until all are written the
   * period is shown open, with the standings it had; then closed, at once. Resolves to whether this call closed it. It did
   * not if the period is not sealed: somebody else closed it or opened it again; nor while somebody else is closing it; nor
   * if `isStopping` becomes true in between, which is asked inside the last commit, too. Then, as after a
   * {@link StorageFailure} or the end of the process, it is still sealed, and is closed by asking again.
   * Rejects with a RangeError, and leaves the period sealed, if `order` is anything else. `records` are kept in the last commit.
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
   * Opens the latest closed period of its kind again, with the standings it closed with; kept with its reason. Also one
   * that is sealed is open again. Rejects with a RangeError for any other, or while it is being closed; or with what
   * `check` threw, which is called as the change of {@link Documents.changeDocument}.
   */
  reopen(
    period: PeriodKey,
    reopening: { readonly at: number; readonly reason: string },
    check?: () => void,
    records?: RecordsToKeep,
  ): Promise<void>;
  /**
   * A stretch of the final ranks of a closed period, `undefined` if it is not closed. The last `unshown` of `total` were
   * not shown when it closed.
   */
  finalStandings(
    period: PeriodKey,
    firstRank: number,
    count: number,
  ): Promise<{ readonly total: number; readonly unshown: number; readonly standings: readonly ClosedPlace[] } | undefined>;
  /**
   * How the closed periods of a kind ended that start in [from, before), the newest first, of the newest `most` of them;
   * of each the first `places`. Costs as much as it returns.
   */
  results(
    board: string,
    kind: PeriodKind,
    within: { readonly from: number; readonly before: number; readonly most: number },
    places: number,
  ): Promise<readonly PeriodResult[]>;
  /** The final ranks of those of some players (by number) who are ranked in a period that is closed; of nobody, if it is not. */
  finalRanks(period: PeriodKey, players: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The final places of a player in all closed periods of a kind, newest first. */
  finalPlaces(board: string, kind: PeriodKind, player: number): Promise<readonly FinalPlace[]>;
}

/** What was recorded, event by event. */
export interface Events {
  /** The event of a board with an id, voided or not; `undefined` if none was recorded. */
  eventWithId(board: string, id: string): Promise<PlayedEvent | undefined>;
  /**
   * The newest `limit` events of a board that were recorded before one (`seq`, as the page before ended with) and happened in
   * [from, to), newest first by `seq`, voided ones too. Times are epoch milliseconds.
   *
   * So many entries of the ledger are looked at, at most: `look`. Which ones need no look is up to the store. So a page costs about
   * as much however long the ledger is. `next` is where to go on; `undefined` once everything was looked at.
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
   * The events of a player on a board, newest first by `seq`, voided ones too: the latest ones, or those before one of
   * the same player, as the page before ended with; before any other number there are none. Costs as much as it returns;
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
   * or not; ask again from the last `seq`. After a revision, ask from the start again.
   */
  countedEvents(period: PeriodKey, after: number): AsyncIterable<PlayedEvents & { readonly reached: number }>;
}

/** Who plays. */
export interface Players {
  /**
   * Calls a player otherwise: a change of all boards. `change` is called as that of {@link Documents.changeDocument}, with
   * the player as they are, and gives them as they are to be. What was answered before keeps the names of then.
   * Rejects with a RangeError for a number nobody has, and if the name is somebody else's.
   */
  renamePlayer(
    number: number,
    change: (kept: StoredPlayer) => StoredPlayer,
    records?: RecordsToKeep<{ readonly before: StoredPlayer; readonly after: StoredPlayer }>,
  ): Promise<void>;
  /**
   * Forgets who a player was: a change of all boards. They are an {@link erasedPlayer} from then on. Their events keep board,
   * points, times, activity and what they count for, so every total and rank stays; ids, reasons of revisions, and what
   * repetitions were answered are gone. `rewrite` is called inside a commit with whatever is kept in somebody's words: the texts
   * of records, audit log included, with the record, and the reasons for which events of others were voided or periods opened again. It gives
   * the same without the player. That takes many commits, so that no event waits for all of it: the last one takes the name,
   * rewrites the records of `last` and keeps `records`. Called again after it was cut off, it does the rest.
   * Resolves to whether the store has files of its own, and nothing is left
   * in what they had free either; if not, {@link PointsStore.maintain} goes on with that where it can.
   * Of somebody without a number, because they never had points, records are all there is. Rejects with a RangeError for a
   * number nobody has.
   */
  erasePlayer(
    number: number | undefined,
    rewrite: (text: string, record?: StoredRecord) => string,
    records?: RecordsToKeep,
    last?: RecordsOfState,
  ): Promise<boolean>;
  /** Players by number, in the order asked for. Rejects for a number nobody has. */
  players(numbers: readonly number[]): Promise<readonly StoredPlayer[]>;
  /** The player of that name, as `domain` compares names. */
  playerNamed(username: string): Promise<StoredPlayer | undefined>;
  /** Numbers of the players whose username or display name contains `text`, ignoring case; at most `limit`. */
  playersMatching(text: string, limit: number): Promise<readonly number[]>;
  /** How many players there are: the newest one's number. */
  playerCount(): Promise<number>;
  /**
   * How many players had come by a moment (epoch milliseconds, itself not included): the numbers up to it. Of
   * somebody who came while the clock was set back, the moment of the player before them is taken.
   */
  playersKnownBefore(at: number): Promise<number>;
  /** When players came (epoch milliseconds), by number, in the order asked for. Rejects for a number nobody has. */
  playersKnownSince(numbers: readonly number[]): Promise<readonly number[]>;
}
