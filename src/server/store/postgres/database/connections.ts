import pg from 'pg';

import { StorageFailure, type StorageTrouble } from '../../points-store.ts';
import { clientTls, type DatabaseAddress } from './database-address.ts';

/** How long a connection may take to be made, in milliseconds. */
const CONNECT_MS = 3000;

/** How long a question may take that costs next to nothing, in milliseconds: after that its server is taken for gone. */
export const SOON_MS = 3000;

/** How long anything else may take, in milliseconds. */
const QUESTION_MS = 60_000;

/** Connections of one process: one that commits, one that follows, some that read. At most as many again while slow ones end. */
const MOST_CONNECTIONS = 6;

/** Begins a transaction that sees the database as it is at one moment. */
export const ONE_MOMENT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const INT8 = 20;

/** Whole numbers of the schema are all exact as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format: 'text' | 'binary' = 'text') =>
    oid === INT8 && format === 'text' ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** What questions are asked of: a connection in a transaction, or any connection. */
export interface Asking {
  /** Rows as objects. Rejects with a {@link StorageFailure}. */
  rows<Row extends object>(sql: string, values?: readonly unknown[], limitMs?: number): Promise<readonly Row[]>;
  /** Rows as arrays of columns. Rejects with a {@link StorageFailure}. */
  columns<Row extends readonly unknown[]>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** A transaction. What is not committed is taken back at its end. */
export interface Transaction extends Asking {
  /** What the last of the statements that began it answered. */
  readonly begun: readonly object[];
  /** Makes it durable. If that fails nobody knows whether it is: rejects, and it may be there. */
  commit(): Promise<void>;
}

/** Connections to the first of some hosts that may be written to. What fails is connected anew. */
export class Connections implements Asking {
  readonly #address: DatabaseAddress;
  #host = 0;
  #pool: pg.Pool | undefined;
  /** Pools that were left, and have connections that are still asked something. */
  #ending = 0;
  #isClosed = false;
  /** Those that were asked whether they may be written to. */
  readonly #writable = new WeakSet<pg.PoolClient>();

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  rows<Row extends object>(sql: string, values: readonly unknown[] = [], limitMs?: number): Promise<readonly Row[]> {
    return this.#with((client) => asking(client).rows<Row>(sql, values, limitMs));
  }

  columns<Row extends readonly unknown[]>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#with((client) => asking(client).columns<Row>(sql, values));
  }

