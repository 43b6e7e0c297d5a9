import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PlayedEvents } from '../stored-values.ts';
import { countedNow, type EventRow } from '../held/columns.ts';
import { newestSeq } from './file/position.ts';
import { type Prepare, preparing } from './file/queries.ts';

/** Events per block: `seq` 1 to 8192 are in block 0. Part of the schema. */
export const EVENTS_PER_BLOCK = 8192;

const BYTES_PER_EVENT = 21;

/** Events read per turn of the event loop while packing a block: a millisecond or two. */
const EVENTS_PER_TURN = 512;

/** The events to read for a period: times in epoch milliseconds, and its kind's bit in `counted`. */
export interface Wanted {
  readonly bit: number;
  readonly from: number;
  readonly to: number;
}

/** A ledger row in blocks; `counted` is what it currently counts for. */
type PackedRow = Pick<EventRow, 'board' | 'player' | 'at' | 'points' | 'counted'>;

/** The events read from a block, and the last `seq` that it covers. */
type ReadBlock = PlayedEvents & { readonly reached: number };

/** A copy of the ledger in columns, to read whole periods at a twentieth of the cost. Made later, so recording is not slowed down. */
export class LedgerBlocks {
  readonly #sql: ReturnType<typeof statements>;
  readonly #newestSeq: () => number;
  #blocks: number;

  constructor(database: DatabaseSync) {
    this.#sql = statements(preparing(database));
    this.#newestSeq = newestSeq(database);
    this.#blocks = this.#countBlocks();
  }

  /** Counts the blocks again, since another connection may have written more. */
  refresh(): void {
    this.#blocks = this.#countBlocks();
  }

