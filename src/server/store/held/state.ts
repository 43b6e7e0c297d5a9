import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Score } from '../../../domain/scoring.ts';
import type { NewChange } from '../followers.ts';
import { type BoardSettings, isSameCalendar, type StandingColumns, type StoredPlayer, type TotalNow } from '../stored-values.ts';
import { addPeriod, allPeriods, type HeldBoard, type HeldPeriod, newBoard, spansOf } from './boards.ts';
import { areSameTotals, timeFromColumn } from './columns.ts';
import type { LoggedChange, NewPeriod } from './logged-change.ts';
import type { Players } from './players.ts';
import { blockOf, gathered, TotalsBlock } from './totals-block.ts';

/** The effect on a player's totals of the events of one commit, or of one stretch of the log. */
export interface PlayerFold {
  readonly player: { readonly number: number };
  /** By period number: the total before and after the events. */
  readonly totals: ReadonlyMap<number, { readonly before: Score | undefined; readonly now: Score }>;
  /** The `seq` of the player's latest event on the board. */
  readonly latestEvent: number | undefined;
}

/** A commit of events, without its effect on totals. */
export interface Recording {
  /** By number. */
  readonly board: number;
  readonly events: number;
  /** The earliest time of the events, in epoch milliseconds. */
  readonly earliest: number;
  /** New players with their arrival, and renamed ones. */
  readonly named: readonly { readonly player: StoredPlayer; readonly knownSince: number | undefined }[];
  readonly periods: readonly NewPeriod[];
}

type NewRecording = Extract<NewChange, { readonly kind: 'recorded' }>;

/** The effect of a commit of events, in the form that every state with totals folds. */
export interface RecordedStep extends Recording {
  /** The `seq` of the first event. */
  readonly since: number;
  readonly folds: Iterable<PlayerFold>;
}

/** A block whose stored copy lacks the changes at log positions `since` to `latest`. */
export interface BlockBehind {
  readonly board: number;
  readonly block: number;
  since: number;
  latest: number;
}

/** Blocks per turn of the event loop: some thousand players. */
const BLOCKS_PER_TURN = 128;

/**
 * A process's in-memory copy of a database at a position: boards, periods, documents, totals of open periods, and players; not the ledger,
 * stored answers, or final ranks. Folded from the log alone, so all processes agree at the same position.
 */
export class State {
  position: number;
  newestPeriod = 0;
  readonly documents = new Map<string, string>();
  readonly players: Players;
  readonly #boards = new Map<string, HeldBoard>();
  readonly #byNumber: HeldBoard[] = [];
  readonly #periods: HeldPeriod[] = [];
  /** By board number and block. */
  readonly #blocks: (TotalsBlock | undefined)[][] = [];
  /** Blocks ahead of the database, oldest first. */
  readonly behind = new Map<TotalsBlock, BlockBehind>();
  /** Closed periods whose totals may still be in memory. */
  readonly undropped = new Set<HeldPeriod>();

  constructor(players: Players, position: number) {
    this.players = players;
    this.position = position;
  }

  /** In order of creation. */
  boards(): readonly HeldBoard[] {
    return this.#byNumber.filter((board) => this.#boards.get(board.settings.name) === board);
  }

  /** The position of each board, by name. */
  positions(): ReadonlyMap<string, number> {
    return new Map(this.boards().map(({ settings, position }) => [settings.name, position]));
  }

