// Several processes over PostgreSQL, beside a bare PostgreSQL and beside SQLite, all in one run with the same durability.
//
// The bare table has one row per event, with the columns and size of our ledger, under the unique id that every ledger needs, written in
// statements of as many rows. The posts of 64 callers are one request each, which the queue batches as they come; in the bare table they
// are written 64 at a time.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import type { NewEvent } from '../../src/server/store/stored-values.ts';
import { readDatabaseAddress } from '../../src/server/store/postgres/database/database-address.ts';
import { openPostgresStore } from '../../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { startPostgres } from '../tools/postgres/postgres-server.ts';
import { NODE } from '../tools/child-process.ts';
import { atLeast, atMost, type Figure, median, shownOnly } from './figure.ts';
import { event, fill, KEPT, NOW, submit } from './recorded-events.ts';
import { grouped } from './timed.ts';

/** The minimum fraction of the bare table's events that must be recorded, ranked and answered. */
const LEAST_OF_BARE = 0.4;

/** The minimum rate of three processes writing to the same board, as a fraction of one process's. */
const LEAST_OF_ONE = 0.9;

/** The maximum ratio of an answer from memory to the same with SQLite. */
const MOST_OF_SQLITE = 1.1;

/** How soon a process that joins a board of a million players must be ready, in milliseconds. */
const JOIN_MS = 10_000;

const CALLERS = 64;
const MANY = 1_000_000;
const FEW = 10_000;

/** The duration of each measurement per turn, in milliseconds, and the number of turns. */
const TURN_MS = 1500;
const TURNS = 4;

export async function postgres(): Promise<Figure[]> {
  const server = await startPostgres({ durable: true, below: tmpdir() });
  try {
    return [
      shownOnly('PostgreSQL', server.told),
      ...(await writing(server.url)),
      ...(await together(server.url)),
      ...(await reading(server.url)),
    ];
  } finally {
    await server.discard();
  }
}

interface Contender {
  readonly write: () => Promise<number>;
  readonly speeds: number[];
}

/** Events per second, by turns. */
async function race(contenders: readonly Contender[]): Promise<readonly number[]> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { write, speeds } of contenders) {
      const start = performance.now();
      let written = 0;
      while (performance.now() - start < TURN_MS) written += await write();
      speeds.push((written / (performance.now() - start)) * 1000);
    }
  }
  return contenders.map(({ speeds }) => median(speeds));
}

async function writing(serverUrl: string): Promise<Figure[]> {
  const url = await freshDatabase(serverUrl, 'writing');
  const store = await openPostgresStore(addressOf(url));
  const bare = new pg.Client(url);
  await bare.connect();
  try {
    await fill(store, FEW);
    await makeBare(bare);
    const boards = await LiveBoards.open(store, { clock: () => NOW, graceMs: Infinity });
    const ours = (size: number) => async () => {
      await submit(boards, some(size));
      return size;
    };
    const theirs = (size: number) => async () => {
      await writeBare(bare, some(size));
      return size;
    };
    const figures: Figure[] = [];
    for (const [what, size] of [
      [`single durable posts of ${CALLERS} callers`, CALLERS],
      ['durable batches of 1,000', 1000],
    ] as const) {
      const [own, other] = await race([
        { write: ours(size), speeds: [] },
        { write: theirs(size), speeds: [] },
      ]);
      figures.push(
        atLeast({
          what: `${what}, ranked and answered, ${grouped(FEW)} players, beside a bare PostgreSQL with the same unique id`,
          value: own! / other!,
          limit: LEAST_OF_BARE,
          show: percent,
          note: `${perSecond(own!)} of ${perSecond(other!)} a second`,
        }),
      );
    }
    const { differences } = await store.verify();
    if (differences.length > 0) throw new Error(`After the race the store is not what its events add up to:\n${differences.join('\n')}`);
    return figures;
  } finally {
    await bare.end();
    await store.close();
  }
}

/** Three processes with 64 callers each on one board, compared with one. */
async function together(serverUrl: string): Promise<Figure[]> {
  const url = await freshDatabase(serverUrl, 'together');
  const store = await openPostgresStore(addressOf(url));
  await fill(store, FEW);
  await store.close();
  const speeds = { one: [] as number[], three: [] as number[] };
  for (let turn = 0; turn < 2; turn += 1) {
    speeds.one.push(await speedOf(url, 1));
    speeds.three.push(await speedOf(url, 3));
  }
  const [one, three] = [median(speeds.one), median(speeds.three)];
  return [
    atLeast({
      what: 'three processes that write to one board, beside one',
      value: three / one,
      limit: LEAST_OF_ONE,
      show: percent,
      note: `${perSecond(three)} beside ${perSecond(one)} a second`,
    }),
  ];
}

