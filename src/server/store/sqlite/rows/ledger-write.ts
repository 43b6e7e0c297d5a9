import type { DatabaseSync } from 'node:sqlite';

import { type ActivityRow, addActivitySql } from './activity-tally.ts';
import { checksumOf } from './checksum.ts';
import type { NewPeriod } from '../../held/logged-change.ts';
import type { RecordChange } from '../../records.ts';
import type { KnownEvent } from '../../rules/taking.ts';
import { type PackedEvents, unpacked } from './packed-events.ts';
import type { PlayerRow } from './player-rows.ts';
import { type Prepare, preparing } from './query.ts';
import { recordWriter } from './record-rows.ts';

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
];

/** What a commit of events writes, or a part of it, in plain values: it may be written on another thread. */
export interface LedgerWrite {
  readonly playersAdded: readonly PlayerRow[];
  /** As they are from now on. */
  readonly playersRenamed: readonly PlayerRow[];
  readonly periods: readonly NewPeriod[];
  readonly events: PackedEvents;
  /** How many standings are new in a period, by its number. */
  readonly standings: readonly (readonly [added: number, period: number])[];
  readonly activities: readonly (readonly [board: number, ...row: ActivityRow])[];
  /** Blocks of open totals, as they were before these events. */
  readonly totals: readonly (readonly [board: number, block: number, through: number, totals: Uint8Array<ArrayBuffer>])[];
  readonly records: readonly RecordChange[];
}

/** What was to be written has events that the ledger has already. */
export class KnownEvents extends Error {
  override readonly name = 'KnownEvents';
  readonly events: readonly KnownEvent[];

  constructor(events: readonly KnownEvent[]) {
    super(`${events.length} events are known`);
    this.events = events;
  }
}

/** What finds those events of a board's ledger, before a `seq`, that have some ids. */
export function knownEventsOf(database: DatabaseSync): (board: number, ids: readonly string[], before: number) => readonly KnownEvent[] {
  const known = preparing(database)<KnownEvent, [board: number, id: string, before: number]>(
    'SELECT id, digest, answer FROM events WHERE board = ? AND id = ? AND seq < ?',
  );
  return (board, ids, before) => ids.flatMap((id) => known.get(board, id, before) ?? []);
}

/** SQLite's own code for two rows that are one by a unique index. */
const NOT_UNIQUE = 2067;

/** The parts of one commit of events, written inside a transaction one after the other. */
export interface LedgerParts {
  /** Once the ledger has an event of a part, nothing more is written: others that it has are looked for. */
  write(part: LedgerWrite): void;
  /** After the last. @throws {KnownEvents} if the ledger has some of the events: then nothing is to be left of what was written. */
  end(): void;
}

/** Writes commits of events: begins one each time it is called. */
export function ledgerWriter(database: DatabaseSync): () => LedgerParts {
  const sql = statements(preparing(database));
  const knownEvents = knownEventsOf(database);
  const writeRecords = recordWriter(database);

  /** Adds events; returns those that the ledger has already. To look for each before would take as long as to write it. */
  function addEvents(events: readonly EventColumns[]): readonly KnownEvent[] {
    try {
      for (const row of events) sql.addEvent.run(...row, checksumOf(row));
      return [];
    } catch (error) {
      if ((error as { readonly errcode?: number }).errcode !== NOT_UNIQUE) throw error;
      const known = knownAmong(events);
      if (known.length === 0) throw error;
      return known;
    }
  }

  /** Those that were written just now are not among them. */
  function knownAmong(events: readonly EventColumns[]): readonly KnownEvent[] {
    if (events.length === 0) return [];
    const [first, board] = events[0]!;
    return knownEvents(
      board,
      events.map(([, , id]) => id),
      first,
    );
  }

  return () => {
    const known: KnownEvent[] = [];
    return {
      write({ playersAdded, playersRenamed, periods, events, standings, activities, totals, records }) {
        const rows = unpacked(events);
        if (known.length > 0) {
          known.push(...knownAmong(rows));
          return;
        }
        for (const row of playersAdded) sql.addPlayer.run(...row, checksumOf(row));
        for (const row of playersRenamed) sql.renamePlayer.run(row[3], row[4], row[5], checksumOf(row), row[0]);
        for (const [number, board, kind, start, end] of periods) sql.addPeriod.run(number, board, kind, start, end);
        for (const row of totals) sql.writeTotals.run(...row);
        known.push(...addEvents(rows));
        for (const row of standings) sql.countStandings.run(...row);
        for (const row of activities) sql.addActivity.run(...row);
        writeRecords(records);
      },
      end() {
        if (known.length > 0) throw new KnownEvents(known);
      },
    };
  };
}

/** Writes one block of open totals, in the place of what it was. */
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
    `INSERT INTO events (seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  countStandings: prepare<never, [added: number, period: number]>('UPDATE periods SET standings = standings + ? WHERE number = ?'),
  addActivity: prepare<never, [board: number, ...row: ActivityRow]>(addActivitySql('activity_days')),
  writeTotals: prepare<never, [board: number, block: number, through: number, totals: Uint8Array]>(WRITE_TOTALS),
});
