import type { Score } from '../../../domain/scoring.ts';
import type { NewChange } from '../followers.ts';
import type { BoardSettings, StandingColumns, StoredPlayer, TotalNow } from '../stored-values.ts';
import { addPeriod, allPeriods, type HeldBoard, type HeldPeriod, newBoard } from './boards.ts';
import { timeFromColumn } from './columns.ts';
import type { LoggedChange, NewPeriod } from './logged-change.ts';

/** Everybody: by number, by name, by what is searched, and by when they came. Numbers have no gaps. */
export interface KnownPlayers {
  readonly count: number;
  /** @throws {RangeError} for a number nobody has. */
  numbered(number: number): StoredPlayer;
  /** By what `usernameKey` makes of their name. */
  keyed(key: string): StoredPlayer | undefined;
  /** Numbers of the first `limit` players one of whose names contains `text`. */
  matching(text: string, limit: number): Promise<readonly number[]>;
  /** When they came, in epoch milliseconds; never falls as numbers rise. @throws {RangeError} for a number nobody has. */
  knownSince(number: number): number;
  /** When a new player comes who is first heard of then: a clock that was set back must not take the order from them. */
  nextKnownSince(receivedAt: number): number;
  /** How many had come before a moment. */
  knownBefore(at: number): number;
  /** Takes note of a player's new names, once they are durable. */
  rename(player: StoredPlayer): void;
}

/** The totals of periods that are not closed, and each player's latest event. */
export interface HeldTotals {
  scoreOf(period: Pick<HeldPeriod, 'board' | 'number'>, player: number): Score | undefined;
  /** The `seq` of a player's latest event on a board. */
  latestEvent(board: HeldBoard, player: number): number | undefined;
  /** All totals of a period, little by little, as they are then. */
  standings(period: HeldPeriod): Iterable<StandingColumns>;
}

/**
 * Boards, periods and documents as the log leaves them at a position, and who plays. It is folded from the log and from nothing
 * else, so that all processes with the same log know the same at the same position.
 */
export class State<Players extends KnownPlayers = KnownPlayers> {
  position: number;
  newestPeriod = 0;
  readonly documents = new Map<string, string>();
  readonly players: Players;
  readonly #boards = new Map<string, HeldBoard>();
  readonly #byNumber: HeldBoard[] = [];
  readonly #periods: HeldPeriod[] = [];

  constructor(players: Players, position: number) {
    this.players = players;
    this.position = position;
  }

  /** In the order they were made. */
  boards(): readonly HeldBoard[] {
    return this.#byNumber.filter((board) => this.#boards.get(board.settings.name) === board);
  }

  /** The highest number of a board, also of one that was removed; 0 while there is none. */
  get newestBoard(): number {
    return Math.max(0, this.#byNumber.length - 1);
  }

  /** @throws {RangeError} if there is none of that name. */
  board(name: string): HeldBoard {
    const board = this.#boards.get(name);
    if (board === undefined) throw new RangeError(`There is no board named ${name}`);
    return board;
  }

  knownBoard(name: string): HeldBoard | undefined {
    return this.#boards.get(name);
  }

  boardNumbered(number: number): HeldBoard {
    return this.#byNumber[number]!;
  }

  hasBoard(number: number): boolean {
    return this.#byNumber[number] !== undefined;
  }

  period(number: number): HeldPeriod {
    return this.#periods[number]!;
  }

  /** Every period of every board that is there. */
  *periods(): Iterable<HeldPeriod> {
    for (const board of this.boards()) yield* allPeriods(board);
  }

  positions(): ReadonlyMap<string, number> {
    return new Map(this.boards().map(({ settings, position }) => [settings.name, position]));
  }

  /** Also of a board that was removed: numbers have no gaps. */
  setBoard(number: number, settings: BoardSettings | undefined, position: number): void {
    const known = this.#byNumber[number];
    if (settings === undefined) {
      if (known === undefined) this.#byNumber[number] = newBoard(number, REMOVED, position);
      else this.#boards.delete(known.settings.name);
      return;
    }
    const board = known ?? newBoard(number, settings, position);
    board.settings = settings;
    this.#byNumber[number] = board;
    this.#boards.set(settings.name, board);
  }

  addPeriods(rows: Iterable<NewPeriod>): void {
    for (const [number, board, kind, start, end] of rows) {
      this.#periods[number] = addPeriod(this.boardNumbered(board), number, kind, timeFromColumn(start), timeFromColumn(end));
      this.newestPeriod = Math.max(this.newestPeriod, number);
    }
  }

  /** Follows a change that is durable, and returns what there is to tell. `totals`: those that a revision changed. */
  follow(position: number, change: LoggedChange, totals: readonly TotalNow[] = []): NewChange | undefined {
    const told = this.#followed(position, change, totals);
    this.position = position;
    if (told === undefined) return undefined;
    // A board that is gone is gone from all lists of boards.
    const isOfAll = told.kind === 'document' || told.kind === 'player' || (told.kind === 'board' && told.settings === undefined);
    if (isOfAll) for (const board of this.boards()) board.position = position;
    else {
      const board = told.board === undefined ? undefined : this.#boards.get(told.board);
      if (board !== undefined) board.position = position;
    }
    return told;
  }

  #followed(position: number, change: LoggedChange, totals: readonly TotalNow[]): NewChange | undefined {
    switch (change.kind) {
      case 'board': {
        const { number, settings } = change;
        const { name } = settings ?? this.boardNumbered(number).settings;
        this.setBoard(number, settings, position);
        return { kind: 'board', board: name, settings };
      }
      case 'document':
        this.documents.set(change.name, change.text);
        return { kind: 'document', name: change.name, text: change.text };
      case 'player': {
        const { number, username, displayName, avatar } = change;
        const player = { number, username, displayName, avatar };
        this.players.rename(player);
        return { kind: 'player', player };
      }
      case 'revised':
        return { kind: 'revised', board: this.boardNumbered(change.board).settings.name, totals };
      case 'records': {
        const board = change.board === undefined ? undefined : this.boardNumbered(change.board).settings.name;
        return { kind: 'records', board, records: change.records };
      }
      // Sealing is no change to anybody who reads.
      case 'sealed':
        this.period(change.period).sealed = true;
        return undefined;
      case 'closed': {
        const period = this.period(change.period);
        period.closed = { at: change.at, unshown: change.unshown };
        period.sealed = false;
        period.standings = change.standings;
        return { kind: 'closed', board: period.key.board, period: period.key };
      }
      case 'reopened': {
        const period = this.period(change.period);
        period.closed = undefined;
        period.sealed = false;
        if (change.closed) period.reopenedAt = change.at;
        return { kind: 'reopened', board: period.key.board, period: period.key };
      }
    }
  }
}

const REMOVED: BoardSettings = {
  name: '',
  title: '',
  scoring: 'sum',
  direction: 'high',
  unit: 'points',
  state: 'archived',
  calendar: { timeZone: 'UTC', weekStart: 1 },
};
