import type { Socket } from 'node:net';

import pg from 'pg';

import type { Queryable as AnyQueryable } from '../../held/queryable.ts';
import { StorageFailure } from '../../points-store.ts';
import { certificateWords, clientTls, type DatabaseAddress } from './database-address.ts';
import { type HostWatch, watchHost } from './host-watch.ts';
import { watchReplica } from './replica-watch.ts';

/** How long connecting may take, in milliseconds. */
const CONNECT_MS = 3000;

/** How long a trivial query may take, in milliseconds, before its server is considered unreachable. */
export const SOON_MS = 3000;

/** How long any other query may take, in milliseconds. */
const QUERY_MS = 60_000;

/** Connections per process: one that commits, one that follows, the rest for reads. At most twice as many while slow ones end. */
const MOST_CONNECTIONS = 6;

const LOOK = 'SELECT pg_is_in_recovery() AS follows, pg_backend_pid() AS pid';

/** Begins a read-only transaction with one snapshot. */
export const ONE_MOMENT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const INT8 = 20;

/** All integers of the schema fit exactly into numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format: 'text' | 'binary' = 'text') =>
    oid === INT8 && format === 'text' ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** A frequent statement, prepared once per connection by name; planned each time behind a pooler, which forgets names. */
export interface Planned {
  readonly name: string;
  readonly text: string;
}

/** Queries a connection in a transaction, or any connection. */
export interface Queryable extends AnyQueryable {
  rows<Row extends object>(sql: string | Planned, values?: readonly unknown[], limitMs?: number): Promise<readonly Row[]>;
}

/** A transaction that is rolled back at its end unless committed. */
export interface Transaction extends Queryable {
  /** Commits after all earlier queries. If this rejects, it is unknown whether the commit succeeded. */
  commit(): Promise<void>;
}

/** Connections to the first of several hosts that accepts writes. Reconnects after a failure. */
export class Connections implements Queryable {
  readonly #address: DatabaseAddress;
  #host = 0;
  #pool: pg.Pool | undefined;
  /** The number of abandoned pools with running queries. */
  #ending = 0;
  #isClosed = false;
  readonly #watches = new WeakMap<pg.Pool, HostWatch>();
  readonly #replica = watchReplica(this);
  /** Checked clients, and whether each connects to the server directly. */
  readonly #isDirect = new WeakMap<pg.PoolClient, boolean>();

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  rows<Row extends object>(sql: string | Planned, values: readonly unknown[] = [], limitMs?: number): Promise<readonly Row[]> {
    return this.#with('reads', (client) => this.#db(client).rows<Row>(sql, values, limitMs));
  }

