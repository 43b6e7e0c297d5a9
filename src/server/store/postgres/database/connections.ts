import type { Socket } from 'node:net';

import pg from 'pg';

import type { Asking as AnyAsking } from '../../held/asking.ts';
import { StorageFailure } from '../../points-store.ts';
import { certificateWords, clientTls, type DatabaseAddress } from './database-address.ts';
import { type HostWatch, watchHost } from './host-watch.ts';
import { watchReplica } from './replica-watch.ts';

/** How long a connection may take to be made, in milliseconds. */
const CONNECT_MS = 3000;

/** How long a question may take that costs next to nothing, in milliseconds: after that its server is taken for gone. */
export const SOON_MS = 3000;

/** How long anything else may take, in milliseconds. */
const QUESTION_MS = 60_000;

/** Connections of one process: one that commits, one that follows, some that read. At most as many again while slow ones end. */
const MOST_CONNECTIONS = 6;

/** What a connection leads to. */
const LOOK = 'SELECT pg_is_in_recovery() AS follows, pg_backend_pid() AS pid';

/** Begins a transaction that sees the database as it is at one moment. */
export const ONE_MOMENT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const INT8 = 20;

/** Whole numbers of the schema are all exact as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format: 'text' | 'binary' = 'text') =>
    oid === INT8 && format === 'text' ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/**
 * A statement that is asked again and again. Each connection plans it once, by its name; behind a pooler, whose connections
 * forget names, it is planned each time.
 */
export interface Planned {
  readonly name: string;
  readonly text: string;
}

/** Asks a connection in a transaction, or any connection. */
export interface Asking extends AnyAsking {
  rows<Row extends object>(sql: string | Planned, values?: readonly unknown[], limitMs?: number): Promise<readonly Row[]>;
}

/** A transaction. What is not committed is taken back at its end. */
export interface Transaction extends Asking {
  /** Makes it durable, once everything was written that was asked before. If that fails nobody knows whether it is: rejects, and it may be there. */
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
  readonly #watches = new WeakMap<pg.Pool, HostWatch>();
  readonly #replica = watchReplica(this);
  /** Those that were asked what they lead to, and whether that is the server itself. */
  readonly #isDirect = new WeakMap<pg.PoolClient, boolean>();

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  rows<Row extends object>(sql: string | Planned, values: readonly unknown[] = [], limitMs?: number): Promise<readonly Row[]> {
    return this.#with('reads', (client) => this.#asking(client).rows<Row>(sql, values, limitMs));
  }

  columns<Row extends readonly unknown[]>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#with('reads', (client) => this.#asking(client).columns<Row>(sql, values));
  }

  /** As {@link rows}, for a statement that is a commit of its own. */
  write<Row extends object>(sql: string | Planned, values: readonly unknown[] = [], limitMs?: number): Promise<readonly Row[]> {
    return this.#with('writes', (client) => this.#asking(client).rows<Row>(sql, values, limitMs));
  }

  /**
   * Does `work` in a transaction of its own, with what `first` asks for: that is sent together with `begin`. Where it
   * rejects, nothing is left of it.
   */
  transaction<Result, First = void>(
    begin: string,
    work: (asking: Transaction, first: First) => Promise<Result>,
    first?: (asking: Asking) => Promise<First>,
  ): Promise<Result> {
    return this.#with(begin === ONE_MOMENT ? 'reads' : 'writes', async (client) => {
      const own = this.#asking(client);
      const end = { state: 'open' };
      const within: Transaction = {
        ...own,
        async commit() {
          end.state = 'committing';
          await asked(client, { text: 'COMMIT', query_timeout: COMMIT_MS });
        },
      };
      try {
        const begun = asked(client, { text: begin, query_timeout: LOCK_MS + SOON_MS });
        const [, found] = await Promise.all([begun, first?.(own)]);
        return await work(within, found as First);
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

  #asking(client: pg.PoolClient): Asking {
    const statement = (sql: string | Planned) => {
      if (typeof sql === 'string') return { text: sql };
      return this.#isDirect.get(client) === true ? sql : { text: sql.text };
    };
    return {
      async rows<Row extends object>(sql: string | Planned, values: readonly unknown[] = [], limitMs = QUESTION_MS) {
        return (await asked(client, { ...statement(sql), values: [...values], query_timeout: limitMs })).rows as readonly Row[];
      },
      async columns<Row extends readonly unknown[]>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
        const found = await asked(client, { text, values: [...values], rowMode: 'array', query_timeout: QUESTION_MS });
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
      // Fails what is asked, whatever the database makes of it.
      (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();
    };
    const stopLooking = does === 'writes' ? this.#replica.during(leave) : undefined;
    let isBroken = true;
    try {
      const result = await work(client);
      isBroken = false;
      return result;
    } catch (error) {
      // What is no trouble of the database leaves the connection as it was, and so does a row that may not be there.
      isBroken = error instanceof StorageFailure && violated(error) === undefined;
      if (isBroken && isOfHost(error as StorageFailure)) this.#leave(pool);
      throw isLeft ? (this.#replica.failure() ?? error) : error;
    } finally {
      stopWatching();
      stopLooking?.();
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
        if (!this.#isDirect.has(client)) await this.#look(client);
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

  /** Finds out what a new connection leads to. Of several hosts those that follow another one are passed over. */
  async #look(client: pg.PoolClient): Promise<void> {
    try {
      const { rows } = await asked(client, { text: LOOK, query_timeout: SOON_MS });
      const { follows, pid } = rows[0] as { readonly follows: boolean; readonly pid: number };
      if (follows && this.#address.hosts.length > 1) throw new StorageFailure('The database may not be written to', 'read-only');
      // A pooler gives its own number for the server's process.
      this.#isDirect.set(client, (client as { readonly processID?: number }).processID === pid);
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
    const options = { host, port, user, password, database, ssl: clientTls(tls), types, keepAlive: true, application_name: 'laurels' };
    const watch = watchHost(options);
    const pool = new pg.Pool({
      ...options,
      stream: watch.newSocket,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 60_000,
      // What is asked of one connection is sent at once, and answered in order.
      pipeline: true,
    });
    this.#watches.set(pool, watch);
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
export const COMMIT_MS = 10_000;

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

const FULL = '53100';
const READ_ONLY = '25006';

const UNIQUE_VIOLATION = '23505';

/** The name of what makes a row unique, where that was the trouble: there is one already, and nothing was written. */
export function violated(error: unknown): string | undefined {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly constraint?: string } };
  return error instanceof StorageFailure && cause?.code === UNIQUE_VIOLATION ? cause.constraint : undefined;
}

/** What PostgreSQL, its client or the network says, in the words of the seam. */
function storageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  const { code } = error as { readonly code?: string };
  const said = error instanceof Error && error.message !== '' ? error.message : String(code ?? error);
  const trouble = ({ [FULL]: 'full', [READ_ONLY]: 'read-only' } as const)[code ?? ''] ?? 'failed';
  return new StorageFailure(`The database cannot be used: ${certificateWords(code ?? '') ?? said}`, trouble, error);
}

/** Whether another host may do better: this one is gone, stops, or may not be written to. Not if the question was wrong. */
function isOfHost({ cause }: StorageFailure): boolean {
  const { code = '' } = (cause ?? {}) as { readonly code?: string };
  // Of SQL: the classes of connections, of operators' acts and of lacking resources; and what has no class at all.
  return !/^[0-9A-Z]{5}$/.test(code) || code === READ_ONLY || /^(08|57|58)/.test(code);
}
