// `node scripts/bench/ingest.ts [players …]`: durable events a second through the store, beside what SQLite itself
// does with the same durability in the same run. The bare engine inserts one row of the size an event has in the
// ledger, with as many commits: into an empty table without any key, or under the unique id that no ledger can do
// without, into a table with as many events as the store has.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { NewEvent, PointsStore } from '../../src/server/points-store.ts';
import { openSqliteStore } from '../../src/server/stores/sqlite-store.ts';

const BATCHES = [1, 32, 1000];
/** How long each figure is measured, and in how many turns: what disturbs the machine then disturbs all alike. */
const SECONDS = 3;
const TURNS = 6;

const NOW = Date.UTC(2026, 10, 20, 12);
/** About what a score report over four periods weighs. */
const ANSWER = 'x'.repeat(700);

interface Contender {
  write(events: readonly NewEvent[]): Promise<void> | void;
  events: number;
  milliseconds: number;
}

const sizes = process.argv.slice(2).map(Number);
console.log('players    batch   bare row/s   with unique id/s    store/s   of bare   of unique id');
for (const players of sizes.length > 0 ? sizes : [10_000, 1_000_000]) await measure(players);

async function measure(players: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-ingest-'));
  const store = await openSqliteStore(folder);
  try {
    await fill(store, players);
    for (const batch of BATCHES) {
      const contenders = [
        bare(join(folder, `bare-${batch}.db`), '', 0),
        bare(join(folder, `unique-${batch}.db`), ', UNIQUE (board, id)', players),
        { events: 0, milliseconds: 0, write: (events: readonly NewEvent[]) => record(store, events) },
      ];
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const contender of contenders) await race(contender, batch, players);
      }
      const [plain = 0, unique = 0, own = 0] = contenders.map(({ events, milliseconds }) => (events / milliseconds) * 1000);
      const cells = [players, batch, plain, unique, own].map((figure, i) => Math.round(figure).toString().padStart([7, 9, 13, 19, 11][i]!));
      console.log(`${cells.join('')}   ${percent(own / plain)}         ${percent(own / unique)}`);
    }
    const { differences } = await store.verify();
    for (const difference of differences) console.log(`DIFFERENCE ${difference}`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** Lets one contender write for its share of the time. Events are made before the clock starts. */
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

async function fill(store: PointsStore, players: number): Promise<void> {
  await store.saveBoard({
    name: 'main',
    title: 'Main',
    scoring: 'sum',
    direction: 'high',
    calendar: { timeZone: 'Europe/Berlin', weekStart: 1 },
  });
  for (let from = 0; from < players; from += 10_000) {
    const events = Array.from({ length: Math.min(10_000, players - from) }, (_, i) => ({
      ...event(players),
      username: `player-${from + i}`,
    }));
    await store.record('main', events, NOW, () => '');
  }
}

function record(store: PointsStore, events: readonly NewEvent[]): Promise<void> {
  return store.record('main', events, NOW, () => ANSWER).then(() => undefined);
}

function event(players: number): NewEvent {
  return {
    id: randomUUID(),
    username: `player-${Math.floor(Math.random() * players)}`,
    points: Math.floor(Math.random() * 100),
    at: NOW + Math.floor(Math.random() * 3_600_000),
    activity: 'Won a match',
    displayName: undefined,
    avatar: undefined,
    digest: 'd'.repeat(43),
  };
}

function bare(file: string, key: string, stored: number): Contender {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA wal_autocheckpoint = 8000;
    CREATE TABLE events (
      seq INTEGER PRIMARY KEY, board INTEGER NOT NULL, id TEXT NOT NULL, player INTEGER NOT NULL, points INTEGER NOT NULL, at INTEGER NOT NULL,
      activity TEXT NOT NULL, received_at INTEGER NOT NULL, digest TEXT NOT NULL, counted INTEGER NOT NULL, answer TEXT NOT NULL ${key}
    ) STRICT`);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const insert = database.prepare(
    'INSERT INTO events (board, id, player, points, at, activity, received_at, digest, counted, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  begin.run();
  for (let n = 0; n < stored; n += 1) insert.run(1, randomUUID(), 1, 1, NOW, '', NOW, 'd'.repeat(43), 15, '');
  commit.run();
  return {
    events: 0,
    milliseconds: 0,
    write(events) {
      begin.run();
      for (const { id, points, at, activity, digest } of events) insert.run(1, id, 1, points, at, activity, NOW, digest, 15, ANSWER);
      commit.run();
    },
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`.padStart(6);
}