  /** The highest board number, removed boards included; 0 without boards. */
  get newestBoard(): number {
    return Math.max(0, this.#byNumber.length - 1);
  }

  /** @throws {RangeError} if no board has that name. */
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

  /** All periods of all boards. */
  *periods(): Iterable<HeldPeriod> {
    for (const board of this.boards()) yield* allPeriods(board);
  }

  setBoard(number: number, settings: BoardSettings, position: number): void {
    const board = (this.#byNumber[number] ??= newBoard(number, settings, position));
    if (!isSameCalendar(board.settings.calendar, settings.calendar)) board.spans = spansOf(settings);
    board.settings = settings;
    this.#boards.set(settings.name, board);
  }

  /** The number stays taken, because numbers have no gaps. */
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

  /** A player's total in a period that is not closed. */
  scoreOf({ board, number }: Pick<HeldPeriod, 'board' | 'number'>, player: number): Score | undefined {
    return this.blocksOf(board.number)[blockOf(player)]?.scoreOf(player, number);
  }

  /** The `seq` of a player's latest event on a board. */
  latestEvent(board: HeldBoard, player: number): number | undefined {
    return this.blocksOf(board.number)[blockOf(player)]?.latestEventOf(player);
  }

  /** The totals of a period that is not closed in one part of the blocks, from 0; `undefined` after the last part. */
  standingsIn({ board, number }: HeldPeriod, part: number): StandingColumns | undefined {
    const blocks = this.blocksOf(board.number);
    const from = part * BLOCKS_PER_TURN;
    if (from >= blocks.length) return undefined;
    const some = blocks.slice(from, from + BLOCKS_PER_TURN).filter((block) => block !== undefined);
    return gathered(some, number);
  }

  /** Returns the block of a player, marked as ahead of the database by the log positions `since` to `latest`. */
  blockToChange(board: HeldBoard, player: number, since: number, latest = since): TotalsBlock {
    const number = blockOf(player);
    const block = (this.blocksOf(board.number)[number] ??= new TotalsBlock(number));
    const behind = this.behind.get(block);
    if (behind === undefined) this.behind.set(block, { board: board.number, block: number, since, latest });
    else if (latest > behind.latest) behind.latest = latest;
    return block;
  }

  /** Applies a durable commit of events, and returns the change to publish. */
  record(step: RecordedStep): NewRecording {
    this.enter(step);
    return this.fold(this.boardNumbered(step.board), step);
  }

  /** Adds the players and periods of a durable commit of events. */
  enter({ named, periods }: Pick<Recording, 'named' | 'periods'>): void {
    for (const { player, knownSince } of named) {
      if (knownSince === undefined) this.players.rename(player);
      else this.players.add(player, knownSince);
    }
    this.addPeriods(periods);
  }

  /** Folds durable events of one board, and returns the change to publish. */
  fold(board: HeldBoard, { since, folds, ...step }: Pick<RecordedStep, 'events' | 'earliest' | 'since' | 'folds'>): NewRecording {
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
    return this.recorded(board, step, totals);
  }

  /** Advances past durable events of one board, and returns the change to publish. */
  recorded(board: HeldBoard, { events, earliest }: Pick<Recording, 'events' | 'earliest'>, totals: readonly TotalNow[]): NewRecording {
    board.position = this.position += events;
    return { kind: 'recorded', board: board.settings.name, events, earliest, totals };
  }

  /** Drops, in small steps, the totals that closed periods had while they were open. */
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

  /** Applies a durable change, and returns the change to publish. `totals`: those changed by a revision. */
  follow(position: number, change: LoggedChange, totals: readonly TotalNow[] = []): NewChange | undefined {
    const published = this.#followed(position, change, totals);
    this.position = position;
    for (const board of this.#changedBy(change)) board.position = position;
    return published;
  }

  /** Updates the positions of boards, and names, for a step that the loaded rows already include. */
  passOver({
    position,
    ...step
  }: { readonly position: number } & (Pick<Recording, 'board' | 'named'> | { readonly change: LoggedChange })): void {
    const boards = 'change' in step ? this.#changedBy(step.change) : [this.boardNumbered(step.board)];
    for (const board of boards) board.position = position;
    if ('named' in step) {
      for (const { player, knownSince } of step.named) if (knownSince === undefined) this.players.rename(player);
    } else if (step.change.kind === 'player') this.players.rename(step.change);
    else if (step.change.kind === 'closed') this.period(step.change.period).standings = step.change.standings;
  }

  /** The boards whose responses a change may alter. */
  #changedBy(change: LoggedChange): Iterable<HeldBoard> {
    switch (change.kind) {
      case 'document':
      case 'player':
        return this.boards();
      case 'board':
        // Removing a board changes every list of boards.
        return change.settings === undefined ? this.boards() : [this.boardNumbered(change.number)];
      case 'revised':
        return [this.boardNumbered(change.board)];
      case 'records':
        return change.board === undefined ? [] : [this.boardNumbered(change.board)];
      // Sealing changes nothing that readers can see.
      case 'sealed':
        return [];
      case 'closed':
      case 'reopened':
        return [this.period(change.period).board];
    }
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
        // An erasure changes the ids of events.
        for (const board of this.boards()) board.shape += 1;
        return { kind: 'player', player };
      }
      case 'revised':
        this.boardNumbered(change.board).shape += 1;
        return { kind: 'revised', board: this.boardNumbered(change.board).settings.name, totals };
      case 'records': {
        const board = change.board === undefined ? undefined : this.boardNumbered(change.board).settings.name;
        return { kind: 'records', board, records: change.records };
      }
      case 'sealed':
        this.period(change.period).sealed = true;
        this.period(change.period).board.shape += 1;
        return undefined;
      case 'closed': {
        const period = this.period(change.period);
        period.closed = { at: change.at, unshown: change.unshown };
        period.sealed = false;
        period.standings = change.standings;
        period.board.shape += 1;
        this.undropped.add(period);
        return { kind: 'closed', board: period.key.board, period: period.key };
      }
      case 'reopened': {
        const period = this.period(change.period);
        period.closed = undefined;
        period.sealed = false;
        if (change.closed) period.reopenedAt = change.at;
        period.board.shape += 1;
        this.undropped.delete(period);
        return { kind: 'reopened', board: period.key.board, period: period.key };
      }
    }
  }
}
