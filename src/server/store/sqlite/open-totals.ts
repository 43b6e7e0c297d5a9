import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { EventOwner } from '../rules/taking.ts';
import { type HeldBoard, type HeldPeriod, periodOf } from '../held/boards.ts';
import { hasBit } from '../held/columns.ts';
import type { HeldTotals, State } from '../held/state.ts';
import type { StandingColumns } from '../stored-values.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import { type LedgerWrite, WRITE_TOTALS } from './rows/ledger-write.ts';
import { type Prepare, preparing } from './rows/query.ts';
import { Recent } from './rows/recent.ts';
import { blockOf, gathered, MOST_BEHIND, TotalsBlock } from '../held/totals-block.ts';

/** Blocks written in one commit when everything is written: the others wait some milliseconds. */
const BLOCKS_PER_COMMIT = 256;

/** Blocks of totals between two turns of the event loop: some thousands of players. */
const BLOCKS_PER_TURN = 128;

/** What tells the blocks of a board from those of the next one. */
const BLOCKS = 2 ** 32;

export interface TotalsBounds {
  /** How many events totals in the file are behind at most: {@link MOST_BEHIND}, or fewer. */
  readonly mostBehind: number;
  /** Blocks in each of two generations that are remembered as they are written: some 10 kB each with four periods. */
  readonly generation: number;
}

/** A block that has more than the file; `since` is the `seq` of the first event that the file's does not have. */
interface Unwritten {
  readonly board: number;
  readonly block: number;
  readonly totals: TotalsBlock;
  readonly since: number;
}

/**
 * The totals of periods that are not closed, and each player's latest event. They follow the ledger: events are folded in
 * memory once their commit is durable, and blocks are written with later commits, those first that are behind for longest.
 * What the file lacks is folded from the ledger when it is opened. `through` says of each block up to which `seq` it has all.
 */
export class OpenTotals implements HeldTotals {
  readonly #sql: ReturnType<typeof statements>;
  readonly #commits: Commits;
  readonly #changes: Changes;
  readonly #mostBehind: number;
  readonly #recent: Recent<number, TotalsBlock>;
  /** In the order in which they began to differ. */
  readonly #unwritten = new Map<number, Unwritten>();
  /** Blocks as the commit under way writes them. */
  readonly #written = new Map<number, TotalsBlock>();

