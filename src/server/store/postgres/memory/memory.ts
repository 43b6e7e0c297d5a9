import { exactScore, type Score } from '../../../../domain/scoring.ts';
import { areSameTotals, hasBit, timeFromColumn } from '../../held/columns.ts';
import { type HeldBoard, type HeldPeriod, periodOf } from '../../held/boards.ts';
import type { LoggedChange, LoggedTotal } from '../../held/logged-change.ts';
import { type HeldTotals, State } from '../../held/state.ts';
import { blockOf, gathered, TotalsBlock } from '../../held/totals-block.ts';
import type { NewChange } from '../../followers.ts';
import { DEFAULT_AVATAR, earliestOf, type StandingColumns, type TotalNow } from '../../stored-values.ts';
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
export class Memory extends State<HeldPlayers> implements HeldTotals {
  /** What the log has at the position: the id of an event, or the detail of a change. To notice a database that went back. */
  last: string | undefined;
  /** By number of board, and by block. */
  readonly #blocks: (TotalsBlock | undefined)[][] = [];
  /** Blocks that have more than the database. */
  readonly behind = new Map<TotalsBlock, BlockBehind>();
  /** Closed periods whose totals were not dropped yet. */
  readonly #undropped = new Set<HeldPeriod>();

  constructor(position: number) {
    super(new HeldPlayers(), position);
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
    const totals = change.kind === 'revised' ? change.totals.flatMap((total) => this.#revise(total, position)) : [];
    if (change.kind === 'closed') this.#undropped.add(this.period(change.period));
    if (change.kind === 'reopened') {
      const period = this.period(change.period);
      this.#undropped.delete(period);
      for (const { player, total } of putBack) this.blockToChange(period.board, player, position).setScore(player, period.number, total);
    }
    const told = this.follow(position, change, totals);
    this.last = detailOf(change);
    return told;
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
    const block = (this.blocksOf(board.number)[number] ??= new TotalsBlock(number));
    const behind = this.behind.get(block);
    if (behind === undefined) this.behind.set(block, { board: board.number, block: number, since: position, latest: position });
    else behind.latest = position;
    return block;
  }

  /** Drops the totals that closed periods had while they were open, block by block. */
  *dropClosed(): Iterable<void> {
    for (const period of this.#undropped) {
      const blocks = this.blocksOf(period.board.number);
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

/** The periods that an event counts for, all of which are known. */
function* countedPeriods(board: HeldBoard, { at, counted }: LoggedEvent): Iterable<HeldPeriod> {
  for (const [bit, span] of board.spans.containing(at).entries()) if (hasBit(counted, bit)) yield periodOf(board, span)!;
}

function foldedInto({ settings }: HeldBoard, before: Score | undefined, event: LoggedEvent): Score {
  const after = exactScore(settings.scoring, settings.direction, before, event);
  if (after === undefined) throw new Error(`Event ${event.id} cannot have been counted: the total would not be exact`);
  return after;
}