async function speedOf(url: string, processes: number): Promise<number> {
  const speeds = await Promise.all(
    Array.from({ length: processes }, async () => {
      const child = spawn(NODE, [import.meta.filename, 'write', url], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      for await (const text of child.stdout) said += String(text);
      return Number(said);
    }),
  );
  return speeds.reduce((sum, one) => sum + one, 0);
}

/** The work of one process: posts of 64 callers, each sent when the previous one is answered. */
async function writeAlone(url: string): Promise<void> {
  const store = await openPostgresStore(addressOf(url));
  const boards = await LiveBoards.open(store, { clock: () => NOW, graceMs: Infinity });
  const start = performance.now();
  const until = start + 3 * TURN_MS;
  let written = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < until) {
        await submit(boards, [event(FEW)]);
        written += 1;
      }
    }),
  );
  console.log((written / (performance.now() - start)) * 1000);
  await store.close();
}

async function reading(serverUrl: string): Promise<Figure[]> {
  const url = await freshDatabase(serverUrl, 'reading');
  const folder = mkdtempSync(join(tmpdir(), 'laurels-bench-postgres-'));
  const filled = await openPostgresStore(addressOf(url));
  const sqlite = await openSqliteStore(folder);
  try {
    await fill(filled, MANY);
    await filled.close();
    await fill(sqlite, MANY);
    const start = performance.now();
    const joined = await openPostgresStore(addressOf(url));
    const boards = await LiveBoards.open(joined, { clock: () => NOW, graceMs: Infinity });
    const joinMs = performance.now() - start;
    const besides = await LiveBoards.open(sqlite, { clock: () => NOW, graceMs: Infinity });
    const figures = [
      atMost({
        what: `a process joins a board of ${grouped(MANY)} players`,
        value: joinMs,
        limit: JOIN_MS,
        show: (value) => `${(value / 1000).toFixed(1)} s`,
      }),
    ];
    for (const [what, read] of READINGS) {
      const [own, other] = await race([
        { write: () => many(() => read(boards, joined)), speeds: [] },
        { write: () => many(() => read(besides, sqlite)), speeds: [] },
      ]);
      figures.push(
        atMost({
          what: `${what}, ${grouped(MANY)} players, beside SQLite`,
          value: other! / own!,
          limit: MOST_OF_SQLITE,
          show: (value) => `${value.toFixed(2)} x`,
          note: `${perSecond(own!)} beside ${perSecond(other!)} a second`,
        }),
      );
    }
    await joined.close();
    return figures;
  } finally {
    await sqlite.close();
    rmSync(folder, { recursive: true });
  }
}

type Read = (boards: LiveBoards, store: PointsStore) => Promise<unknown>;

const READINGS: readonly (readonly [what: string, read: Read])[] = [
  [
    'rank of any player with two neighbours each side',
    async (boards, store) => {
      const player = await store.playerNamed(`player-${Math.floor(Math.random() * MANY)}`);
      return boards.reading.page(boards.board('main'), 'all-time', NOW, { around: player!.number }, 5);
    },
  ],
  [
    'page of fifty anywhere',
    (boards) => boards.reading.page(boards.board('main'), 'all-time', NOW, { after: Math.floor(Math.random() * (MANY - 50)) }, 50),
  ],
];

async function many(work: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 100; i += 1) await work();
  return 100;
}

function some(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, () => event(FEW));
}

async function makeBare(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE bare (
      seq bigserial PRIMARY KEY, board integer NOT NULL, id text NOT NULL, player integer NOT NULL, points bigint NOT NULL, at bigint NOT NULL,
      activity text NOT NULL, received_at bigint NOT NULL, digest text NOT NULL, counted smallint NOT NULL, answer text NOT NULL,
      previous bigint, UNIQUE (board, id)
    )`);
  for (let i = 0; i < FEW; i += 1000) await writeBare(client, some(1000));
}

async function writeBare(client: pg.Client, events: readonly NewEvent[]): Promise<void> {
  await client.query(
    `INSERT INTO bare (board, id, player, points, at, activity, received_at, digest, counted, answer, previous)
     SELECT 1, id, 1, points, at, activity, received_at, digest, 15, answer, 1
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[])
       AS new (id, points, at, activity, received_at, digest, answer)
     ON CONFLICT DO NOTHING`,
    [
      events.map(({ id }) => id),
      events.map(({ points }) => points),
      events.map(({ at }) => at),
      events.map(({ activity }) => activity),
      events.map(({ receivedAt }) => receivedAt),
      events.map(({ digest }) => digest),
      events.map(() => KEPT),
    ],
  );
}

async function freshDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await client.end();
  return Object.assign(new URL(serverUrl), { pathname: name }).href;
}

function addressOf(url: string) {
  return readDatabaseAddress(url);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function perSecond(events: number): string {
  return grouped(Math.round(events));
}

if (import.meta.main && process.argv[2] === 'write') await writeAlone(process.argv[3]!);
