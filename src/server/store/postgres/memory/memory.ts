import type { PeriodKind } from '../../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../../domain/scoring.ts';
import { areSameTotals, timeFromColumn, timeToColumn } from '../../held/columns.ts';
import { blockOf, gathered, TotalsBlock } from '../../held/totals-block.ts';
import type { NewChange } from '../../followers.ts';
import {
  DEFAULT_AVATAR,
  earliestOf,
  type BoardSettings,
  type StandingColumns,
  type StoredPlayer,
  type TotalNow,
} from '../../stored-values.ts';
import { addPeriod, allPeriods, type HeldBoard, type HeldPeriod, newBoard, periodOf } from './held-boards.ts';
import { HeldPlayers } from './held-players.ts';

/** An event as everybody folds it. */
export interface LoggedEvent {
  readonly seq: number;
  /** By number. */
  readonly board: number;
  readonly id: string;
  readonly player: number;
  readonly points: number;
  readonly at: number;
  readonly receivedAt: number;
  /** Bit 0 for its day, 1 week, 2 month, 3 all time. */
  readonly counted: number;
  /** What was not known of its player before. */
  readonly naming: Naming | undefined;
}

/** Of a new player all that is not the usual, of a known one what changed. */
export interface Naming {
  readonly username?: string;
  readonly displayName?: string;
  readonly avatar?: string;
}

/** A total in a change: period and player by number, and no more if there is none left. Times as columns have them. */
export type LoggedTotal =
  | readonly [period: number, player: number]
  | readonly [period: number, player: number, points: number, reachedAt: number, movedAt: number];

/** Any other change, as `changes.detail` has it. Boards and periods by number. */
export type LoggedChange =
  /** Of a board that was removed there are no settings. */
  | { readonly kind: 'board'; readonly number: number; readonly settings: BoardSettings | undefined }
  | { readonly kind: 'document'; readonly name: string; readonly text: string }
  | ({ readonly kind: 'player' } & StoredPlayer)
  | { readonly kind: 'revised'; readonly board: number; readonly totals: readonly LoggedTotal[] }
  | { readonly kind: 'sealed'; readonly period: number }
  | { readonly kind: 'closed'; readonly period: number; readonly at: number; readonly standings: number; readonly unshown: number }
  /** `closed`: whether it had been, and not only sealed. */
  | { readonly kind: 'reopened'; readonly period: number; readonly at: number; readonly closed: boolean }
  /** The board whose answers change by it, if any; and the kinds of the records. */
  | { readonly kind: 'records'; readonly board: number | undefined; readonly records: readonly string[] };

/** A period, and the `seq` of the first event that counted in it. Times as columns have them. */
export type NewPeriod = readonly [number: number, board: number, kind: PeriodKind, start: number, end: number, since: number];

/** A total that was put back when a closed period was opened again. */
export interface PutBack {
  readonly player: number;
  readonly total: Score;
}

/** A block that the database has without the changes from `since` on, of which `latest` is the last; both are positions. */
export interface BlockBehind {
  readonly board: number;
  readonly block: number;
  since: number;
  latest: number;
}

/** Players between two turns, while totals of closed periods are dropped: some milliseconds. */
const BLOCKS_PER_TURN = 128;

/**
 * What a process remembers of a database: everything but the ledger, what its events are answered with, and the final ranks
 * of closed periods. It follows the log and nothing else, so that all processes remember the same at the same position.
 */
export class Memory {
  position: number;
  /** What the log has at the position: the id of an event, or the detail of a change. To notice a database that went back. */
  last: string | undefined;
  newestPeriod = 0;
  readonly documents = new Map<string, string>();
  readonly players = new HeldPlayers();
  readonly #boards = new Map<string, HeldBoard>();
  readonly #byNumber: HeldBoard[] = [];
  readonly #periods: HeldPeriod[] = [];
  /** Blocks that have more than the database. */
  readonly behind = new Map<TotalsBlock, BlockBehind>();
  /** Closed periods whose totals were not dropped yet. */
  readonly #undropped = new Set<HeldPeriod>();

