import pg from 'pg';

/** An empty database of PostgreSQL that nobody else uses. */
export interface FreshDatabase {
  /** Its address. It is made when this is first asked for. */
  url(): Promise<string>;
  /** Throws it away, soon; whoever is still connected is cut off. */
  drop(): void;
}

/** What the names of all databases of this run begin with. */
const ofThisRun = () => `laurels_test_${process.env['LAURELS_TEST_SEED']}_`;

/** How often a database that is busy is tried to be dropped. */
const DROP_TRIES = 5;

let made = 0;
let server: pg.Pool | undefined;

/** @throws {Error} if this run has no PostgreSQL. */
export function freshDatabase(): FreshDatabase {
  const url = new URL(serverUrl());
  const name = `${ofThisRun()}${process.pid}_${(made += 1)}`;
  url.pathname = name;
  let created: Promise<string> | undefined;
  return {
    url: () => (created ??= ask(`CREATE DATABASE ${name} TEMPLATE template0`).then(() => url.href)),
    drop: () => void created?.then(() => dropped(name)).catch(() => undefined),
  };
}

/** Drops a database. PostgreSQL refuses that while it vacuums it; one that it goes on refusing is dropped at the end of the run. */
async function dropped(name: string): Promise<void> {
  for (let tries = DROP_TRIES; tries > 0; tries -= 1) {
    try {
      await ask(`DROP DATABASE ${name} WITH (FORCE)`);
      return;
    } catch {
      // PostgreSQL has waited for five seconds itself.
    }
  }
}

/** Throws away what tests of this run left behind on a server that goes on. */
export async function dropLeftDatabases(): Promise<void> {
  const { rows } = await ask(`SELECT datname FROM pg_database WHERE starts_with(datname, '${ofThisRun()}')`);
  for (const { datname } of rows as { datname: string }[]) await ask(`DROP DATABASE ${datname} WITH (FORCE)`);
}

/** The PostgreSQL of this test run: see unit-run.ts. */
function serverUrl(): string {
  const url = process.env['LAURELS_TEST_POSTGRES'];
  if (url === undefined) throw new Error('This test run has no PostgreSQL. Why, stands at its beginning.');
  return url;
}

/** One after the other: the server makes databases no faster at the same time. */
function ask(sql: string): Promise<pg.QueryResult> {
  server ??= new pg.Pool({ connectionString: serverUrl(), max: 1, allowExitOnIdle: true });
  return server.query(sql);
}