  #countBlocks(): number {
    return this.#sql.count.get()!.blocks;
  }

  /** The last `seq` in a block. */
  get reached(): number {
    return this.#blocks * EVENTS_PER_BLOCK;
  }

  /** A board's next block after a `seq` (0 or the last of a block) that may have wanted events; `undefined` if there is none. */
  next(board: number, after: number, { bit, from, to }: Wanted): ReadBlock | undefined {
    const row = this.#sql.next.get(board, after / EVENTS_PER_BLOCK, from, to);
    if (row === undefined) return undefined;
    const events = blockFrom(row.events);
    const reached = (row.block + 1) * EVENTS_PER_BLOCK;
    const { at, points, players, counted } = events;
    let kept = 0;
    for (let i = 0; i < at.length; i += 1) {
      if ((counted[i]! & bit) === 0 || at[i]! < from || at[i]! >= to) continue;
      at[kept] = at[i]!;
      points[kept] = points[i]!;
      players[kept] = players[i]!;
      kept += 1;
    }
    if (kept === at.length) return { at, points, players, reached };
    // Copies, so that a few events do not keep a whole block in memory.
    return { at: at.slice(0, kept), points: points.slice(0, kept), players: players.slice(0, kept), reached };
  }

  /** The last stretch of packed ledger before a `seq` in which a board may have events in [from, to): from `first` to `end`, exclusive. */
  stretchBefore(
    board: number,
    seq: number,
    { from, to }: Pick<Wanted, 'from' | 'to'>,
  ): { readonly first: number; readonly end: number } | undefined {
    const row = this.#sql.before.get(board, Math.floor((seq - 2) / EVENTS_PER_BLOCK), from, to);
    if (row === undefined) return undefined;
    const first = row.block * EVENTS_PER_BLOCK + 1;
    return { first, end: Math.min(seq, first + EVENTS_PER_BLOCK) };
  }

  /** Updates what events of a board (by `seq`) count for in their blocks, inside a commit. */
  recount(board: number, counted: ReadonlyMap<number, number>): void {
    const packed = [...counted].filter(([seq]) => seq <= this.reached).toSorted(([a], [b]) => a - b);
    for (const [block, own] of Map.groupBy(packed, ([seq]) => Math.floor((seq - 1) / EVENTS_PER_BLOCK))) {
      const events = this.#sql.events.get(board, block)?.events;
      // A block deleted by hand is reported by the audit.
      if (events === undefined) continue;
      let place = (events.length / BYTES_PER_EVENT) * (BYTES_PER_EVENT - 1);
      let after = block * EVENTS_PER_BLOCK;
      const isWhole = events.length === EVENTS_PER_BLOCK * BYTES_PER_EVENT;
      for (const [seq, now] of own) {
        // Without events of other boards, `seq` values are consecutive, so no count is needed.
        place += isWhole ? seq - after - 1 : this.#sql.between.get(after, seq, board)!.events;
        events[place] = now;
        after = seq - 1;
      }
      this.#sql.change.run(events, board, block);
    }
  }

  /**
   * Reads the events of the next block, if the ledger completes it. Resolves to a function that writes them inside a commit. It returns a
   * function to call once that is durable, or `undefined` if revisions were made in the meantime.
   */
  async packed(): Promise<(() => (() => void) | undefined) | undefined> {
    const { reached } = this;
    const last = reached + EVENTS_PER_BLOCK;
    if (this.#newestSeq() < last) return undefined;
    const revision = this.#newestRevision();
    const rows: PackedRow[] = [];
    for (let after = reached; after < last; after += EVENTS_PER_TURN) {
      rows.push(...this.#sql.read.all(after, after + EVENTS_PER_TURN));
      await nextTurn();
    }
    const made = blocksOf(rows);
    return () => {
      if (this.#newestRevision() !== revision) return undefined;
      for (const { board, earliest, latest, events } of made.values()) this.#sql.add.run(board, this.#blocks, earliest, latest, events);
      return () => {
        this.#blocks += 1;
      };
    };
  }

  #newestRevision(): number {
    return this.#sql.revision.get()!.number;
  }
}

/** Yields the blocks of a snapshot that differ from its ledger. `after`: the last `seq` before the block. */
export async function* differingBlocks(
  snapshot: DatabaseSync,
): AsyncIterable<{ readonly board: number; readonly block: number; readonly after: number }> {
  const sql = statements(preparing(snapshot));
  const { blocks } = sql.count.get()!;
  for (let block = 0; block < blocks; block += 1) {
    const after = block * EVENTS_PER_BLOCK;
    const made = blocksOf(sql.read.all(after, after + EVENTS_PER_BLOCK));
    const kept = new Map(sql.kept.all(block).map((row) => [row.board, row]));
    for (const board of new Set([...made.keys(), ...kept.keys()])) {
      if (!areAlike(made.get(board), kept.get(board))) yield { board, block, after };
    }
    await nextTurn();
  }
}

function areAlike(a: LedgerBlock | undefined, b: LedgerBlock | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.earliest === b.earliest && a.latest === b.latest && Buffer.compare(a.events, b.events) === 0;
}

/** One board's events in a block: their time range in epoch milliseconds, and the events in columns. */
interface LedgerBlock {
  readonly board: number;
  readonly earliest: number;
  readonly latest: number;
  readonly events: Uint8Array;
}

/** The blocks of a stretch of the ledger, by board. */
function blocksOf(rows: readonly PackedRow[]): ReadonlyMap<number, LedgerBlock> {
  const blocks = new Map<number, LedgerBlock>();
  for (const [board, own] of Map.groupBy(rows, (row) => row.board)) {
    const [earliest, latest] = own.reduce(([low, high], { at }) => [Math.min(low, at), Math.max(high, at)], [Infinity, -Infinity]);
    blocks.set(board, { board, earliest, latest, events: columnsOf(own) });
  }
  return blocks;
}

/** Column after column, widest first: times, points, players, counted. */
function columnsOf(rows: readonly PackedRow[]): Uint8Array {
  const { length } = rows;
  const block = new Uint8Array(length * BYTES_PER_EVENT);
  const wide = new Float64Array(block.buffer, 0, length * 2);
  const players = new Uint32Array(block.buffer, length * 16, length);
  for (const [i, { player, at, points, counted }] of rows.entries()) {
    wide[i] = at;
    wide[length + i] = points;
    players[i] = player;
    block[length * 20 + i] = counted;
  }
  return block;
}

function blockFrom(bytes: Uint8Array) {
  const length = bytes.length / BYTES_PER_EVENT;
  // Copied into its own buffer, to align the columns.
  const { buffer } = Uint8Array.from(bytes);
  return {
    at: new Float64Array(buffer, 0, length),
    points: new Float64Array(buffer, length * 8, length),
    players: new Uint32Array(buffer, length * 16, length),
    counted: new Uint8Array(buffer, length * 20, length),
  };
}

const statements = (prepare: Prepare) => ({
  revision: prepare<{ readonly number: number }>('SELECT coalesce(max(number), 0) AS number FROM revisions'),
  count: prepare<{ readonly blocks: number }>('SELECT coalesce(max(block) + 1, 0) AS blocks FROM ledger_blocks'),
  // Skips blocks without events in the period.
  next: prepare<
    { readonly block: number; readonly events: Uint8Array },
    [board: number, block: number, from: number, to: number]
  >(`SELECT block, events FROM ledger_blocks
       WHERE board = ? AND block >= ? AND latest >= ? AND earliest < ? ORDER BY block LIMIT 1`),
  before: prepare<{ readonly block: number }, [board: number, block: number, from: number, to: number]>(`SELECT block FROM ledger_blocks
       WHERE board = ? AND block <= ? AND latest >= ? AND earliest < ? ORDER BY block DESC LIMIT 1`),
  kept: prepare<LedgerBlock, [block: number]>('SELECT board, earliest, latest, events FROM ledger_blocks WHERE block = ?'),
  events: prepare<Pick<LedgerBlock, 'events'>, [board: number, block: number]>(
    'SELECT events FROM ledger_blocks WHERE board = ? AND block = ?',
  ),
  // The plus keeps SQLite from scanning the index of ids, which begins with the board.
  between: prepare<{ readonly events: number }, [after: number, before: number, board: number]>(
    'SELECT count(*) AS events FROM events WHERE seq > ? AND seq < ? AND +board = ?',
  ),
  read: prepare<PackedRow, [after: number, upTo: number]>(
    `SELECT board, player, at, points, ${countedNow()} AS counted FROM events WHERE seq > ? AND seq <= ? ORDER BY seq`,
  ),
  change: prepare<never, [events: Uint8Array, board: number, block: number]>(
    'UPDATE ledger_blocks SET events = ? WHERE board = ? AND block = ?',
  ),
  add: prepare<never, [board: number, block: number, earliest: number, latest: number, events: Uint8Array]>(
    'INSERT INTO ledger_blocks (board, block, earliest, latest, events) VALUES (?, ?, ?, ?, ?)',
  ),
});