  constructor(position: number) {
    this.position = position;
  }

  /** In the order they were made. */
  boards(): readonly HeldBoard[] {
    return this.#byNumber.filter((board) => this.#boards.get(board.settings.name) === board);
  }

  /** The highest number of a board; 0 while there is none. */
  get boardNumbers(): number {
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

  /** The total of a player in a period that is not closed. */
  scoreOf({ board, number }: Pick<HeldPeriod, 'board' | 'number'>, player: number): Score | undefined {
    return board.blocks[blockOf(player)]?.scoreOf(player, number);
  }

  /** The `seq` of a player's latest event on a board. */
  latestEvent(board: HeldBoard, player: number): number | undefined {
    return board.blocks[blockOf(player)]?.latestEventOf(player);
  }

  /** All totals of a period that is not closed, little by little, as they are then. */
  *standings({ board, number }: HeldPeriod): Iterable<StandingColumns> {
    for (let from = 0; from < board.blocks.length; from += BLOCKS_PER_TURN) {
      const blocks = board.blocks.slice(from, from + BLOCKS_PER_TURN).filter((block) => block !== undefined);
      yield gathered(blocks, number);
    }
  }

  /** Folds events of one board, which are durable, and returns what there is to tell. */
  record(board: HeldBoard, events: readonly LoggedEvent[]): NewChange {
    /** Of each period the players whose totals change, with those they had. */
    const changed = new Map<HeldPeriod, Map<number, Score | undefined>>();
    for (const event of events) {
      this.#name(event);
      const block = this.blockToChange(board, event.player, event.seq);
      for (const period of countedPeriods(board, event)) {
        const before = block.scoreOf(event.player, period.number);
        block.setScore(event.player, period.number, foldedInto(board, before, event));
        if (before === undefined) period.standings += 1;
        let players = changed.get(period);
        if (players === undefined) changed.set(period, (players = new Map()));
        if (!players.has(event.player)) players.set(event.player, before);
      }
      block.setLatestEvent(event.player, event.seq);
    }
    const last = events.at(-1)!;
    board.position = this.position = last.seq;
    this.last = last.id;
    const totals: TotalNow[] = [];
    for (const [period, players] of changed) {
      for (const [player, before] of players) {
        const total = this.scoreOf(period, player);
        if (!areSameTotals(total, before)) totals.push({ period: period.key, player, total });
      }
    }
    return { kind: 'recorded', board: board.settings.name, events: events.length, earliest: earliestOf(events), totals };
  }

  /** An event that a block does not have yet, though `through` a position it has all: while memory is read from the database. */
  recordAsRead(event: LoggedEvent, through: (board: number, block: number) => number): void {
    const board = this.boardNumbered(event.board);
    if (through(event.board, blockOf(event.player)) >= event.seq) return;
    const block = this.blockToChange(board, event.player, event.seq);
    for (const period of countedPeriods(board, event))
      if (period.closed === undefined)
        block.setScore(event.player, period.number, foldedInto(board, block.scoreOf(event.player, period.number), event));
    block.setLatestEvent(event.player, event.seq);
  }

  /** Folds any other change, and returns what there is to tell. `putBack`: of a closed period that is opened again, its final totals. */
  change(position: number, change: LoggedChange, putBack: Iterable<PutBack> = []): NewChange | undefined {
    const told = this.#changed(position, change, putBack);
    this.position = position;
    this.last = detailOf(change);
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

  #changed(position: number, change: LoggedChange, putBack: Iterable<PutBack>): NewChange | undefined {
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
      case 'revised': {
        const board = this.boardNumbered(change.board);
        return { kind: 'revised', board: board.settings.name, totals: change.totals.flatMap((total) => this.#revise(total, position)) };
      }
      case 'records': {
        const board = change.board === undefined ? undefined : this.boardNumbered(change.board).settings.name;
        return { kind: 'records', board, records: change.records };
      }
      case 'sealed':
        this.period(change.period).sealed = true;
        return undefined;
      case 'closed': {
        const period = this.period(change.period);
        period.closed = { at: change.at, unshown: change.unshown };
        period.sealed = false;
        period.standings = change.standings;
        this.#undropped.add(period);
        return { kind: 'closed', board: period.key.board, period: period.key };
      }
      case 'reopened': {
        const period = this.period(change.period);
        this.#undropped.delete(period);
        for (const { player, total } of putBack) this.blockToChange(period.board, player, position).setScore(player, period.number, total);
        period.closed = undefined;
        period.sealed = false;
        if (change.closed) period.reopenedAt = change.at;
        return { kind: 'reopened', board: period.key.board, period: period.key };
      }
    }
  }

  #revise(logged: LoggedTotal, position: number): TotalNow[] {
    const period = this.period(logged[0]);
    const player = logged[1];
    const before = this.scoreOf(period, player);
    const total = this.setLogged(logged, position);
    period.standings += (total === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    return areSameTotals(before, total) ? [] : [{ period: period.key, player, total }];
  }

  /** Sets a total as a change has it, and returns it. */
  setLogged(logged: LoggedTotal, position: number): Score | undefined {
    const period = this.period(logged[0]);
    const block = this.blockToChange(period.board, logged[1], position);
    if (logged.length === 2) {
      block.drop(logged[1], period.number);
      return undefined;
    }
    const total = { points: logged[2], reachedAt: logged[3], movedAt: timeFromColumn(logged[4]) };
    block.setScore(logged[1], period.number, total);
    return total;
  }

  /** The block of a player, about to have more than the database has. */
  blockToChange(board: HeldBoard, player: number, position: number): TotalsBlock {
    const number = blockOf(player);
    const block = (board.blocks[number] ??= new TotalsBlock(number));
    const behind = this.behind.get(block);
    if (behind === undefined) this.behind.set(block, { board: board.number, block: number, since: position, latest: position });
    else behind.latest = position;
    return block;
  }

  /** Drops the totals that closed periods had while they were open, block by block. */
  *dropClosed(): Iterable<void> {
    for (const period of this.#undropped) {
      const { blocks } = period.board;
      for (let i = 0; i < blocks.length && this.#undropped.has(period); i += 1) {
        blocks[i]?.dropPeriod(period.number);
        if (i % BLOCKS_PER_TURN === BLOCKS_PER_TURN - 1) yield;
      }
      this.#undropped.delete(period);
      yield;
    }
  }

  #name({ player: number, naming, receivedAt }: LoggedEvent): void {
    if (naming === undefined) return;
    const { players } = this;
    if (number > players.count) {
      const { username = '', displayName = username, avatar = DEFAULT_AVATAR } = naming;
      players.add({ number, username, displayName, avatar }, players.nextKnownSince(receivedAt));
    } else players.rename({ ...players.numbered(number), ...naming });
  }
}

/** A change as `changes.detail` has it. */
export function detailOf(change: LoggedChange): string {
  return JSON.stringify({ ...change, kind: undefined });
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

/** The periods that an event counts for, all of which are known. */
function* countedPeriods(board: HeldBoard, { at, counted }: LoggedEvent): Iterable<HeldPeriod> {
  for (const [bit, span] of board.spans.containing(at).entries()) if ((counted & (1 << bit)) !== 0) yield periodOf(board, span)!;
}

function foldedInto({ settings }: HeldBoard, before: Score | undefined, event: LoggedEvent): Score {
  const after = exactScore(settings.scoring, settings.direction, before, event);
  if (after === undefined) throw new Error(`Event ${event.id} cannot have been counted: the total would not be exact`);
  return after;
}

/** A total as a change has it. */
export function loggedTotal(period: number, player: number, total: Score | undefined): LoggedTotal {
  return total === undefined ? [period, player] : [period, player, total.points, total.reachedAt, timeToColumn(total.movedAt)];
}
