// Durable events per second, beside plain SQLite in the same run with the same durability (every commit flushed), settings and number of
// events per commit. `node scripts/bench/ingest.ts [players …]` prints all of it as a table, for any sizes.
//
// The bare engine only inserts one row per event, with the columns and size of an event in our ledger: into an empty table without a key,
// or under the unique id that every ledger needs, into a table with as many events as the store; and the same once more with the score
// report stored, as in a ledger that repeats its first answer to a retry. It knows no players and no totals. "Store" is
// `PointsStore.record` with a stored answer of typical size; "boards" is `CommitQueue.submit` as the API calls it, including ranks and the
// JSON of the score reports, with one request per event where a commit has fewer than 1,000.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import type { NewEvent } from '../../src/server/store/stored-values.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { atLeast, type Figure } from './figure.ts';
import { event, fill, KEPT, NOW, record, submit } from './recorded-events.ts';
import { grouped } from './timed.ts';

const BATCHES = [1, 64, 1000];

/** The largest batch of a request, for games that collect events before sending them. */
const WHOLE_BATCH = 1000;

/** The minimum rate of durable events as a fraction of the bare engine's: for the store, and for a full batch end to end. */
const LIMIT = 0.6;

/** How long each figure is measured, and over how many turns, so that disturbances affect all alike. */
const SECONDS = 3;
const TURNS = 6;

/** Approximates the size of a report. */
const REPORT = 'x'.repeat(900);

interface Contender {
  write(events: readonly NewEvent[]): Promise<void> | void;
  events: number;
  milliseconds: number;
}

/** Events per second of each contender. */
interface Speeds {
  readonly players: number;
  readonly batch: number;
  readonly bare: number;
  readonly unique: number;
  readonly report: number;
  readonly store: number;
  readonly boards: number;
}

/** Durable events one at a time, a few at once and in full batches; a full board takes only full batches, since filling it takes long. */
export async function ingest(): Promise<Figure[]> {
  const speeds = [...(await raced(10_000, BATCHES)), ...(await raced(1_000_000, [WHOLE_BATCH]))];
  return speeds.flatMap(({ players, batch, bare, unique, store, boards }) => {
    const of = `${batch} at a time, ${grouped(players)} players, beside the bare engine with the same unique id`;
    const beside = (what: string, events: number, note: string) =>
      atLeast({
        what: `${what}, ${of}`,
        value: events / unique,
        limit: LIMIT,
        show: (share) => `${Math.round(share * 100)} %`,
        note: `${perSecond(events)} of ${perSecond(unique)} a second; ${note}`,
      });
    const stored = beside('durable events', store, `ranked too ${perSecond(boards)}; without any id ${perSecond(bare)}`);
    return batch === WHOLE_BATCH ? [stored, beside('durable and ranked events', boards, 'score reports included')] : [stored];
  });
}

function perSecond(events: number): string {
  return grouped(Math.round(events));
}

/**
 * Lets all contenders write, for each number of events per commit.
 * @throws {Error} if a store does not equal the sum of its events afterwards.
 */
async function raced(players: number, batches: readonly number[]): Promise<Speeds[]> {
  const speeds: Speeds[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'laurels-ingest-'));
  // Each has its own store, since a store's followers run on every commit.
  const store = await openSqliteStore(join(folder, 'store'));
  const ranked = await openSqliteStore(join(folder, 'ranked'), { onThread: true });
  try {
    await fill(store, players);
    await fill(ranked, players);
    const boards = await LiveBoards.open(ranked, { clock: () => NOW, graceMs: Infinity });
    for (const batch of batches) {
      const contenders = [
        bare(join(folder, `bare-${batch}.db`), '', 0, KEPT),
        bare(join(folder, `unique-${batch}.db`), ', UNIQUE (board, id)', players, KEPT),
        bare(join(folder, `report-${batch}.db`), ', UNIQUE (board, id)', players, REPORT),
        { events: 0, milliseconds: 0, write: (events: readonly NewEvent[]) => record(store, events) },
        { events: 0, milliseconds: 0, write: (events: readonly NewEvent[]) => submit(boards, events) },
      ];
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const contender of contenders) await race(contender, batch, players);
      }
      const [bareSpeed, unique, report, own, live] = contenders.map(({ events, milliseconds }) => (events / milliseconds) * 1000);
      speeds.push({ players, batch, bare: bareSpeed!, unique: unique!, report: report!, store: own!, boards: live! });
    }
    for (const filled of [store, ranked]) {
      const { differences } = await filled.verify();
      if (differences.length > 0) throw new Error(`After the race a store is not what its events add up to:\n${differences.join('\n')}`);
    }
    return speeds;
  } finally {
    await store.close();
    await ranked.close();
    rmSync(folder, { recursive: true });
  }
}

/** Lets one contender write for its share of the time. Events are generated before the clock starts. */
async function race(contender: Contender, batch: number, players: number): Promise<void> {
  const until = (SECONDS * 1000) / TURNS;
  let spent = 0;
  while (spent < until) {
    const rounds = Array.from({ length: Math.max(1, Math.round(200 / batch)) }, () => Array.from({ length: batch }, () => event(players)));
    const start = performance.now();
    for (const events of rounds) await contender.write(events);
    spent += performance.now() - start;
    contender.events += rounds.length * batch;
  }
  contender.milliseconds += spent;
}

function bare(file: string, key: string, stored: number, answer: string): Contender {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA wal_autocheckpoint = 8000;
    CREATE TABLE events (
      seq INTEGER PRIMARY KEY, board INTEGER NOT NULL, id TEXT NOT NULL, player INTEGER NOT NULL, points INTEGER NOT NULL, at INTEGER NOT NULL,
      activity TEXT NOT NULL, received_at INTEGER NOT NULL, digest TEXT NOT NULL, counted INTEGER NOT NULL, answer TEXT NOT NULL, previous INTEGER ${key}
    ) STRICT`);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const insert = database.prepare(
    'INSERT INTO events (board, id, player, points, at, activity, received_at, digest, counted, answer, previous) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  begin.run();
  for (let n = 0; n < stored; n += 1) insert.run(1, randomUUID(), 1, 1, NOW, 'Won a match', NOW, 'd'.repeat(43), 15, answer, n);
  commit.run();
  return {
    events: 0,
    milliseconds: 0,
    write(events) {
      begin.run();
      for (const { id, points, at, activity, digest } of events)
        insert.run(1, id, 1, points, at, activity, NOW, digest, 15, answer, 1_000_000);
      commit.run();
    },
  };
}

function cell(figure: number): string {
  return Math.round(figure).toString().padStart(10);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`.padStart(15);
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  const headings = ['players', 'a commit', 'bare/s', 'unique/s', 'report/s', 'store/s', 'boards/s'];
  const shares = ['store:unique', 'store:report', 'boards:unique', 'boards:report'];
  console.log(headings.map((heading) => heading.padStart(10)).join('') + shares.map((heading) => heading.padStart(15)).join(''));
  for (const players of sizes.length > 0 ? sizes : [10_000, 1_000_000]) {
    for (const { batch, bare, unique, report, store, boards } of await raced(players, BATCHES)) {
      const parts = [store / unique, store / report, boards / unique, boards / report];
      console.log([players, batch, bare, unique, report, store, boards].map(cell).join('') + parts.map(percent).join(''));
    }
  }
}
