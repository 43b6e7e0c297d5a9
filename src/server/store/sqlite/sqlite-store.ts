import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type Calendar, PERIOD_KINDS, periodContaining, type PeriodKind, type Weekday } from '../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import {
  type ActivityDay,
  type BoardSettings,
  DEFAULT_AVATAR,
  type EventEffect,
  type FinalPlace,
  type NewEvent,
  type PeriodChange,
  type PeriodKey,
  type PlayedEvents,
  type PointsStore,
  type Recorded,
  StorageFailure,
  type StoredEvent,
  type StoredPlayer,
  type StoredStanding,
} from '../points-store.ts';
import { ActivityTally } from './activity-tally.ts';
import { type DataLock, lockDataFolder } from './data-lock.ts';
import { auditLedger } from './ledger-audit.ts';
import { EVENTS_PER_BLOCK, LedgerBlocks, type Wanted } from './ledger-blocks.ts';
import { foldForSearch, playerKey } from './player-key.ts';
import { NameIndex, type NamedPlayer } from './name-index.ts';
import { RecentPlayers } from './recent-players.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import { openDatabase, openSnapshot } from './sqlite-schema.ts';
import {
  type ActivityDayRow,
  type BoardRow,
  eventFrom,
  type EventRow,
  playerFrom,
  type PlayerRow,
  type PeriodRow,
  prepareStatements,
  scoreFrom,
  type ScoreRow,
  type StandingRow,
  type Statements,
  timeFromColumn,
  timeToColumn,
} from './sqlite-statements.ts';

/** Rows between two turns of the event loop, while something long is read. */
const ROWS_PER_TURN = 5000;

/** Activities of a day that are named in an answer, however many a careless game makes up. */
const NAMED_ACTIVITIES = 50;

/** Final ranks written, or standings taken away, in one commit: what waits for it waits some milliseconds. */
const ROWS_PER_COMMIT = 1000;

/**
 * Opens the store in a data folder, making both where there is none. The folder belongs to this process until
 * `close`, or until the process ends in whatever way. `rowsPerCommit` is for periods being closed.
 * @throws {Error} saying what is wrong and what to do, if the folder is in use (naming the process id), or its
 * database is damaged, another program's or a later version's. Nothing in it is changed then.
 */
