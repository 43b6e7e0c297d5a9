import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Score } from '../../../domain/scoring.ts';
import type { NewChange } from '../followers.ts';
import { type BoardSettings, earliestOf, type StandingColumns, type TotalNow } from '../stored-values.ts';
import { addPeriod, allPeriods, type HeldBoard, type HeldPeriod, newBoard } from './boards.ts';
import { areSameTotals, timeFromColumn } from './columns.ts';
import type { LoggedChange, NewPeriod } from './logged-change.ts';
import type { Players } from './players.ts';
import { blockOf, gathered, TotalsBlock } from './totals-block.ts';

/** What events of one commit or of one stretch of the log did to a player's totals. */
export interface PlayerFold {
  readonly player: { readonly number: number };
  /** By number of the period: before the events, and with them. */
  readonly totals: ReadonlyMap<number, { readonly before: Score | undefined; readonly now: Score }>;
  /** The `seq` of their latest event on the board. */
  readonly latestEvent: number | undefined;
}

/** A block that the database has without the changes from `since` on, of which `latest` is the last; both are places in the log. */
export interface BlockBehind {
  readonly board: number;
  readonly block: number;
  since: number;
  latest: number;
}

/** Blocks between two turns of the event loop: some thousands of players. */
const BLOCKS_PER_TURN = 128;

/**
 * What a process remembers of a database: boards, periods, documents and totals of open periods as the log leaves them at a position,
 * and who plays. Everything but the ledger, what its events are answered with, and the final ranks of closed periods. It is folded
 * from the log and from nothing else, so that all processes with the same log know the same at the same position.
 */
export class State {
  position: number;
  newestPeriod = 0;
  readonly documents = new Map<string, string>();
  readonly players: Players;
  readonly #boards = new Map<string, HeldBoard>();
  readonly #byNumber: HeldBoard[] = [];
  readonly #periods: HeldPeriod[] = [];
  /** By number of board, and by block. */
  readonly #blocks: (TotalsBlock | undefined)[][] = [];
  /** Blocks that have more than the database, in the order in which they began to. */
  readonly behind = new Map<TotalsBlock, BlockBehind>();
  /** Closed periods whose totals were not dropped yet. */
  readonly undropped = new Set<HeldPeriod>();

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

  setBoard(number: number, settings: BoardSettings, position: number): void {
    const board = (this.#byNumber[number] ??= newBoard(number, settings, position));
    board.settings = settings;
    this.#boards.set(settings.name, board);
  }

  /** Its number stays taken: numbers have no gaps. */
  removeBoard(number: number): void {
    this.#boards.delete(this.boardNumbered(number).settings.name);
  }

  addPeriods(rows: Iterable<NewPeriod>): void {
    for (const [number, board, kind, start, end] of rows) {
      this.#periods[number] = addPeriod(this.boardNumbered(board), number, kind, timeFromColumn(start), timeFromColumn(end));
      this.newestPeriod = Math.max(this.newestPeriod, number);
    }
  }

  /** The totals of open periods on a board, by block. */
  blocksOf(board: number): (TotalsBlock | undefined)[] {
    return (this.#blocks[board] ??= []);
  }

  /** The total of a player in a period that is not closed. */
  scoreOf({ board, number }: Pick<HeldPeriod, 'board' | 'number'>, player: number): Score | undefined {
    return this.blocksOf(board.number)[blockOf(player)]?.scoreOf(player, number);
  }

  /** The `seq` of a player's latest event on a board. */
  latestEvent(board: HeldBoard, player: number): number | undefined {
    return this.blocksOf(board.number)[blockOf(player)]?.latestEventOf(player);
  }

  /** All totals of a period that is not closed, little by little, as they are then. */
  *standings({ board, number }: HeldPeriod): Iterable<StandingColumns> {
    const blocks = this.blocksOf(board.number);
    for (let from = 0; from < blocks.length; from += BLOCKS_PER_TURN)
      yield gathered(
        blocks.slice(from, from + BLOCKS_PER_TURN).filter((block) => block !== undefined),
        number,
      );
  }

  /** The block of a player, about to have more than the database has: what the log has from `since` to `latest`. */
  blockToChange(board: HeldBoard, player: number, since: number, latest = since): TotalsBlock {
    const number = blockOf(player);
    const block = (this.blocksOf(board.number)[number] ??= new TotalsBlock(number));
    const behind = this.behind.get(block);
    if (behind === undefined) this.behind.set(block, { board: board.number, block: number, since, latest });
    else if (latest > behind.latest) behind.latest = latest;
    return block;
  }

  /** Folds events of one board that are durable and what they did, and returns what there is to tell. `since`: the `seq` of the first. */
  fold(board: HeldBoard, events: readonly { readonly at: number }[], since: number, folds: Iterable<PlayerFold>): NewChange {
    const totals: TotalNow[] = [];
    for (const { player, totals: changed, latestEvent } of folds) {
      const block = this.blockToChange(board, player.number, since, latestEvent);
      block.setLatestEvent(player.number, latestEvent!);
      for (const [number, { before, now }] of changed) {
        const period = this.period(number);
        block.setScore(player.number, number, now);
        if (before === undefined) period.standings += 1;
        if (!areSameTotals(now, before)) totals.push({ period: period.key, player: player.number, total: now });
      }
    }
    board.position = this.position += events.length;
    return { kind: 'recorded', board: board.settings.name, events: events.length, earliest: earliestOf(events), totals };
  }

  /** Drops the totals that closed periods had while they were open, little by little: nobody is told them any more. */
  async dropClosed(isStopping: () => boolean): Promise<void> {
    for (const period of this.undropped) {
      if (isStopping()) return;
      const blocks = this.blocksOf(period.board.number);
      for (let i = 0; i < blocks.length && this.undropped.has(period); i += 1) {
        blocks[i]?.keepOnly((number) => number !== period.number);
        if (i % BLOCKS_PER_TURN !== BLOCKS_PER_TURN - 1) continue;
        if (isStopping()) return;
        await nextTurn();
      }
      this.undropped.delete(period);
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
        if (settings === undefined) this.removeBoard(number);
        else this.setBoard(number, settings, position);
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
        this.undropped.add(period);
        return { kind: 'closed', board: period.key.board, period: period.key };
      }
      case 'reopened': {
        const period = this.period(change.period);
        period.closed = undefined;
        period.sealed = false;
        if (change.closed) period.reopenedAt = change.at;
        this.undropped.delete(period);
        return { kind: 'reopened', board: period.key.board, period: period.key };
      }
    }
  }
}
