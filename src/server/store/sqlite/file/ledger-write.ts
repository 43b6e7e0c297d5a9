import type { DatabaseSync } from 'node:sqlite';

import type { NewPeriod } from '../../held/logged-change.ts';
import type { RecordChange } from '../../records.ts';
import { type Prepare, preparing } from './queries.ts';
import { checksumOf, eventChecksum } from './checksum.ts';

/** A row of `players`, in the order of `CHECKED_COLUMNS`. */
export type PlayerRow = readonly [
  number: number,
  username: string,
  fold: string,
  displayName: string,
  avatar: string,
  searched: string,
  knownSince: number,
];

/** In the order of `CHECKED_COLUMNS`. */
export type EventColumns = readonly [
  seq: number,
  board: number,
  id: string,
  player: number,
  points: number,
  at: number,
  activity: string,
  receivedAt: number,
  digest: string,
  counted: number,
  answer: string,
  previous: number | null,
  author: number | null,
];

/** A sum to add to a row of `activity_days`, with the columns of an {@link ActivityRow}. */
const ADD_ACTIVITY = `
  INSERT INTO activity_days (board, day, activity, events, points_high, points_low) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET
    events = events + excluded.events,
    points_high = points_high + excluded.points_high,
    points_low = points_low + excluded.points_low`;

export type ActivityRow = readonly [board: number, day: number, activity: string, events: number, high: number, low: number];

/** Numbers per packed event: all numeric columns except `seq` and board, plus the lengths of its texts. */
const WIDTH = 11;

/** Consecutive events of one board in few values: posting rows to a thread one by one would take longer than writing them. */
export interface PackedEvents {
  readonly board: number;
  /** The `seq` of the first event. */
  readonly first: number;
  readonly count: number;
  readonly numbers: Float64Array<ArrayBuffer>;
  /** All texts, concatenated. */
  readonly texts: string;
}

/** `rows` must be of one board, with consecutive `seq`. */
export function packed(rows: readonly EventColumns[]): PackedEvents {
  const numbers = new Float64Array(rows.length * WIDTH);
  const texts: string[] = [];
  let at = 0;
  for (const [, , id, player, points, time, activity, receivedAt, digest, counted, answer, previous, author] of rows) {
    numbers[at] = player;
    numbers[at + 1] = points;
    numbers[at + 2] = time;
    numbers[at + 3] = receivedAt;
    numbers[at + 4] = counted;
    // Stands for a missing value: no event has this `seq`, and no author this number.
    numbers[at + 5] = previous ?? 0;
    numbers[at + 10] = author ?? 0;
    numbers[at + 6] = id.length;
    numbers[at + 7] = activity.length;
    numbers[at + 8] = digest.length;
    numbers[at + 9] = answer.length;
    texts.push(id, activity, digest, answer);
    at += WIDTH;
  }
  return { board: rows[0]?.[1] ?? 0, first: rows[0]?.[0] ?? 0, count: rows.length, numbers, texts: texts.join('') };
}

/** The inverse of {@link packed}. */
function unpacked({ board, first, numbers, texts }: PackedEvents): readonly EventColumns[] {
  const rows: EventColumns[] = [];
  let end = 0;
  const text = (length: number) => texts.slice(end, (end += length));
  for (let at = 0; at < numbers.length; at += WIDTH) {
    const [id, activity, digest, answer] = [text(numbers[at + 6]!), text(numbers[at + 7]!), text(numbers[at + 8]!), text(numbers[at + 9]!)];
    rows.push([
      first + rows.length,
      board,
      id,
      numbers[at]!,
      numbers[at + 1]!,
      numbers[at + 2]!,
      activity,
      numbers[at + 3]!,
      digest,
      numbers[at + 4]!,
      answer,
      numbers[at + 5] === 0 ? null : numbers[at + 5]!,
      numbers[at + 10] === 0 ? null : numbers[at + 10]!,
    ]);
  }
  return rows;
}

/** The writes of a commit of events, or of a part of it, as plain values for another thread. */
export interface LedgerWrite {
  readonly playersAdded: readonly PlayerRow[];
  /** Renamed players, with their new names. */
  readonly playersRenamed: readonly PlayerRow[];
  readonly periods: readonly NewPeriod[];
  readonly events: PackedEvents;
  readonly activities: readonly ActivityRow[];
  /** Blocks of open totals, without these events. */
  readonly totals: readonly (readonly [board: number, block: number, through: number, totals: Uint8Array<ArrayBuffer>])[];
  readonly records: readonly RecordChange[];
}

