import { randomBytes } from 'node:crypto';

import { AlreadyFilled } from '../../kept-rows.ts';
import { StorageFailure } from '../../points-store.ts';
import type { Queryable, Connections } from './connections.ts';
import { SCHEMA, SCHEMA_VERSION, UPGRADE } from './schema.ts';

/** The oldest supported PostgreSQL. */
export const OLDEST_SERVER = 15;

/** How long a statement over all rows of a large game may take, in milliseconds. */
const ALL_ROWS_MS = 3_600_000;

/** Advisory lock that prevents two processes from creating the schema at once. */
const MAKING = 1_279_350_100;

/** A database that cannot be used; the message says why and what to do. */
class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

/** The policy for an empty database, and a callback for when its schema has been created. */
export interface IfEmpty {
  readonly ifNone?: 'make' | 'refuse';
  readonly onMade?: () => void;
}

/**
 * Creates the schema in an empty database, unless `ifNone` refuses, and returns the name of its history.
 * @throws {DatabaseUnusable} if the database belongs to another program or version, or is unsuitable; it is left unchanged.
 */
export async function prepareDatabase(connections: Connections, { ifNone = 'make', onMade }: IfEmpty): Promise<string> {
  try {
    await expectFit(connections);
    return await connections.transaction('BEGIN', async (transaction) => {
      await transaction.rows('SELECT pg_advisory_xact_lock($1)', [MAKING]);
      const known = await knownHistory(transaction);
      if (known !== undefined) {
        if (known.version === SCHEMA_VERSION) return known.history;
        await transaction.rows(UPGRADE, [], ALL_ROWS_MS);
        await transaction.commit();
        return known.history;
      }
      await expectEmpty(transaction);
      if (ifNone === 'refuse')
        throw new DatabaseUnusable('The database is empty. If your data is in another one, set LAURELS_DATABASE to it.');
      await transaction.rows(SCHEMA);
      const history = await beginLog(transaction, 0);
      await transaction.commit();
      onMade?.();
      return history;
    });
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    throw new DatabaseUnusable(error.message, { cause: error });
  }
}

/**
 * Creates the tables of an empty database to be filled with the rows of another one, or finds the tables of an interrupted filling.
 * @throws {AlreadyFilled} if the database contains a game.
 * @throws {DatabaseUnusable} if it contains something else.
 */
export async function beginFilling(connections: Connections): Promise<void> {
  await expectFit(connections);
  await connections.transaction('BEGIN', async (transaction) => {
    await transaction.rows('SELECT pg_advisory_xact_lock($1)', [MAKING]);
    const [found] = await transaction.rows<{ readonly known: boolean }>(`SELECT to_regclass('laurels') IS NOT NULL AS known`);
    if (found!.known) {
      const [row] = await transaction.rows('SELECT 1 FROM laurels');
      if (row !== undefined) throw new AlreadyFilled('The database already contains a game. Use an empty database.');
      return;
    }
    await expectEmpty(transaction);
    await transaction.rows(SCHEMA);
    await transaction.commit();
  });
}

/** Completes a filled database. Its rows precede the log: revisions and reopenings get negative numbers, and totals are current. */
export async function finishFilling(connections: Connections): Promise<void> {
  await connections.transaction('BEGIN', async (transaction) => {
    const [last] = await transaction.rows<{ readonly seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM events', [], ALL_ROWS_MS);
    const { seq } = last!;
    await transaction.rows('UPDATE boards SET position = $1', [seq], ALL_ROWS_MS);
    await transaction.rows('UPDATE totals SET through = $1', [seq], ALL_ROWS_MS);
    await transaction.rows(
      `UPDATE periods SET reopened_at = (
         SELECT at FROM reopenings WHERE period = periods.number AND reopenings.closed_at IS NOT NULL ORDER BY reopenings.number DESC LIMIT 1)
       WHERE number IN (SELECT period FROM reopenings)`,
      [],
      ALL_ROWS_MS,
    );
    await beginLog(transaction, seq);
    await transaction.commit();
  });
  await connections.rows('ANALYZE', [], ALL_ROWS_MS);
}

/** Returns a unique name for a sequence of positions. */
export function nameHistory(): string {
  return randomBytes(8).toString('hex');
}

/** Starts the database's log, and returns the name of its history. */
async function beginLog(db: Queryable, position: number): Promise<string> {
  const history = nameHistory();
  await db.rows('INSERT INTO laurels (version, history, position) VALUES ($1, $2, $3)', [SCHEMA_VERSION, history, position]);
  await db.rows('INSERT INTO pulse (beats) VALUES (0)');
  await db.rows('INSERT INTO folded (through) VALUES ($1)', [position]);
  return history;
}

async function expectFit(db: Queryable): Promise<void> {
  const [server] = await db.rows<{
    readonly version: number;
    readonly encoding: string;
    readonly durable: string;
    readonly isolation: string;
  }>(
    `SELECT current_setting('server_version_num')::integer / 10000 AS version, pg_encoding_to_char(encoding) AS encoding,
       current_setting('synchronous_commit') AS durable, current_setting('default_transaction_isolation') AS isolation
     FROM pg_database WHERE datname = current_database()`,
  );
  const { version, encoding, durable, isolation } = server!;
  if (version < OLDEST_SERVER) throw new DatabaseUnusable(`PostgreSQL ${OLDEST_SERVER} or newer is needed; this is ${version}.`);
  if (encoding !== 'UTF8') throw new DatabaseUnusable(`The database must have the encoding UTF8; it has ${encoding}.`);
  if (durable === 'off')
    throw new DatabaseUnusable('The database has synchronous_commit off, so points that were acknowledged could be lost. Set it to on.');
  // After waiting for the commit lock, a transaction must see the commits made in the meantime.
  if (isolation !== 'read committed')
    throw new DatabaseUnusable(`The database has default_transaction_isolation set to ${isolation}. Set it to read committed.`);
}

async function knownHistory(db: Queryable): Promise<{ readonly version: number; readonly history: string } | undefined> {
  const [found] = await db.rows<{ readonly known: boolean }>(`SELECT to_regclass('laurels') IS NOT NULL AS known`);
  if (!found!.known) return undefined;
  const [row] = await db.rows<{ readonly version: number; readonly history: string }>('SELECT version, history FROM laurels');
  if (row === undefined)
    throw new DatabaseUnusable('A move or import into this database was not finished. Run the same command again to continue it.');
  if (row.version !== SCHEMA_VERSION && row.version !== SCHEMA_VERSION - 1)
    throw new DatabaseUnusable(
      `The database has schema version ${row.version}, and this program reads only versions ${SCHEMA_VERSION - 1} and ${SCHEMA_VERSION}. ` +
        'It was not changed. Use the version of Laurels that wrote it, or choose another database.',
    );
  return row;
}

async function expectEmpty(db: Queryable): Promise<void> {
  const [found] = await db.rows<{ readonly name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm') LIMIT 1`,
  );
  if (found !== undefined)
    throw new DatabaseUnusable(`The database has tables of another program ("${found.name}"). Give Laurels a database of its own.`);
}