export async function openSqliteStore(
  folder: string,
  { rowsPerCommit = ROWS_PER_COMMIT }: { readonly rowsPerCommit?: number } = {},
): Promise<PointsStore> {
  mkdirSync(folder, { recursive: true });
  const lock = lockDataFolder(folder);
  try {
    const file = join(folder, 'laurels.db');
    return new SqliteStore(file, openDatabase(file), lock, rowsPerCommit);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A board, and the periods that its latest events belonged to. */
interface Board {
  readonly number: number;
  readonly settings: BoardSettings;
  readonly periods: SpanCache<Period>;
}

/** A period as the store knows it; `number` is undefined until something counts in it. */
interface Period {
  readonly key: PeriodKey;
  readonly start: number;
  readonly end: number;
  /** Whether it takes no events: it is closed, or being closed. */
  readonly closed: boolean;
  number: number | undefined;
}

/** A player's totals on one board, by period number, as they are with the commit under way. */
interface PlayerTotals {
  player: StoredPlayer;
  readonly totals: Map<number, Score>;
  /** Periods whose total is not written yet, and whether it is their first: one that is there is cheaper to change than to write again. */
  readonly unwritten: Map<number, 'first' | 'changed'>;
  /** The `seq` of their latest event on the board. */
  latestEvent: number | undefined;
}

/** What a commit changed and has not written yet; players by the key they are remembered by. */
interface Touched {
  readonly players: Map<string, PlayerTotals>;
  /** New standings by period number. */
  readonly added: Map<number, number>;
  /** The number of the period whose standings name the latest event. */
  allTime: number | undefined;
  /** What players of new names are found by, by number. */
  readonly renamed: Map<number, string>;
  readonly activities: ActivityTally;
}

type LedgerEventRow = Pick<EventRow, 'player' | 'at' | 'points'>;

interface LatestEventRow {
  readonly latest_event: number | null;
}

class SqliteStore implements PointsStore {
  readonly #file: string;
  readonly #rowsPerCommit: number;
  readonly #database: DatabaseSync;
  readonly #lock: DataLock;
  readonly #statements: Statements;
  #boards: Map<string, Board>;
  /**
   * Totals of players seen lately, by board and player key. Right because this process is the only writer and
   * each commit that fails empties it, whatever it had changed.
   */
  readonly #recent = new RecentPlayers<PlayerTotals>();
  readonly #names: NameIndex;
  readonly #blocks: LedgerBlocks;
  /** Periods that this process is closing. */
  readonly #closing = new Set<number>();
  /** When the newest player came; `undefined` where the database must be asked. */
  #newestKnownSince: number | undefined;

  constructor(file: string, database: DatabaseSync, lock: DataLock, rowsPerCommit: number) {
    this.#file = file;
    this.#rowsPerCommit = rowsPerCommit;
    this.#database = database;
    this.#lock = lock;
    this.#statements = prepareStatements(database);
    this.#blocks = new LedgerBlocks(database);
    this.#boards = this.#readBoards();
    this.#names = new NameIndex((after, count) => this.#statements.namesAfter.all(after, count) as unknown as NamedPlayer[]);
  }

  async boards(): Promise<readonly BoardSettings[]> {
    return [...this.#boards.values()].map(({ settings }) => settings);
  }

  async saveBoard(board: BoardSettings): Promise<void> {
    const known = this.#boards.get(board.name)?.settings;
    // An unknown zone is found here and not with the first event.
    periodContaining('daily', 0, board.calendar);
    if (known !== undefined && !foldsAlike(known, board)) {
      throw new RangeError(`Scoring, direction and calendar of the board ${board.name} cannot change: its standings were folded by them`);
    }
    const { name, title, scoring, direction, calendar } = board;
    this.#commit(() => {
      this.#statements.saveBoard.run(name, title, scoring, direction, calendar.timeZone, calendar.weekStart);
    });
    this.#boards = this.#readBoards();
  }

  /**
   * Late events: an event belongs to the periods of its own time. One that is closed stays as it was archived,
   * and the change says so; the longer ones that are still open count the event (docs/decisions/0010-late-events.md).
   */
  async record(
    boardName: string,
    events: readonly NewEvent[],
    receivedAt: number,
    answer: (effect: EventEffect, event: NewEvent) => string,
  ): Promise<readonly Recorded[]> {
    const board = this.#board(boardName);
    if (events.length === 0) return [];
    const touched: Touched = {
      players: new Map(),
      added: new Map(),
      allTime: undefined,
      renamed: new Map(),
      activities: new ActivityTally(),
    };
    const recorded = this.#commit(() => {
      const outcomes = events.map((event) => this.#recordOne(board, event, receivedAt, answer, touched));
      this.#writeTotals(board, touched);
      return outcomes;
    });
    for (const [number, searched] of touched.renamed) this.#names.rename(number, searched);
    return recorded;
  }

  /** Everything that can refuse the event is looked at before anything is written, so that a refusal leaves no trace. */
  #recordOne(
    board: Board,
    event: NewEvent,
    receivedAt: number,
    answer: (effect: EventEffect, event: NewEvent) => string,
    touched: Touched,
  ): Recorded {
    const earlier = this.#statements.answerOf.get(board.number, event.id) as { digest: string; answer: string } | undefined;
    if (earlier !== undefined) {
      return earlier.digest === event.digest
        ? { outcome: 'repeated', answer: earlier.answer }
        : { outcome: 'refused', reason: 'known id, another body' };
    }

    const periods = board.periods.containing(event.at);
    const cacheKey = `${board.number} ${playerKey(event.username)}`;
    const known = touched.players.get(cacheKey) ?? this.#recent.get(cacheKey) ?? this.#readTotals(board, event.username);
    // A negative zero is a zero in the database, and nobody should see a difference.
    const scored = { points: event.points + 0, at: event.at };
    const changes: PeriodChange[] = [];
    for (const period of periods) {
      if (period.closed) {
        changes.push({ state: 'closed', period: period.key });
        continue;
      }
      const before = period.number === undefined ? undefined : known?.totals.get(period.number);
      const after = exactScore(board.settings.scoring, board.settings.direction, before, scored);
      if (after === undefined) return { outcome: 'refused', reason: 'total out of range' };
      changes.push({ state: 'counted', period: period.key, before, after });
    }

    const totals: PlayerTotals = known ?? {
      player: this.#addPlayer(event, receivedAt),
      totals: new Map(),
      unwritten: new Map(),
      latestEvent: undefined,
    };
    if (known !== undefined) this.#updatePlayer(known, event, touched);
    let counted = 0;
    for (const [bit, change] of changes.entries()) {
      if (change.state === 'closed') continue;
      counted |= 1 << bit;
      const period = periods[bit]!;
      const number = this.#numberOf(board, period);
      if (period.key.kind === 'all-time') touched.allTime = number;
      totals.totals.set(number, change.after);
      if (change.before === undefined) {
        touched.added.set(number, (touched.added.get(number) ?? 0) + 1);
        totals.unwritten.set(number, 'first');
      } else if (!totals.unwritten.has(number)) totals.unwritten.set(number, 'changed');
    }
    touched.players.set(cacheKey, totals);
    touched.activities.add(periods[0]!.start, event.activity, scored.points);

    const effect: EventEffect = { player: totals.player, changes };
    const text = answer(effect, event);
    const { lastInsertRowid } = this.#statements.addEvent.run(
      board.number,
      event.id,
      totals.player.number,
      event.points,
      event.at,
      event.activity,
      receivedAt,
      event.digest,
      counted,
      text,
      totals.latestEvent ?? null,
    );
    totals.latestEvent = Number(lastInsertRowid);
    return { outcome: 'recorded', ...effect, answer: text };
  }

  /** The number of a period of a board's calendar, of one that nothing has counted in yet a new one. */
  #numberOf(board: Board, period: Period): number {
    period.number ??= this.#addPeriod(board.number, period.key.kind, period.start, period.end);
    return period.number;
  }

  #addPeriod(board: number, kind: PeriodKind, start: number, end: number): number {
    return Number(this.#statements.addPeriod.run(board, kind, timeToColumn(start), timeToColumn(end)).lastInsertRowid);
  }

  #readTotals(board: Board, username: string): PlayerTotals | undefined {
    const row = this.#statements.playerOf.get(playerKey(username)) as PlayerRow | undefined;
    if (row === undefined) return undefined;
    const player = playerFrom(row);
    const totals = new Map<number, Score>();
    let latestEvent: number | undefined;
    for (const row of this.#statements.totalsOf.all(board.number, player.number) as unknown as (StandingRow & LatestEventRow)[]) {
      totals.set(row.period, scoreFrom(row));
      latestEvent ??= row.latest_event ?? undefined;
    }
    return { player, totals, unwritten: new Map(), latestEvent };
  }

  #addPlayer(event: NewEvent, receivedAt: number): StoredPlayer {
    const { username, displayName = username, avatar = DEFAULT_AVATAR } = event;
    // A clock that was set back must not take the order from what is searched by halving.
    this.#newestKnownSince = Math.max(this.#newestKnownSince ?? this.#newestPlayer().knownSince, receivedAt);
    const { lastInsertRowid } = this.#statements.addPlayer.run(
      username,
      playerKey(username),
      displayName,
      avatar,
      foldForSearch(username, displayName),
      this.#newestKnownSince,
    );
    return { number: Number(lastInsertRowid), username, displayName, avatar };
  }

  #updatePlayer(known: PlayerTotals, event: NewEvent, touched: Touched): void {
    const { number, username, displayName: oldName, avatar: oldAvatar } = known.player;
    const { displayName = oldName, avatar = oldAvatar } = event;
    if (displayName === oldName && avatar === oldAvatar) return;
    const searched = foldForSearch(username, displayName);
    this.#statements.updatePlayer.run(displayName, avatar, searched, number);
    if (displayName !== oldName) touched.renamed.set(number, searched);
    known.player = { number, username, displayName, avatar };
  }

  /** Writes each total once, however many events of the commit changed it, in the order they lie on disk. */
  #writeTotals(board: Board, touched: Touched): void {
    const players = [...touched.players.values()].toSorted((a, b) => a.player.number - b.player.number);
    for (const { player, totals, unwritten, latestEvent } of players) {
      for (const [period, state] of unwritten) {
        const { points, reachedAt, latestAt } = totals.get(period)!;
        const event = period === touched.allTime ? latestEvent! : null;
        const write = state === 'first' ? this.#statements.addTotal : this.#statements.changeTotal;
        write.run(points, reachedAt, latestAt, event, board.number, player.number, period);
      }
      unwritten.clear();
    }
    for (const [key, totals] of touched.players) this.#recent.set(key, totals);
    for (const [period, added] of touched.added) this.#statements.countStandings.run(added, period);
    for (const row of touched.activities.take()) this.#statements.addActivity.run(board.number, ...row);
  }

  async *standings(period: PeriodKey): AsyncIterable<{ readonly number: number } & Score> {
    const board = this.#board(period.board);
    const row = this.#periodRow(board, period);
    if (row === undefined) return;
    const snapshot = openSnapshot(this.#file);
    try {
      const [table, within] =
        row.closed_at === null
          ? ['standings WHERE board = ? AND period = ?', [board.number, row.number]]
          : ['final_standings WHERE period = ?', [row.number]];
      const rows = snapshot.prepare(`SELECT player, points, reached_at, latest_at FROM ${table} AND player > ? ORDER BY player LIMIT ?`);
      // A million rows as objects take three times as long.
      rows.setReturnArrays(true);
      for (let last = -1, more = true; more;) {
        const standings = rows.all(...within, last, ROWS_PER_TURN) as unknown as [number, number, number, number][];
        for (const [number, points, reachedAt, latestAt] of standings) yield { number, points, reachedAt, latestAt };
        last = standings.at(-1)?.[0] ?? last;
        more = standings.length === ROWS_PER_TURN;
        await nextTurn();
      }
    } finally {
      snapshot.close();
    }
  }

  async players(numbers: readonly number[]): Promise<readonly StoredPlayer[]> {
    return numbers.map((number) => {
      const row = this.#statements.player.get(number) as PlayerRow | undefined;
      if (row === undefined) throw new RangeError(`No player has the number ${number}`);
      return playerFrom(row);
    });
  }

  async playerNamed(username: string): Promise<StoredPlayer | undefined> {
    const row = this.#statements.playerOf.get(playerKey(username)) as PlayerRow | undefined;
    return row === undefined ? undefined : playerFrom(row);
  }

  async knownSince(player: number): Promise<number> {
    const row = this.#statements.knownSince.get(player) as { known_since: number } | undefined;
    if (row === undefined) throw new RangeError(`No player has the number ${player}`);
    return row.known_since;
  }

  async playersMatching(text: string, limit: number): Promise<readonly number[]> {
    return this.#names.matching(text, limit);
  }

  async playerCount(): Promise<number> {
    return this.#newestPlayer().number;
  }

  async playersKnownBefore(at: number): Promise<number> {
    // Numbers have no gaps: players are never taken away, and a number that a failed commit gave is given again.
    let known = 0;
    let unknown = this.#newestPlayer().number + 1;
    while (unknown - known > 1) {
      const middle = Math.floor((known + unknown) / 2);
      const { known_since: since } = this.#statements.knownSince.get(middle) as { known_since: number };
      if (since < at) known = middle;
      else unknown = middle;
    }
    return known;
  }

  #newestPlayer(): { readonly number: number; readonly knownSince: number } {
    const row = this.#statements.newestPlayer.get() as { number: number; known_since: number } | undefined;
    return { number: row?.number ?? 0, knownSince: row?.known_since ?? -Infinity };
  }

  async eventsOf(
    boardName: string,
    player: number,
    { before = Infinity, limit }: { readonly before?: number; readonly limit: number },
  ): Promise<readonly StoredEvent[]> {
    const board = this.#board(boardName);
    const eventAt = (seq: number) => this.#statements.eventAt.get(seq) as EventRow | undefined;
    const start = before === Infinity ? undefined : eventAt(before);
    let next: number | null | undefined = before === Infinity ? this.#latestEvent(board, player) : null;
    if (start?.board === board.number && start.player === player) next = start.previous;
    const events: StoredEvent[] = [];
    while (events.length < limit && next !== null && next !== undefined) {
      const row: EventRow = eventAt(next)!;
      events.push(eventFrom(row));
      next = row.previous;
    }
    return events;
  }

  #latestEvent(board: Board, player: number): number | null | undefined {
    return (this.#statements.latestEvent.get(board.number, player) as LatestEventRow | undefined)?.latest_event;
  }

  async countEvents(
    boardName: string,
    player: number,
    { from, to, arrivedFrom, look }: { readonly from: number; readonly to: number; readonly arrivedFrom: number; readonly look: number },
  ): Promise<{ readonly count: number; readonly all: boolean }> {
    const board = this.#board(boardName);
    const latest = this.#latestEvent(board, player);
    if (latest === null || latest === undefined) return { count: 0, all: true };
    const times = [arrivedFrom, from, to].map(timeToColumn);
    const { count, all } = this.#statements.countEvents.get(latest, look, ...times) as { count: number; all: number };
    return { count, all: all === 1 };
  }

  async periodSizes(
    board: string,
    kind: PeriodKind,
    from: number,
    to: number,
  ): Promise<readonly { readonly start: number; readonly standings: number }[]> {
    const rows = this.#statements.periodSizes.all(this.#board(board).number, kind, timeToColumn(from), timeToColumn(to));
    return (rows as unknown as PeriodRow[]).map(({ start, standings }) => ({ start: timeFromColumn(start), standings }));
  }

  async *countedEvents(
    { board: boardName, kind, start }: PeriodKey,
    after: number,
  ): AsyncIterable<PlayedEvents & { readonly reached: number }> {
    const board = this.#board(boardName);
    const { end } = periodContaining(kind, start, board.settings.calendar);
    const wanted = { bit: 1 << PERIOD_KINDS.indexOf(kind), from: timeToColumn(start), to: timeToColumn(end) };
    for (let reached = after; ;) {
      const next =
        reached % EVENTS_PER_BLOCK === 0 ? this.#blocks.next(board.number, reached, wanted) : this.#unpacked(board, reached, wanted);
      const events = next ?? this.#unpacked(board, Math.max(reached, this.#blocks.reached), wanted);
      if (events === undefined) return;
      ({ reached } = events);
      yield events;
      await nextTurn();
    }
  }

  /** Counted events after a `seq` from the rows of the ledger, up to the end of a block at most; `undefined` at the end of the ledger. */
  #unpacked({ number }: Board, after: number, { bit, from, to }: Wanted): (PlayedEvents & { readonly reached: number }) | undefined {
    const { seq: newest } = this.#statements.newestEvent.get() as { seq: number };
    if (after >= newest) return undefined;
    const reached = Math.min(newest, (Math.floor(after / EVENTS_PER_BLOCK) + 1) * EVENTS_PER_BLOCK);
    const rows = this.#statements.countedEvents.all(after, reached, number, from, to, bit) as unknown as LedgerEventRow[];
    return {
      players: Uint32Array.from(rows, ({ player }) => player),
      at: Float64Array.from(rows, ({ at }) => at),
      points: Float64Array.from(rows, ({ points }) => points),
      reached,
    };
  }

  async packLedger(isStopping = () => false): Promise<void> {
    while (!isStopping()) {
      const { seq: newest } = this.#statements.newestEvent.get() as { seq: number };
      if (newest < this.#blocks.reached + EVENTS_PER_BLOCK) return;
      this.#commit(() => this.#blocks.pack(newest))?.();
      await nextTurn();
    }
  }

  async firstPeriod(board: string, kind: PeriodKind): Promise<number | undefined> {
    const { start } = this.#statements.firstPeriod.get(this.#board(board).number, kind) as { start: number | null };
    return start === null ? undefined : timeFromColumn(start);
  }

  async periodsBeside({
    board,
    kind,
    start,
  }: PeriodKey): Promise<{ readonly before: number | undefined; readonly after: number | undefined }> {
    const asked = [this.#board(board).number, kind, timeToColumn(start)] as const;
    const startOf = (row: unknown) => (row === undefined ? undefined : timeFromColumn((row as PeriodRow).start));
    return { before: startOf(this.#statements.periodBefore.get(...asked)), after: startOf(this.#statements.periodAfter.get(...asked)) };
  }

  async activityDays(boardName: string, from: number, to: number): Promise<readonly ActivityDay[]> {
    const { nextActivityDay, activitiesOf } = this.#statements;
    const { number } = this.#board(boardName);
    const found: ActivityDay[] = [];
    const next = (after: number) => (nextActivityDay.get(number, after, timeToColumn(to)) as { day: number | null }).day;
    let read = 0;
    for (let day = next(timeToColumn(from)); day !== null; day = next(day + 1)) {
      // The largest come first, in their order, and the rest last, as they are asked for.
      for (const row of activitiesOf.all(number, day, NAMED_ACTIVITIES) as unknown as ActivityDayRow[]) {
        const points = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, row.points));
        found.push({ start: day, activity: row.activity, events: row.events, points });
        read += row.activities;
      }
      if (read < ROWS_PER_TURN) continue;
      read = 0;
      await nextTurn();
    }
    return found;
  }

  async document(name: string): Promise<string | undefined> {
    return (this.#statements.document.get(name) as { value: string } | undefined)?.value;
  }

  async saveDocument(name: string, text: string): Promise<void> {
    this.#commit(() => this.#statements.saveDocument.run(name, text));
  }

  async endedPeriods(now: number): Promise<readonly (PeriodKey & { readonly end: number })[]> {
    const names = new Map([...this.#boards.values()].map(({ number, settings }) => [number, settings.name]));
    return (this.#statements.endedPeriods.all(timeToColumn(now)) as unknown as PeriodRow[])
      .map(({ board, kind, start, end }) => ({ board: names.get(board)!, kind, start: timeFromColumn(start), end: timeFromColumn(end) }))
      .filter(({ end }) => end <= now)
      .toSorted((a, b) => a.end - b.end || PERIOD_KINDS.indexOf(a.kind) - PERIOD_KINDS.indexOf(b.kind) || (a.board < b.board ? -1 : 1));
  }

  async closePeriod(period: PeriodKey, order: readonly number[], closedAt: number, isStopping = () => false): Promise<boolean> {
    const board = this.#board(period.board);
    const { kind, start } = period;
    if (kind === 'all-time') throw new RangeError('All time never ends, so it cannot be closed');
    const span = periodContaining(kind, start, board.settings.calendar);
    if (span.start !== start) throw new RangeError(`No ${kind} period of ${period.board} starts at ${start}`);
    const row = this.#periodRow(board, period);
    if (row !== undefined && row.closed_at !== null) throw new Error(`The ${kind} period from ${start} is closed already`);
    const standings = row?.standings ?? 0;
    if (order.length !== standings) throw new RangeError(`The order has ${order.length} players, and the period has ${standings}`);

    if (row === undefined || (standings <= this.#rowsPerCommit && !this.#isClosing(row.number))) {
      this.#commit(() => {
        const number = row?.number ?? this.#addPeriod(board.number, kind, span.start, span.end);
        this.#addFinals(board, number, order, 0, standings);
        this.#statements.closePeriod.run(closedAt, number);
        for (const player of order) this.#statements.dropTotal.run(board.number, player, number);
      });
      board.periods.forget();
      this.#recent.clear();
      return true;
    }
    return this.#closeLittleByLittle(board, row.number, order, closedAt, isStopping);
  }

  /** `closings` has the period from the first commit on, so that no event changes it, also after a restart. */
  async #closeLittleByLittle(
    board: Board,
    number: number,
    order: readonly number[],
    closedAt: number,
    isStopping: () => boolean,
  ): Promise<boolean> {
    if (this.#closing.has(number)) throw new Error('The period is being closed already');
    this.#closing.add(number);
    try {
      this.#commit(() => this.#statements.beginClosing.run(number));
      // Remembered periods speak of it as one that takes events.
      board.periods.forget();
      // What an earlier try left.
      await this.#dropFinals(number);
      try {
        for (let rank = 0; rank < order.length; rank += this.#rowsPerCommit) {
          if (isStopping()) return false;
          this.#commit(() => this.#addFinals(board, number, order, rank, rank + this.#rowsPerCommit));
          await nextTurn();
        }
      } catch (error) {
        if (error instanceof RangeError) await this.#reopen(board, number);
        throw error;
      }
      this.#commit(() => this.#statements.closePeriod.run(closedAt, number));
      // Players who score every day would else be remembered with the total of each of their days.
      this.#recent.clear();
      return true;
    } finally {
      this.#closing.delete(number);
    }
  }

  /** Writes the ranks after `from` up to `to`. */
  #addFinals(board: Board, period: number, order: readonly number[], from: number, to: number): void {
    for (let rank = from + 1; rank <= to && rank <= order.length; rank += 1) {
      const player = order[rank - 1]!;
      const { changes } = this.#statements.addFinal.run(rank, board.number, player, period);
      if (changes !== 1) throw new RangeError(`The order names player ${player}, who has no standing or was named before`);
    }
  }

  async #reopen(board: Board, period: number): Promise<void> {
    await this.#dropFinals(period);
    this.#commit(() => this.#statements.endClosing.run(period));
    board.periods.forget();
  }

  async #dropFinals(period: number): Promise<void> {
    for (let dropped = this.#rowsPerCommit; dropped === this.#rowsPerCommit;) {
      dropped = this.#commit(() => Number(this.#statements.dropFinals.run(period, this.#rowsPerCommit).changes));
      if (dropped > 0) await nextTurn();
    }
  }

  async clearClosed(isStopping = () => false): Promise<void> {
    const { closedAndUncleared, finalPlayers, dropTotal, endClosing } = this.#statements;
    for (const { board, number } of closedAndUncleared.all() as unknown as Pick<PeriodRow, 'board' | 'number'>[]) {
      // In the order they lie on disk.
      for (let last: number | undefined = 0; last !== undefined;) {
        if (isStopping()) return;
        const players = finalPlayers.all(number, last, this.#rowsPerCommit) as unknown as Pick<StandingRow, 'player'>[];
        this.#commit(() => {
          for (const { player } of players) dropTotal.run(board, player, number);
          if (players.length < this.#rowsPerCommit) endClosing.run(number);
        });
        last = players.length < this.#rowsPerCommit ? undefined : players.at(-1)!.player;
        await nextTurn();
      }
    }
  }

  async finalStandings(
    period: PeriodKey,
    firstRank: number,
    count: number,
  ): Promise<{ readonly total: number; readonly standings: readonly (StoredStanding & { readonly rank: number })[] } | undefined> {
    const row = this.#periodRow(this.#board(period.board), period);
    if (row === undefined || row.closed_at === null) return undefined;
    const rows = this.#statements.finals.all(row.number, firstRank, count) as unknown as (PlayerRow &
      ScoreRow & { readonly rank: number })[];
    return {
      total: row.standings,
      standings: rows.map((final) => ({ rank: final.rank, player: playerFrom(final), score: scoreFrom(final) })),
    };
  }

  async finalRank(period: PeriodKey, player: number): Promise<number | undefined> {
    const { kind, start, board } = period;
    const asked = [this.#board(board).number, kind, timeToColumn(start), player] as const;
    return (this.#statements.finalRank.get(...asked) as { rank: number } | undefined)?.rank;
  }

  async scoreOf(period: PeriodKey, player: number): Promise<Score | undefined> {
    const board = this.#board(period.board);
    const row = this.#periodRow(board, period);
    if (row === undefined) return undefined;
    const { totalOf, finalTotalOf } = this.#statements;
    const total = row.closed_at === null ? totalOf.get(board.number, player, row.number) : finalTotalOf.get(row.number, player);
    return total === undefined ? undefined : scoreFrom(total as unknown as ScoreRow);
  }

  async finalPlaces(board: string, kind: PeriodKind, player: number, limit: number): Promise<readonly FinalPlace[]> {
    return this.#statements.finalPlaces.all(player, this.#board(board).number, kind, limit) as unknown as FinalPlace[];
  }

  async bestFinalPlace(board: string, player: number): Promise<(FinalPlace & { readonly kind: PeriodKind }) | undefined> {
    return this.#statements.bestFinalPlace.get(player, this.#board(board).number) as
      | (FinalPlace & { readonly kind: PeriodKind })
      | undefined;
  }

  async totalsSince(
    board: string,
    kind: PeriodKind,
    player: number,
    from: number,
  ): Promise<readonly { readonly start: number; readonly points: number }[]> {
    return this.#statements.totalsSince.all(player, this.#board(board).number, kind, timeToColumn(from)) as unknown as {
      start: number;
      points: number;
    }[];
  }

  async verify(): Promise<{ readonly events: number; readonly standings: number; readonly differences: readonly string[] }> {
    const boards = [...this.#boards.values()];
    const snapshot = openSnapshot(this.#file);
    try {
      return await auditLedger(snapshot, boards);
    } finally {
      snapshot.close();
    }
  }

  async close(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
    this.#lock.release();
  }

  /** Runs `work` in one durable commit; where it or the commit fails, nothing of it is left, in the database or in memory. */
  #commit<Result>(work: () => Result): Result {
    if (this.#database.isTransaction) throw new Error('A commit is under way: calls that write must not overlap');
    try {
      this.#statements.begin.run();
      const result = work();
      this.#statements.commit.run();
      return result;
    } catch (error) {
      this.#forget();
      // SQLite has rolled back by itself after some failures, such as a full disk.
      if (this.#database.isTransaction) this.#statements.rollback.run();
      throw storageFailure(error) ?? error;
    }
  }

  #forget(): void {
    this.#recent.clear();
    this.#newestKnownSince = undefined;
    for (const { periods } of this.#boards.values()) periods.forget();
  }

  #board(name: string): Board {
    const board = this.#boards.get(name);
    if (board === undefined) throw new RangeError(`There is no board named ${name}`);
    return board;
  }

  #readBoards(): Map<string, Board> {
    const rows = this.#statements.boards.all() as unknown as BoardRow[];
    return new Map(rows.map((row) => [row.name, this.#boardFrom(row)]));
  }

  #boardFrom({ number, name, title, scoring, direction, time_zone: timeZone, week_start: weekStart }: BoardRow): Board {
    const calendar: Calendar = { timeZone, weekStart: weekStart as Weekday };
    const settings: BoardSettings = { name, title, scoring, direction, calendar };
    const board: Board = {
      number,
      settings,
      periods: new SpanCache((kind, at) => {
        const { start, end } = periodContaining(kind, at, calendar);
        const key = { board: name, kind, start };
        const row = this.#periodRow(board, key);
        const closed = row !== undefined && (row.closed_at !== null || this.#isClosing(row.number));
        return { key, start, end, closed, number: row?.number };
      }),
    };
    return board;
  }

  #isClosing(period: number): boolean {
    return this.#statements.isClosing.get(period) !== undefined;
  }

  #periodRow(board: Board, { kind, start }: PeriodKey): PeriodRow | undefined {
    return this.#statements.period.get(board.number, kind, timeToColumn(start)) as PeriodRow | undefined;
  }
}

/** SQLite's own words for trouble with the disk or the file, apart from mistakes in a statement: primary result codes. */
const STORAGE_CODES = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
const FULL = 13;

function storageFailure(error: unknown): StorageFailure | undefined {
  const code = ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff;
  if (!STORAGE_CODES.has(code)) return undefined;
  const full = code === FULL;
  return new StorageFailure(full ? 'No room is left to store anything' : `Storing failed: ${(error as Error).message}`, full, error);
}

function foldsAlike(a: BoardSettings, b: BoardSettings): boolean {
  return (
    a.scoring === b.scoring &&
    a.direction === b.direction &&
    a.calendar.timeZone === b.calendar.timeZone &&
    a.calendar.weekStart === b.calendar.weekStart
  );
}