/** Thrown if the ledger already has some of the events. */
export class KnownEvents extends Error {
  override readonly name = 'KnownEvents';
}

/** SQLite's code for a unique index violation. */
const NOT_UNIQUE = 2067;

/** Writes parts of a commit of events, inside a transaction. @throws {KnownEvents} */
export function ledgerWriter(database: DatabaseSync): (part: LedgerWrite) => void {
  const sql = statements(preparing(database));
  const writeRecords = recordWriter(database);

  function addEvents(events: readonly EventColumns[]): void {
    try {
      for (const row of events) sql.addEvent.run(...row, eventChecksum(row));
    } catch (error) {
      // Looking up each event first would take as long as writing it.
      throw (error as { readonly errcode?: number }).errcode === NOT_UNIQUE ? new KnownEvents() : error;
    }
  }

  return ({ playersAdded, playersRenamed, periods, events, activities, totals, records }) => {
    for (const row of playersAdded) sql.addPlayer.run(...row, checksumOf(row));
    for (const row of playersRenamed) sql.renamePlayer.run(row[3], row[4], row[5], checksumOf(row), row[0]);
    for (const [number, board, kind, start, end] of periods) sql.addPeriod.run(number, board, kind, start, end);
    for (const row of totals) sql.writeTotals.run(...row);
    addEvents(unpacked(events));
    for (const row of activities) sql.addActivity.run(...row);
    writeRecords(records);
  };
}

/** In the order of `CHECKED_COLUMNS`. */
type RecordColumns = readonly [number: number, kind: string, id: string, at: number, state: string, text: string];

/** Writes records, inside a commit. */
export function recordWriter(database: DatabaseSync): (changes: readonly RecordChange[]) => void {
  const prepare = preparing(database);
  const numberOf = prepare<{ readonly number: number }, [kind: string, id: string]>('SELECT number FROM records WHERE kind = ? AND id = ?');
  const newest = prepare<{ readonly number: number }>('SELECT coalesce(max(number), 0) AS number FROM records');
  const write = prepare<never, [...RecordColumns, checksum: number]>(
    `INSERT INTO records (number, kind, id, at, state, text, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at, state = excluded.state, text = excluded.text, checksum = excluded.checksum`,
  );
  const remove = prepare<never, [kind: string, id: string]>('DELETE FROM records WHERE kind = ? AND id = ?');
  return (changes) => {
    for (const change of changes) {
      if (change.text === undefined) continue;
      const { kind, id, at, state, text } = change;
      const row = [numberOf.get(kind, id)?.number ?? newest.get()!.number + 1, kind, id, at, state, text] as const;
      write.run(...row, checksumOf(row));
    }
    for (const { kind, id, text } of changes) if (text === undefined) remove.run(kind, id);
  };
}

/** Writes one block of open totals, replacing the stored one. */
export const WRITE_TOTALS = `INSERT INTO totals (board, block, through, totals) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET through = excluded.through, totals = excluded.totals`;

const statements = (prepare: Prepare) => ({
  addPlayer: prepare<never, [...PlayerRow, checksum: number]>(
    'INSERT INTO players (number, username, fold, display_name, avatar, searched, known_since, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  ),
  renamePlayer: prepare<never, [displayName: string, avatar: string, searched: string, checksum: number, number: number]>(
    'UPDATE players SET display_name = ?, avatar = ?, searched = ?, checksum = ? WHERE number = ?',
  ),
  addPeriod: prepare<never, [number: number, board: number, kind: string, start: number, end: number]>(
    'INSERT INTO periods (number, board, kind, start, "end", standings) VALUES (?, ?, ?, ?, ?, 0)',
  ),
  addEvent: prepare<never, [...EventColumns, checksum: number]>(
    `INSERT INTO events (seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous, author, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  addActivity: prepare<never, [...ActivityRow]>(ADD_ACTIVITY),
  writeTotals: prepare<never, [board: number, block: number, through: number, totals: Uint8Array]>(WRITE_TOTALS),
});
