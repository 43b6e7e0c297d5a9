import { randomBytes } from 'node:crypto';

import type { PeriodKind, PeriodSpan } from '../../src/domain/calendar.ts';
import { exactScore, type Score } from '../../src/domain/scoring.ts';
import type { SpanCache } from '../../src/domain/span-cache.ts';
import { AUDIT, lastOfEach, type RecordChange, recordName, type RecordsToKeep, type StoredRecord } from '../../src/server/store/records.ts';
import type { BoardSettings, NewEvent, PeriodKey, AuthoredEvent, StoredPlayer } from '../../src/server/store/stored-values.ts';

/** The data of a store in memory. Outlives the store: a store opened on it again has all the data. */
export class Kept {
  readonly history: string;
  readonly documents = new Map<string, string>();
  /** By {@link recordName}. */
  readonly #records = new Map<string, StoredRecord>();
  #newestRecord = 0;
  /** By name, in order of creation. */
  readonly boards = new Map<string, KeptBoard>();
  /** By number minus one. */
  readonly players: KeptPlayer[] = [];
  readonly playersByKey = new Map<string, KeptPlayer>();
  /** The highest position of any board. */
  position = 0;
  /** Entries of all boards, in order of recording. */
  readonly ledger: Entry[] = [];

  constructor(history = randomBytes(6).toString('hex')) {
    this.history = history;
  }

  /** In no particular order. */
  records(): Iterable<StoredRecord> {
    return this.#records.values();
  }

  /** The new records; nothing is changed yet. @throws whatever `records.change` throws, and a RangeError for a refused change. */
  decidedRecords<Done>(records: RecordsToKeep<Done> | undefined, done: Done): readonly RecordChange[] {
    if (records === undefined) return [];
    const changes = lastOfEach(
      records.change(
        (records.of ?? []).map((key) => this.#records.get(recordName(key))),
        done,
      ),
    );
    if (changes.some((change) => change.kind === AUDIT && (change.text === undefined || this.#records.has(recordName(change)))))
      throw new RangeError('The audit log is append-only');
    return changes;
  }

  keepRecords(changes: readonly RecordChange[]): void {
    for (const change of changes) {
      const name = recordName(change);
      if (change.text === undefined) this.#records.delete(name);
      else this.#records.set(name, { ...change, number: this.#records.get(name)?.number ?? (this.#newestRecord += 1) });
    }
  }

  rewriteRecords(rewrite: (text: string, record: StoredRecord) => string): void {
    for (const [name, record] of this.#records) this.#records.set(name, { ...record, text: rewrite(record.text, record) });
  }

  /** @throws {RangeError} for an unknown name. */
  board(name: string): KeptBoard {
    const board = this.boards.get(name);
    if (board === undefined) throw new RangeError(`There is no board named ${name}`);
    return board;
  }

  /** @throws {RangeError} for an unknown number. */
  player(number: number): KeptPlayer {
    const player = this.players[number - 1];
    if (player === undefined) throw new RangeError(`No player has the number ${number}`);
    return player;
  }
}

/** A player; `player` is replaced on renaming. */
export interface KeptPlayer {
  player: StoredPlayer;
  readonly knownSince: number;
}

/** A board with its ledger: the same entries in order, by id, and by player. Periods are named by {@link nameOf}. */
export interface KeptBoard {
  settings: BoardSettings;
  position: number;
  spans: SpanCache<PeriodSpan>;
  readonly ledger: Entry[];
  readonly byId: Map<string, Entry>;
  readonly byPlayer: Map<number, Entry[]>;
  /** Sealed periods that are not closed. */
  readonly sealed: Set<string>;
  readonly closed: Map<string, Closed>;
  /** When closed periods were last reopened, in epoch milliseconds. */
  readonly reopened: Map<string, number>;
}

/** The result of closing a period. Events that count in it no longer change, so its totals are computed like any other's. */
export interface Closed {
  readonly span: PeriodSpan;
  /** Players by number, first to last; the last `unshown` of them were hidden. */
  readonly order: readonly number[];
  readonly unshown: number;
}

/** An event of the ledger. */
export interface Entry {
  /** Replaced when its player is erased. */
  event: NewEvent;
  /** By number. */
  readonly player: number;
  /** In the order of `PERIOD_KINDS`. */
  readonly spans: readonly PeriodSpan[];
  /** The periods that it arrived in time for. */
  readonly inTime: readonly PeriodKind[];
  /** The answer to retries. */
  answer: string;
  /** The public event; replaced when it is voided or restored. */
  stored: AuthoredEvent;
}

/** Identifies a period among those of its board. */
export function nameOf({ kind, start }: { readonly kind: PeriodKind; readonly start: number }): string {
  return `${kind} ${start}`;
}

export function keyOf(board: KeptBoard, { kind, start }: PeriodSpan): PeriodKey {
  return { board: board.settings.name, kind, start };
}

/** Whether a period can no longer change. */
export function isSealedOrClosed(board: KeptBoard, period: { readonly kind: PeriodKind; readonly start: number }): boolean {
  return board.sealed.has(nameOf(period)) || board.closed.has(nameOf(period));
}

/** The span that an entry counts for in a kind of period; `undefined` if it does not. */
function countedSpan({ spans, stored }: Entry, kind: PeriodKind): PeriodSpan | undefined {
  return stored.counted.includes(kind) ? spans.find((span) => span.kind === kind) : undefined;
}

/** The entries that count for a period. */
export function countedIn(entries: readonly Entry[], { kind, start }: { readonly kind: PeriodKind; readonly start: number }): Entry[] {
  return entries.filter((entry) => countedSpan(entry, kind)?.start === start);
}

/** The total of entries in order of recording; `undefined` without entries. @throws {RangeError} if it is not exact. */
export function foldOf({ settings }: KeptBoard, entries: readonly Entry[]): Score | undefined {
  let total: Score | undefined;
  for (const { stored } of entries) {
    total = exactScore(settings.scoring, settings.direction, total, stored);
    if (total === undefined) throw new RangeError('The total would not be a safe integer');
  }
  return total;
}

/** The total of every player with points in a period. */
export function totalsIn(board: KeptBoard, period: { readonly kind: PeriodKind; readonly start: number }): Map<number, Score> {
  const byPlayer = Map.groupBy(countedIn(board.ledger, period), ({ player }) => player);
  return new Map([...byPlayer].map(([player, entries]) => [player, foldOf(board, entries)!]));
}

/** The periods of a board that have standings, each once, oldest first within a kind. */
export function periodsOf(board: KeptBoard): PeriodSpan[] {
  const found = new Map<string, PeriodSpan>();
  for (const entry of board.ledger) {
    for (const kind of entry.stored.counted) {
      const span = countedSpan(entry, kind)!;
      found.set(nameOf(span), span);
    }
  }
  return [...found.values()].toSorted((a, b) => a.start - b.start);
}
