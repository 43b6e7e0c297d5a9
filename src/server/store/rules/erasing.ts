import { erasedId, erasedPlayer } from '../erased-player.ts';
import type { RecordsOfState, StoredRecord } from '../records.ts';
import type { Queryable } from '../held/queryable.ts';
import { RECORD } from '../reading/records.ts';
import type { State } from '../held/state.ts';
import type { Entry } from './entry.ts';

/** The tables with free text, other than documents, and the column that holds it. */
export const WORDS = { records: 'text', revisions: 'reason', reopenings: 'reason' } as const;

type WordTable = keyof typeof WORDS;

const WORD_TABLES = Object.keys(WORDS) as readonly WordTable[];

/** Rows per commit of an erasure, so that others wait only milliseconds. */
const ROWS_PER_STEP = 100;

/** The free text of a row; `record`: the record that it belongs to. */
interface Words {
  readonly number: number;
  readonly text: string;
  readonly record?: StoredRecord;
}

/** The changes of one step of an erasure. */
export interface Erasure {
  readonly words: readonly { readonly table: WordTable; readonly number: number; readonly text: string }[];
  /** Events of the player with their new ids. The reasons of their revisions are deleted. */
  readonly events: readonly { readonly seq: number; readonly id: string }[];
}

/** An event yet to be erased; `place` counts from 1 on its board. */
interface Ahead {
  readonly board: number;
  readonly seq: number;
  readonly place: number;
}

type Rewrite = (text: string, record?: StoredRecord) => string;

const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** The steps of an erasure, for every database: free text, then events by board, oldest first, then whatever was added in the meantime. */
export class Erasing {
  readonly #state: State;
  readonly #player: number | undefined;
  readonly #rewrite: Rewrite | undefined;
  readonly #last: RecordsOfState | undefined;
  readonly #after = new Map<WordTable, number>(WORD_TABLES.map((table) => [table, -1]));
  readonly #left: WordTable[];
  /** By board. */
  readonly #reached = new Map<number, { readonly seq: number; readonly place: number }>();
  #ahead: Ahead[] | undefined;

  /** `player`: `undefined` to rewrite only text. `last`: records left to the last step. @throws {RangeError} for an unknown number. */
  constructor(state: State, player: number | undefined, rewrite: Rewrite | undefined, last: RecordsOfState | undefined) {
    if (player !== undefined) state.players.numbered(player);
    this.#state = state;
    this.#player = player;
    this.#rewrite = rewrite;
    this.#left = rewrite === undefined ? [] : [...WORD_TABLES];
    this.#last = last;
  }

  /** The entry that the last step appends. */
  get entry(): Entry {
    return this.#player === undefined ? { kind: 'records', board: undefined } : { kind: 'player', player: erasedPlayer(this.#player) };
  }

  async next(db: Queryable): Promise<Erasure & { readonly isMore: boolean }> {
    const [table] = this.#left;
    if (table !== undefined) {
      const { words, isMore } = await this.#words(db, table, ROWS_PER_STEP);
      if (!isMore) this.#left.shift();
      return { words, events: [], isMore: true };
    }
    this.#ahead ??= await this.#notReached(db);
    return { words: [], events: this.#events(ROWS_PER_STEP), isMore: this.#ahead.length > 0 };
  }

  /** The last step: everything left, including what was added since. */
  async rest(db: Queryable): Promise<Erasure> {
    const words = [];
    for (const table of this.#rewrite === undefined ? [] : WORD_TABLES) words.push(...(await this.#words(db, table, EVERYTHING)).words);
    if (this.#last !== undefined) words.push(...this.#rewritten('records', await recordsOf(db, this.#last)));
    this.#ahead = await this.#notReached(db);
    return { words, events: this.#events(EVERYTHING) };
  }

  async #words(db: Queryable, table: WordTable, most: number) {
    const rows = await wordsAfter(db, table, this.#after.get(table)!, most);
    this.#after.set(table, rows.at(-1)?.number ?? this.#after.get(table)!);
    const own = rows.filter(({ record }) => record === undefined || record.kind !== this.#last?.kind || record.state !== this.#last.state);
    return { words: this.#rewritten(table, own), isMore: rows.length === most };
  }

  #rewritten(table: WordTable, rows: readonly Words[]): Erasure['words'] {
    return rows.flatMap(({ number, text: before, record }) => {
      const text = this.#rewrite?.(before, record) ?? before;
      return text === before ? [] : [{ table, number, text }];
    });
  }

  #events(most: number): Erasure['events'] {
    const some = this.#ahead!.splice(0, most);
    for (const { board, seq, place } of some) this.#reached.set(board, { seq, place });
    return some.map(({ seq, place }) => ({ seq, id: erasedId(this.#player!, place) }));
  }

  async #notReached(db: Queryable): Promise<Ahead[]> {
    const found: Ahead[] = [];
    if (this.#player === undefined) return found;
    for (const board of this.#state.boards()) {
      const { number } = board;
      const latest = this.#state.latestEvent(board, this.#player);
      const last = this.#reached.get(number) ?? { seq: 0, place: 0 };
      if (latest === undefined || latest === last.seq) continue;
      const seqs = await db.columns<readonly [seq: number]>(CHAIN, [latest, last.seq]);
      found.push(...seqs.map(([seq], i) => ({ board: number, seq, place: last.place + i + 1 })));
    }
    return found;
  }
}

/** At most `most` rows after a number, in order. */
async function wordsAfter(db: Queryable, table: WordTable, after: number, most: number): Promise<readonly Words[]> {
  const stretch = 'WHERE number > $1 ORDER BY number LIMIT $2';
  if (table === 'records') return (await db.rows<StoredRecord>(`${RECORD} ${stretch}`, [after, most])).map(wordsOfRecord);
  return db.rows<Words>(`SELECT number, ${WORDS[table]} AS text FROM ${table} ${stretch}`, [after, most]);
}

async function recordsOf(db: Queryable, { kind, state }: RecordsOfState): Promise<readonly Words[]> {
  return (await db.rows<StoredRecord>(`${RECORD} WHERE kind = $1 AND state = $2`, [kind, state])).map(wordsOfRecord);
}

function wordsOfRecord(record: StoredRecord): Words {
  return { number: record.number, text: record.text, record };
}

/** A player's events on a board from `$1` back to the one after `$2`, oldest first. */
const CHAIN = `
  WITH RECURSIVE chain (seq, previous) AS (
    SELECT seq, previous FROM events WHERE seq = $1
    UNION ALL
    SELECT events.seq, events.previous FROM chain JOIN events ON events.seq = chain.previous WHERE events.seq > $2
  )
  SELECT seq FROM chain ORDER BY seq`;