  /** Does `work` in a transaction of its own. Where it rejects, nothing is left of it. */
  transaction<Result>(begin: string, work: (asking: Transaction) => Promise<Result>): Promise<Result> {
    return this.#with(async (client) => {
      // The last of some statements is the one that answers.
      const begun = (await asked(client, { text: begin, query_timeout: LOCK_MS + SOON_MS })) as pg.QueryResult | pg.QueryResult[];
      const last = Array.isArray(begun) ? begun.at(-1)! : begun;
      const end = { state: 'open' };
      const within: Transaction = {
        ...asking(client),
        begun: last.rows as object[],
        async commit() {
          end.state = 'committing';
          await asked(client, { text: 'COMMIT', query_timeout: COMMIT_MS });
        },
      };
      try {
        return await work(within);
      } finally {
        // A connection that failed is not used again, and the database ends what it had begun.
        if (end.state === 'open') await asked(client, { text: 'ROLLBACK', query_timeout: SOON_MS }).catch(() => undefined);
      }
    });
  }

  /** Ends all connections, once what is asked was answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  async #with<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const { client, pool } = await this.#client();
    let isBroken = true;
    try {
      const result = await work(client);
      isBroken = false;
      return result;
    } catch (error) {
      // What is no trouble of the database leaves the connection as it was.
      isBroken = error instanceof StorageFailure;
      if (isBroken && isOfHost(error as StorageFailure)) this.#leave(pool);
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  /** A connection to a host that may be written to: to the one used last, or to one after it. */
  async #client(): Promise<{ readonly client: pg.PoolClient; readonly pool: pg.Pool }> {
    const { hosts } = this.#address;
    let failure: unknown;
    for (let tried = 0; tried < hosts.length; tried += 1) {
      if (this.#isClosed) throw new StorageFailure('The store is closed', 'failed');
      const pool = (this.#pool ??= this.#poolOf(hosts[this.#host % hosts.length]!));
      try {
        const client = await pool.connect();
        if (hosts.length > 1) await this.#expectWritable(client);
        return { client, pool };
      } catch (error) {
        failure = error;
        // Their host may hang, or be slow: another try is worth it once, and then more of them would make it slower.
        if (isBusy(error) && this.#pool === pool && this.#ending > 0)
          throw new StorageFailure('All connections to the database are busy', 'failed');
        this.#leave(pool);
      }
    }
    throw storageFailure(failure);
  }

  /** Of several hosts those that follow another one are passed over. */
  async #expectWritable(client: pg.PoolClient): Promise<void> {
    if (this.#writable.has(client)) return;
    try {
      const { rows } = await asked(client, { text: 'SELECT pg_is_in_recovery() AS follows', query_timeout: SOON_MS });
      if ((rows[0] as { readonly follows: boolean }).follows) throw new StorageFailure('The database may not be written to', 'read-only');
      this.#writable.add(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Goes on with the next host, unless somebody did before. */
  #leave(pool: pg.Pool): void {
    if (this.#pool !== pool) return;
    this.#pool = undefined;
    this.#host += 1;
    this.#ending += 1;
    // Those that are still asked something end with their answer.
    void pool
      .end()
      .catch(() => undefined)
      .finally(() => (this.#ending -= 1));
  }

  #poolOf({ host, port }: DatabaseAddress['hosts'][number]): pg.Pool {
    const { user, password, database, tls } = this.#address;
    const pool = new pg.Pool({
      host,
      port,
      user,
      password,
      database,
      ssl: clientTls(tls),
      types,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'laurels',
    });
    // A connection that breaks is noticed by whoever asks it next, whether it lies idle or somebody has it.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }
}

/**
 * Begins a transaction that takes its time beside the line of commits. A process that stands still in it for half a minute
 * loses it, and whatever it holds.
 */
export const BEGIN_BESIDE = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 30000`;

/** For how long a commit waits for others, in milliseconds. */
export const LOCK_MS = 8000;

/** How long a commit may take to be durable, in milliseconds: longer, and nobody knows whether it is. */
const COMMIT_MS = 10_000;

function asking(client: pg.PoolClient): Asking {
  return {
    async rows<Row extends object>(text: string, values: readonly unknown[] = [], limitMs = QUESTION_MS): Promise<readonly Row[]> {
      return (await asked(client, { text, values: [...values], query_timeout: limitMs })).rows as readonly Row[];
    },
    async columns<Row extends readonly unknown[]>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
      const found = await asked(client, { text, values: [...values], rowMode: 'array', query_timeout: QUESTION_MS });
      return found.rows;
    },
  };
}

async function asked(
  client: pg.PoolClient,
  query: pg.QueryConfig & { readonly query_timeout: number; readonly rowMode?: 'array' },
): Promise<pg.QueryResult> {
  try {
    return await client.query(query);
  } catch (error) {
    throw storageFailure(error);
  }
}

/** Whether none of the connections that there may be got free in time: the words of pg-pool, which has no code for it. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

const READ_ONLY = '25006';

/** What PostgreSQL, its client or the network says, in the words of the seam. */
function storageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  const { code } = error as { readonly code?: string };
  const message = error instanceof Error && error.message !== '' ? error.message : String(code ?? error);
  return new StorageFailure(`The database cannot be used: ${message}`, troubleOf(code), error);
}

function troubleOf(code = ''): StorageTrouble {
  if (code === '53100') return 'full';
  return code === READ_ONLY ? 'read-only' : 'failed';
}

/** Whether another host may do better: this one is gone, stops, or may not be written to. Not if the question was wrong. */
function isOfHost({ cause }: StorageFailure): boolean {
  const { code = '' } = (cause ?? {}) as { readonly code?: string };
  // Of SQL: the classes of connections, of operators' acts and of lacking resources; and what has no class at all.
  return !/^[0-9A-Z]{5}$/.test(code) || code === READ_ONLY || /^(08|57|58)/.test(code);
}