  columns<Row extends readonly unknown[]>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#with('reads', (client) => this.#db(client).columns<Row>(sql, values));
  }

  /** The same as {@link rows}, for a statement that commits by itself. */
  write<Row extends object>(sql: string | Planned, values: readonly unknown[] = [], limitMs?: number): Promise<readonly Row[]> {
    return this.#with('writes', (client) => this.#db(client).rows<Row>(sql, values, limitMs));
  }

  /** Runs `work` in a transaction with the result of `first`, whose queries are pipelined with `begin`. Rolled back if it rejects. */
  transaction<Result, First = void>(
    begin: string,
    work: (db: Transaction, first: First) => Promise<Result>,
    first?: (db: Queryable) => Promise<First>,
  ): Promise<Result> {
    return this.#with(begin === ONE_MOMENT ? 'reads' : 'writes', async (client) => {
      const own = this.#db(client);
      const end = { state: 'open' };
      const within: Transaction = {
        ...own,
        async commit() {
          end.state = 'committing';
          await runQuery(client, { text: 'COMMIT', query_timeout: COMMIT_MS });
        },
      };
      try {
        const begun = runQuery(client, { text: begin, query_timeout: LOCK_MS + SOON_MS });
        const [, found] = await Promise.all([begun, first?.(own)]);
        return await work(within, found as First);
      } finally {
        // A failed connection is discarded, and the database rolls back.
        if (end.state === 'open') await runQuery(client, { text: 'ROLLBACK', query_timeout: SOON_MS }).catch(() => undefined);
      }
    });
  }

  /** Closes all connections once running queries have finished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  #db(client: pg.PoolClient): Queryable {
    const statement = (sql: string | Planned) => {
      if (typeof sql === 'string') return { text: sql };
      return this.#isDirect.get(client) === true ? sql : { text: sql.text };
    };
    return {
      async rows<Row extends object>(sql: string | Planned, values: readonly unknown[] = [], limitMs = QUERY_MS) {
        return (await runQuery(client, { ...statement(sql), values: [...values], query_timeout: limitMs })).rows as readonly Row[];
      },
      async columns<Row extends readonly unknown[]>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
        const found = await runQuery(client, { text, values: [...values], rowMode: 'array', query_timeout: QUERY_MS });
        return found.rows;
      },
    };
  }

  async #with<Result>(does: 'reads' | 'writes', work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    if (does === 'writes') await this.#replica.expect();
    const { client, pool } = await this.#client();
    const stopWatching = this.#watches.get(pool)!.during();
    let isLeft = false;
    const leave = () => {
      isLeft = true;
      // Fails running queries, whether or not the database responds.
      (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();
    };
    const stopLooking = does === 'writes' ? this.#replica.during(leave) : undefined;
    let isBroken = true;
    try {
      const result = await work(client);
      isBroken = false;
      return result;
    } catch (error) {
      // Errors from outside the database, and unique violations, leave the connection usable.
      isBroken = error instanceof StorageFailure && violated(error) === undefined;
      if (isBroken && isOfHost(error as StorageFailure)) this.#leave(pool);
      throw isLeft ? (this.#replica.failure() ?? error) : error;
    } finally {
      stopWatching();
      stopLooking?.();
      client.release(isBroken);
    }
  }

  /** A connection to a writable host: the last one used, or the next. */
  async #client(): Promise<{ readonly client: pg.PoolClient; readonly pool: pg.Pool }> {
    const { hosts } = this.#address;
    let failure: unknown;
    for (let tried = 0; tried < hosts.length; tried += 1) {
      if (this.#isClosed) throw new StorageFailure('The store is closed', 'failed');
      const pool = (this.#pool ??= this.#poolOf(hosts[this.#host % hosts.length]!));
      try {
        const client = await pool.connect();
        if (!this.#isDirect.has(client)) await this.#look(client);
        return { client, pool };
      } catch (error) {
        failure = error;
        // The host may hang or just be slow: one more pool is worth a try, but further ones would only slow it down.
        if (isBusy(error) && this.#pool === pool && this.#ending > 0)
          throw new StorageFailure('All connections to the database are busy', 'failed');
        this.#leave(pool);
      }
    }
    throw storageFailure(failure);
  }

  /** Checks which server a new connection reached. With several hosts, standbys are rejected. */
  async #look(client: pg.PoolClient): Promise<void> {
    try {
      const { rows } = await runQuery(client, { text: LOOK, query_timeout: SOON_MS });
      const { follows, pid } = rows[0] as { readonly follows: boolean; readonly pid: number };
      if (follows && this.#address.hosts.length > 1) throw new StorageFailure('The database is read-only', 'read-only');
      // Behind a pooler, this process id differs from the server's.
      this.#isDirect.set(client, (client as { readonly processID?: number }).processID === pid);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Switches to the next host, unless another caller already has. */
  #leave(pool: pg.Pool): void {
    if (this.#pool !== pool) return;
    this.#pool = undefined;
    this.#host += 1;
    this.#ending += 1;
    // Connections with running queries end after their responses.
    void pool
      .end()
      .catch(() => undefined)
      .finally(() => (this.#ending -= 1));
  }

  #poolOf({ host, port }: DatabaseAddress['hosts'][number]): pg.Pool {
    const { user, password, database, tls } = this.#address;
    const options = { host, port, user, password, database, ssl: clientTls(tls), types, keepAlive: true, application_name: 'laurels' };
    const watch = watchHost(options);
    const pool = new pg.Pool({
      ...options,
      stream: watch.newSocket,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 60_000,
      // Queries of one connection are pipelined and answered in order.
      pipeline: true,
    });
    this.#watches.set(pool, watch);
    // The next query on a broken connection reports the error.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }
}

/** Begins a long transaction without the commit lock. The database ends it, and releases its locks, after half a minute of silence. */
export const BEGIN_BESIDE = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 30000`;

/** How long a commit waits for others, in milliseconds. */
export const LOCK_MS = 8000;

/** How long a commit may take to become durable, in milliseconds, before its outcome is considered unknown. */
export const COMMIT_MS = 10_000;

async function runQuery(
  client: pg.PoolClient,
  query: pg.QueryConfig & { readonly query_timeout: number; readonly rowMode?: 'array' },
): Promise<pg.QueryResult> {
  try {
    return await client.query(query);
  } catch (error) {
    throw storageFailure(error);
  }
}

/** Whether no connection became free in time. Compares the message, since this error of pg-pool has no code. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

const FULL = '53100';
const READ_ONLY = '25006';

const UNIQUE_VIOLATION = '23505';

/** The violated unique constraint, if that was the failure: the row exists already, and nothing was written. */
export function violated(error: unknown): string | undefined {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly constraint?: string } };
  return error instanceof StorageFailure && cause?.code === UNIQUE_VIOLATION ? cause.constraint : undefined;
}

/** Converts an error of PostgreSQL, its client or the network. */
function storageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  const { code } = error as { readonly code?: string };
  const message = error instanceof Error && error.message !== '' ? error.message : String(code ?? error);
  const trouble = ({ [FULL]: 'full', [READ_ONLY]: 'read-only' } as const)[code ?? ''] ?? 'failed';
  return new StorageFailure(`The database cannot be used: ${certificateWords(code ?? '') ?? message}`, trouble, error);
}

/** Whether another host may work: this one is gone, stopping, or read-only. Not if the query itself was wrong. */
function isOfHost({ cause }: StorageFailure): boolean {
  const { code = '' } = (cause ?? {}) as { readonly code?: string };
  // SQLSTATE classes of connection errors, operator intervention and system errors; and errors without a SQLSTATE.
  return !/^[0-9A-Z]{5}$/.test(code) || code === READ_ONLY || /^(08|57|58)/.test(code);
}
