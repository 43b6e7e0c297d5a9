import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PlayedEvents } from '../stored-values.ts';
import { countedNow, type EventRow } from '../held/columns.ts';
import { type Prepare, preparing } from './file/asking.ts';

/**
 * How many events of the ledger a block covers: block 0 those of `seq` 1 to 8192, and so on. Part of the schema: files
 * that were written with another number could not be read.
 */
export const EVENTS_PER_BLOCK = 8192;

/** What a block has of an event; the last of them is what it counts for. */
const BYTES_PER_EVENT = 21;

/** What tells the newest `seq` of the ledger, 0 before the first. */
export function newestSeq(database: DatabaseSync): () => number {
  const newest = preparing(database)<{ readonly seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM events');
  return () => newest.get()!.seq;
}

/** Of a block what a period takes from it: times are epoch milliseconds, and `bit` is the one of its kind in `counted`. */
export interface Wanted {
  readonly bit: number;
  readonly from: number;
  readonly to: number;
}

/** A row of the ledger, as far as blocks know it: `counted` is what it counts for now. */
type PackedRow = Pick<EventRow, 'board' | 'player' | 'at' | 'points' | 'counted'>;

/** A block of the ledger as a reader finds it: what it took from it, and the last `seq` the block covers. */
type ReadBlock = PlayedEvents & { readonly reached: number };

/**
 * The ledger once more, in columns: what somebody who looks back at a whole period reads, at a twentieth of what its
 * rows cost. Made from the rows afterwards and block by block, so that recording an event knows nothing of it.
 */
export class LedgerBlocks {
  readonly #sql: ReturnType<typeof statements>;
  readonly #newestSeq: () => number;
  #blocks: number;

  constructor(database: DatabaseSync) {
    this.#sql = statements(preparing(database));
    this.#newestSeq = newestSeq(database);
    this.#blocks = this.#sql.count.get()!.blocks;
  }

  /** The last `seq` that is in a block. */
  get reached(): number {
    return this.#blocks * EVENTS_PER_BLOCK;
  }

  /** The next block of a board after a `seq`, itself the last one of a block or 0, that may hold something; `undefined` where none does. */
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
    // Copies: a few events must not keep the memory of a whole block.
    return { at: at.slice(0, kept), points: points.slice(0, kept), players: players.slice(0, kept), reached };
  }

  /**
   * The last stretch of the packed ledger before a `seq` in which a board may have events of a time: from one `seq` to another,
   * which is not in it; `undefined` if there is none.
   */
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

  /** Writes what events of a board (each a `seq`) count for from now on, inside a commit, into the blocks that have them. */
  recount(board: number, counted: ReadonlyMap<number, number>): void {
    const packed = [...counted].filter(([seq]) => seq <= this.reached).toSorted(([a], [b]) => a - b);
    for (const [block, own] of Map.groupBy(packed, ([seq]) => Math.floor((seq - 1) / EVENTS_PER_BLOCK))) {
      const events = this.#sql.events.get(board, block)?.events;
      // It may have been taken away by hand, which the proof finds.
      if (events === undefined) continue;
      let place = (events.length / BYTES_PER_EVENT) * (BYTES_PER_EVENT - 1);
      let after = block * EVENTS_PER_BLOCK;
      for (const [seq, now] of own) {
        place += this.#sql.between.get(after, seq, board)!.events;
        events[place] = now;
        after = seq - 1;
      }
      this.#sql.change.run(events, board, block);
    }
  }

  /** Writes the next block, inside a commit, if the ledger completes it; returns how to go on once the commit is durable. */
  pack(): (() => void) | undefined {
    const { reached } = this;
    if (this.#newestSeq() < reached + EVENTS_PER_BLOCK) return undefined;
    const rows = this.#sql.read.all(reached, reached + EVENTS_PER_BLOCK);
    for (const { board, earliest, latest, events } of blocksOf(rows).values())
      this.#sql.add.run(board, this.#blocks, earliest, latest, events);
    return () => {
      this.#blocks += 1;
    };
  }
}

/**
 * The blocks of a snapshot that are not what the ledger makes, little by little: each anew from its rows, and none may
 * be missing before the last. `after` is the last `seq` before the block.
 */
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

/** What is kept of one board's events in a block: between which times they lie, in epoch milliseconds, and the events in columns. */
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

/** Column after column, the wide ones first: times, points, players, what counted. */
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
  // Columns begin where numbers of their width may, which only a buffer of their own promises.
  const { buffer } = Uint8Array.from(bytes);
  return {
    at: new Float64Array(buffer, 0, length),
    points: new Float64Array(buffer, length * 8, length),
    players: new Uint32Array(buffer, length * 16, length),
    counted: new Uint8Array(buffer, length * 20, length),
  };
}

const statements = (prepare: Prepare) => ({
  count: prepare<{ readonly blocks: number }>('SELECT coalesce(max(block) + 1, 0) AS blocks FROM ledger_blocks'),
  // What cannot be of the period is passed over without being read.
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
  // The plus keeps the index of ids, which begins with the board, from being read from end to end.
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
