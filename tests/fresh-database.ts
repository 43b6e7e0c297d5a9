import pg from 'pg';

/** A PostgreSQL database for one caller. */
export interface FreshDatabase {
  /** Its URL. The database is created on first use. */
  url(): Promise<string>;
  /** Drops the database soon; remaining connections are cut. */
  drop(): void;
}

/** The common prefix of this run's databases. */
const ofThisRun = () => `laurels_test_${process.env['LAURELS_TEST_SEED']}_`;

/** How often to try dropping a busy database. */
const DROP_TRIES = 5;

let made = 0;
let server: pg.Pool | undefined;
/** Whether the server runs without fsync. */
let isHasty: Promise<boolean> | undefined;
/** The names of template databases, by the function that filled them. */
const originals = new Map<(url: string) => Promise<void>, Promise<string>>();

/**
 * @param filled fills the template from which each database is copied. Empty by default.
 * @throws {Error} if this run has no PostgreSQL.
 */
export function freshDatabase(filled?: (url: string) => Promise<void>): FreshDatabase {
  const { name, url } = newName();
  let created: Promise<string> | undefined;
  return {
    url: () => (created ??= copyOf(filled === undefined ? 'template0' : filledBy(filled), name).then(() => url)),
    drop: () => void created?.then(() => dropped(name)).catch(() => undefined),
  };
}

function newName(): { readonly name: string; readonly url: string } {
  const url = new URL(serverUrl());
  const name = `${ofThisRun()}${process.pid}_${(made += 1)}`;
  url.pathname = name;
  return { name, url: url.href };
}

/** The name of a template database, filled once. It exists until the server or the run ends. */
function filledBy(fill: (url: string) => Promise<void>): Promise<string> {
  let original = originals.get(fill);
  if (original === undefined) {
    const { name, url } = newName();
    original = copyOf('template0', name)
      .then(() => fill(url))
      .then(() => name);
    originals.set(fill, original);
  }
  return original;
}

async function copyOf(original: string | Promise<string>, name: string): Promise<void> {
  // Copying files takes only a third of the work, but waits until the whole server's data is on disk.
  isHasty ??= ask("SELECT 1 FROM pg_settings WHERE name = 'fsync' AND setting = 'off'").then(({ rows }) => rows.length > 0);
  await ask(`CREATE DATABASE ${name} TEMPLATE ${await original}${(await isHasty) ? ' STRATEGY file_copy' : ''}`);
}

/** Drops a database. PostgreSQL refuses while it is vacuuming the database; one still refused is dropped at the end of the run. */
async function dropped(name: string): Promise<void> {
  for (let tries = DROP_TRIES; tries > 0; tries -= 1) {
    try {
      await ask(`DROP DATABASE ${name} WITH (FORCE)`);
      return;
    } catch {
      // PostgreSQL itself has waited for five seconds.
    }
  }
}

/** Drops databases that the run's tests left behind on a server that stays up. */
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

/** Sequential: creating databases concurrently is no faster. */
function ask(sql: string): Promise<pg.QueryResult> {
  server ??= new pg.Pool({ connectionString: serverUrl(), max: 1, allowExitOnIdle: true });
  return server.query(sql);
}
