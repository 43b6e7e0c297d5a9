import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { StoredPlayer } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import { type LedgerWrite, WRITE_TOTALS } from './rows/ledger-write.ts';
import { type Prepare, preparing } from './rows/query.ts';
import { Recent } from './rows/recent.ts';
import { blockOf, MOST_BEHIND, TotalsBlock } from './rows/totals-block.ts';

/** Blocks in each of two generations that are remembered as they are written: some 10 kB each with four periods. */
const GENERATION = 16_384;

/** Blocks written in one commit when everything is written: the others wait some milliseconds. */
const BLOCKS_PER_COMMIT = 256;

/** What tells the blocks of a board from those of the next one. */
const BLOCKS = 2 ** 32;

/** A player's totals on one board, by period number, as a commit under way will leave them. */
export interface PlayerTotals {
  player: StoredPlayer;
  /** Those that events of the commit counted for. */
  readonly totals: Map<number, Score>;
  /** Of the same periods, the totals before it. */
  readonly before: Map<number, Score | undefined>;
  /** The `seq` of their latest event on the board. */
  latestEvent: number | undefined;
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
export class OpenTotals {
  readonly #sql: ReturnType<typeof statements>;
  readonly #commits: Commits;
  readonly #changes: Changes;
  readonly #mostBehind: number;
  readonly #recent = new Recent<number, TotalsBlock>(GENERATION);
  /** In the order in which they began to differ. */
  readonly #unwritten = new Map<number, Unwritten>();
  /** Blocks as the commit under way writes them. */
  readonly #written = new Map<number, TotalsBlock>();

  /** `mostBehind`: {@link MOST_BEHIND}, or fewer. */
  constructor(database: DatabaseSync, commits: Commits, boards: BoardTable, changes: Changes, mostBehind: number) {
    this.#sql = statements(preparing(database));
    this.#commits = commits;
    this.#changes = changes;
    this.#mostBehind = mostBehind;
    commits.whenOneFails(() => this.#written.clear());
    commits.whenDurable(() => {
      for (const [key, totals] of this.#written) {
        this.#unwritten.delete(key);
        this.#recent.set(key, totals);
      }
      this.#written.clear();
    });
    this.#foldWhatIsBehind(database, boards);
  }

  scoreOf(board: number, player: number, period: number): Score | undefined {
    return this.#blockOf(board, blockOf(player)).scoreOf(player, period);
  }

  /** The `seq` of a player's latest event on a board; `undefined` if there is none. */
  latestEvent(board: number, player: number): number | undefined {
    return this.#blockOf(board, blockOf(player)).latestEventOf(player);
  }

  /** Folds what a commit recorded, once it is durable; `first` is the `seq` of its first event. */
  fold(board: number, changed: Iterable<PlayerTotals>, first: number): void {
    for (const { player, totals, latestEvent } of changed) {
      const block = this.#behindSince(board, blockOf(player.number), first);
      for (const [period, total] of totals) block.setScore(player.number, period, total);
      block.setLatestEvent(player.number, latestEvent!);
    }
  }

  /** The blocks that would be too far behind after a commit of so many events, to be written with it. */
  oldest(events: number): LedgerWrite['totals'] {
    if (this.#unwritten.size === 0) return [];
    const through = this.#changes.newestSeq;
    const rows: LedgerWrite['totals'][number][] = [];
    for (const [key, { board, block, totals, since }] of this.#unwritten) {
      if (since > through + events - this.#mostBehind) break;
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

  /** Changes the totals of some players, inside a commit. */
  change(board: number, players: Iterable<number>, change: (block: TotalsBlock, player: number) => void): void {
    const through = this.#changes.newestSeq;
    for (const [number, own] of Map.groupBy(players, blockOf)) {
      const key = board * BLOCKS + number;
      const block = this.#written.get(key) ?? this.#blockOf(board, number).copy();
      for (const player of own) change(block, player);
      this.#write(key, board, number, block, through);
    }
  }

  /**
   * All blocks of a board, as each is when it comes: what is folded meanwhile may be in those that come later. `count` says
   * how many are read at once.
   */
  *blocks(board: number, count: number): Iterable<readonly TotalsBlock[]> {
    let last = -1;
    const seen = new Set<number>();
    for (;;) {
      const rows = this.#sql.after.all(board, last, count);
      if (rows.length === 0) break;
      last = rows.at(-1)!.block;
      yield rows.map(({ block, totals }) => {
        const key = board * BLOCKS + block;
        seen.add(block);
        return this.#inMemory(key) ?? this.#remembered(key, block, totals);
      });
    }
    // Those that are not in the file yet.
    yield [...this.#unwritten.values()].flatMap(({ board: of, block, totals }) => (of === board && !seen.has(block) ? [totals] : []));
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

  #foldWhatIsBehind(database: DatabaseSync, boards: BoardTable): void {
    const known = new Map<number, { readonly board: Board; readonly through: Map<number, number> }>();
    for (const board of boards.all()) known.set(board.number, { board, through: new Map() });
    const newest = preparing(
      database,
      'arrays',
    )<BehindColumns, [after: number]>('SELECT seq, board, player, points, at, counted FROM events WHERE seq > ? ORDER BY seq');
    for (const [seq, number, player, points, at, counted] of newest.iterate(this.#changes.newestSeq - MOST_BEHIND)) {
      const ofBoard = known.get(number);
      // Changed by hand: `verify` tells of it.
      if (ofBoard === undefined) continue;
      const { board, through } = ofBoard;
      const block = blockOf(player);
      let upTo = through.get(block);
      if (upTo === undefined) through.set(block, (upTo = this.#sql.through.get(number, block)?.through ?? 0));
      if (seq <= upTo) continue;
      const totals = this.#behindSince(number, block, seq);
      const { scoring, direction } = board.settings;
      for (const [bit, period] of board.periods.containing(at).entries()) {
        const { number: kept } = period;
        if ((counted & (1 << bit)) === 0 || kept === undefined) continue;
        const total = exactScore(scoring, direction, totals.scoreOf(player, kept), { points, at });
        if (total !== undefined) totals.setScore(player, kept, total);
      }
      totals.setLatestEvent(player, seq);
    }
  }
}

type BehindColumns = readonly [seq: number, board: number, player: number, points: number, at: number, counted: number];

const statements = (prepare: Prepare) => ({
  block: prepare<{ readonly totals: Uint8Array }, [board: number, block: number]>(
    'SELECT totals FROM totals WHERE board = ? AND block = ?',
  ),
  through: prepare<{ readonly through: number }, [board: number, block: number]>(
    'SELECT through FROM totals WHERE board = ? AND block = ?',
  ),
  after: prepare<{ readonly block: number; readonly totals: Uint8Array }, [board: number, after: number, count: number]>(
    'SELECT block, totals FROM totals WHERE board = ? AND block > ? ORDER BY block LIMIT ?',
  ),
  write: prepare<never, [board: number, block: number, through: number, totals: Uint8Array]>(WRITE_TOTALS),
});