  constructor(database: DatabaseSync, commits: Commits, state: State, changes: Changes, { mostBehind, generation }: TotalsBounds) {
    this.#sql = statements(preparing(database));
    this.#commits = commits;
    this.#changes = changes;
    this.#mostBehind = mostBehind;
    this.#recent = new Recent(generation);
    commits.whenOneFails(() => this.#written.clear());
    commits.whenDurable(() => {
      for (const [key, totals] of this.#written) {
        this.#unwritten.delete(key);
        this.#recent.set(key, totals);
      }
      this.#written.clear();
    });
    this.#foldWhatIsBehind(database, state);
  }

  scoreOf({ board, number }: Pick<HeldPeriod, 'board' | 'number'>, player: number): Score | undefined {
    return this.#blockOf(board.number, blockOf(player)).scoreOf(player, number);
  }

  latestEvent(board: HeldBoard, player: number): number | undefined {
    return this.#blockOf(board.number, blockOf(player)).latestEventOf(player);
  }

  /** Folds what a commit recorded, once it is durable; `first` is the `seq` of its first event. */
  fold(board: number, changed: Iterable<EventOwner>, first: number): void {
    for (const { player, totals, latestEvent } of changed) {
      const block = this.#behindSince(board, blockOf(player.number), first);
      for (const [period, { now }] of totals) block.setScore(player.number, period, now);
      block.setLatestEvent(player.number, latestEvent!);
    }
  }

  /** The blocks that would be too far behind after a commit up to an event (a `seq`), to be written with it. */
  oldest(last: number): LedgerWrite['totals'] {
    if (this.#unwritten.size === 0) return [];
    const through = this.#changes.newestSeq;
    const rows: LedgerWrite['totals'][number][] = [];
    for (const [key, { board, block, totals, since }] of this.#unwritten) {
      if (since > last - this.#mostBehind) break;
      // As the commit changes it.
      if (this.#written.has(key)) continue;
      // A copy: it may be written while it changes here.
      rows.push([board, block, through, totals.bytes.slice()]);
      this.#written.set(key, totals);
    }
    return rows;
  }

  /** Writes every block that differs from the file, some in one commit. */
  async writeAll(): Promise<void> {
    while (this.#unwritten.size > 0) {
      await this.#commits.alone(() =>
        this.#commits.run(() => {
          for (const [key, { board, block, totals }] of [...this.#unwritten].slice(0, BLOCKS_PER_COMMIT))
            this.#write(key, board, block, totals, this.#changes.newestSeq);
        }),
      );
      await nextTurn();
    }
  }

  /** Changes the totals of some players, inside a commit that leaves them with all events up to `through`. */
  change(
    board: number,
    players: Iterable<number>,
    change: (block: TotalsBlock, player: number) => void,
    through = this.#changes.newestSeq,
  ): void {
    for (const [number, own] of Map.groupBy(players, blockOf)) {
      const key = board * BLOCKS + number;
      const block = this.#written.get(key) ?? this.#blockOf(board, number).copy();
      for (const player of own) change(block, player);
      this.#write(key, board, number, block, through);
    }
  }

  /** Totals of a moment when they come: what is folded meanwhile may be in those that come later. */
  *standings({ board: { number: board }, number: period }: HeldPeriod): Iterable<StandingColumns> {
    let highest = this.#sql.highest.get(board)!.block ?? -1;
    // Some are not in the file yet.
    for (const unwritten of this.#unwritten.values()) if (unwritten.board === board) highest = Math.max(highest, unwritten.block);
    for (let from = 0; from <= highest; from += BLOCKS_PER_TURN) {
      const count = Math.min(BLOCKS_PER_TURN, highest + 1 - from);
      const known = Array.from({ length: count }, (_, i) => this.#inMemory(board * BLOCKS + from + i));
      const rows = known.includes(undefined) ? this.#sql.between.all(board, from, from + count - 1) : [];
      const read = new Map(rows.map(({ block, totals }) => [block, totals]));
      const blocks = known.flatMap((totals, i) => {
        const bytes = read.get(from + i);
        return totals ?? (bytes === undefined ? [] : this.#remembered(board * BLOCKS + from + i, from + i, bytes));
      });
      yield gathered(blocks, period);
    }
  }

  #blockOf(board: number, block: number): TotalsBlock {
    const key = board * BLOCKS + block;
    return this.#inMemory(key) ?? this.#remembered(key, block, this.#sql.block.get(board, block)?.totals);
  }

  #inMemory(key: number): TotalsBlock | undefined {
    return this.#unwritten.get(key)?.totals ?? this.#recent.get(key);
  }

  #remembered(key: number, block: number, bytes: Uint8Array | undefined): TotalsBlock {
    const totals = new TotalsBlock(block, bytes);
    this.#recent.set(key, totals);
    return totals;
  }

  #behindSince(board: number, block: number, since: number): TotalsBlock {
    const totals = this.#blockOf(board, block);
    const key = board * BLOCKS + block;
    if (!this.#unwritten.has(key)) this.#unwritten.set(key, { board, block, totals, since });
    return totals;
  }

  #write(key: number, board: number, block: number, totals: TotalsBlock, through: number): void {
    this.#sql.write.run(board, block, through, totals.bytes);
    this.#written.set(key, totals);
  }

  /**
   * Blocks are read one after the other, and remembered: to look for each by itself takes four times as long, because SQLite
   * reads some others whole to find it.
   */
  #foldWhatIsBehind(database: DatabaseSync, state: State): void {
    const prepare = preparing(database, 'arrays');
    const newest = prepare<BehindColumns, [after: number]>(
      'SELECT seq, board, player, points, at, counted FROM events WHERE seq > ? ORDER BY seq',
    );
    const blocks = prepare<BlockColumns, [board: number]>('SELECT block, through, totals FROM totals WHERE board = ? ORDER BY block');
    const ofBoards = Map.groupBy(newest.all(this.#changes.newestSeq - MOST_BEHIND), ([, board]) => board);
    const behind: Unwritten[] = [];
    for (const board of state.boards()) {
      const { number } = board;
      const ofBlocks = Map.groupBy(ofBoards.get(number) ?? [], ([, , player]) => blockOf(player));
      const take = (block: number, through: number, bytes: Uint8Array | undefined) => {
        const totals = this.#remembered(number * BLOCKS + block, block, bytes);
        const events = ofBlocks.get(block)?.filter(([seq]) => seq > through) ?? [];
        if (events.length > 0) behind.push({ board: number, block, totals, since: events[0]![0] });
        for (const event of events) foldInto(totals, board, event);
        ofBlocks.delete(block);
      };
      for (const [block, through, bytes] of blocks.iterate(number)) take(block, through, bytes);
      for (const block of ofBlocks.keys()) take(block, 0, undefined);
    }
    for (const unwritten of behind.toSorted((a, b) => a.since - b.since))
      this.#unwritten.set(unwritten.board * BLOCKS + unwritten.block, unwritten);
  }
}

/** Folds an event of the ledger as it was folded when it was recorded. */
function foldInto(totals: TotalsBlock, board: HeldBoard, [seq, , player, points, at, counted]: BehindColumns): void {
  const { settings, spans } = board;
  for (const [bit, span] of spans.containing(at).entries()) {
    const period = hasBit(counted, bit) ? periodOf(board, span)?.number : undefined;
    if (period === undefined) continue;
    const total = exactScore(settings.scoring, settings.direction, totals.scoreOf(player, period), { points, at });
    if (total !== undefined) totals.setScore(player, period, total);
  }
  totals.setLatestEvent(player, seq);
}

type BehindColumns = readonly [seq: number, board: number, player: number, points: number, at: number, counted: number];
type BlockColumns = readonly [block: number, through: number, totals: Uint8Array];

const statements = (prepare: Prepare) => ({
  block: prepare<{ readonly totals: Uint8Array }, [board: number, block: number]>(
    'SELECT totals FROM totals WHERE board = ? AND block = ?',
  ),
  highest: prepare<{ readonly block: number | null }, [board: number]>('SELECT max(block) AS block FROM totals WHERE board = ?'),
  between: prepare<{ readonly block: number; readonly totals: Uint8Array }, [board: number, first: number, last: number]>(
    'SELECT block, totals FROM totals WHERE board = ? AND block BETWEEN ? AND ? ORDER BY block',
  ),
  write: prepare<never, [board: number, block: number, through: number, totals: Uint8Array]>(WRITE_TOTALS),
});
