import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { NODE, ROOT } from '../scripts/tools/child-process.ts';
import { freePort } from '../scripts/tools/free-port.ts';
import { serverAccount } from '../scripts/tools/postgres/find-postgres.ts';
import { type PostgresServer, startPostgres } from '../scripts/tools/postgres/postgres-server.ts';
import { askOnce } from '../scripts/tools/postgres/ask-once.ts';
import { standInBuild } from './live/shutdown.ts';

let server: PostgresServer;
let folder: string;
let build: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-live-database-'));
  build = standInBuild(folder);
  server = await startPostgres({ durable: false });
});

afterAll(async () => {
  await server.discard();
  rmSync(folder, { recursive: true });
});

/** Starts a live server that must fail to start. */
function serve(env: NodeJS.ProcessEnv) {
  const child = spawn(NODE, ['src/laurels.mjs', 'serve'], {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', BUILD_DIR: build, LAURELS_DATA: '', ...env },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    // Output means that it started, so it does not end by itself.
    child.kill();
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise<{ code: number | null; output: string; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output, errors })),
  );
}

/** The server's address with some parts changed. */
function address(change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port' | 'search'>>): string {
  return Object.assign(new URL(server.url), change).href;
}

/** Creates a database as a superuser, with these statements. */
async function make(name: string, options = '', ...statements: readonly string[]): Promise<string> {
  await askOnce(server.adminUrl, `CREATE DATABASE ${name} ${options}`);
  const url = Object.assign(new URL(server.adminUrl), { pathname: name }).href;
  for (const each of statements) await askOnce(url, each);
  return address({ pathname: name });
}

/** All table names of a database. */
const tablesIn = async (name: string) =>
  (
    await askOnce(
      Object.assign(new URL(server.adminUrl), { pathname: name }).href,
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
    )
  ).map(({ relname }) => relname);

/** The one-line error for an address. */
async function refused(env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output, errors } = await serve(env);
  expect({ code, output, errors }).toEqual({ code: 1, output: '', errors: expect.stringMatching(/^[^\n]+\n$/) as string });
  expect(errors).not.toContain(new URL(server.url).password);
  return errors;
}

describe('one line on stderr, exit code 1, and no changes', () => {
  it('for a wrong password', async () => {
    expect(await refused({ LAURELS_DATABASE: address({ password: 'hunter2' }) })).toMatch(/password/);
    expect(await tablesIn('laurels')).toEqual([]);
  });

  it('for an unknown user or database', async () => {
    expect(await refused({ LAURELS_DATABASE: address({ username: 'nobody-here' }) })).toMatch(/nobody-here|password/);
    expect(await refused({ LAURELS_DATABASE: address({ pathname: 'no_such_game' }) })).toMatch(/no_such_game/);
  });

  it('for a server that is not running', async () => {
    const port = String(await freePort());
    expect(await refused({ LAURELS_DATABASE: address({ port }) })).toContain(port);
  });

  it('for a server without the required certificate', async () => {
    expect(await refused({ LAURELS_DATABASE: address({ search: 'sslmode=verify-full' }) })).toMatch(/SSL|TLS/);
    expect(await tablesIn('laurels')).toEqual([]);
  });

  it('for a database without permission to create tables', async () => {
    expect(await refused({ LAURELS_DATABASE: await make('locked') })).toMatch(/permission|may not|rights/);
    expect(await tablesIn('locked')).toEqual([]);
  });

  it('for another program’s database', async () => {
    const url = await make('shop', '', 'ALTER SCHEMA public OWNER TO laurels', 'CREATE TABLE orders (a int)');
    expect(await refused({ LAURELS_DATABASE: url })).toContain('orders');
    expect(await tablesIn('shop')).toEqual(['orders']);
  });

  it.each([2, 99])('for a database of schema version %i, written by another version of Laurels', async (version) => {
    const name = `of_version_${version}`;
    const table = 'CREATE TABLE laurels (version integer, history text, position bigint)';
    const url = await make(name, '', table, `INSERT INTO laurels VALUES (${version}, 'a', 1)`, 'GRANT SELECT ON laurels TO laurels');
    expect(await refused({ LAURELS_DATABASE: url })).toMatch(
      new RegExp(
        `version ${version}, and this program reads only versions 3 and 4\\. It was not changed\\. Use the version of Laurels that wrote it`,
      ),
    );
    expect(await tablesIn(name)).toEqual(['laurels']);
  });

  it('for a database that cannot store every text', async () => {
    const url = await make('latin', "OWNER laurels TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'");
    expect(await refused({ LAURELS_DATABASE: url })).toContain('UTF8');
    expect(await tablesIn('latin')).toEqual([]);
  });

  it('for a read-only database', async () => {
    const url = await make('archive', 'OWNER laurels', 'ALTER DATABASE archive SET default_transaction_read_only = on');
    expect(await refused({ LAURELS_DATABASE: url })).toMatch(/read-only/);
    expect(await tablesIn('archive')).toEqual([]);
  });

  it('for a database that may lose acknowledged points', async () => {
    const url = await make('hasty', 'OWNER laurels', 'ALTER DATABASE hasty SET synchronous_commit = off');
    expect(await refused({ LAURELS_DATABASE: url })).toContain('synchronous_commit');
    expect(await tablesIn('hasty')).toEqual([]);
  });

  it('for a database whose transactions do not see other commits', async () => {
    const url = await make('still', 'OWNER laurels', "ALTER DATABASE still SET default_transaction_isolation = 'repeatable read'");
    expect(await refused({ LAURELS_DATABASE: url })).toContain('default_transaction_isolation');
    expect(await tablesIn('still')).toEqual([]);
  });

  it('for a folder and a database at once', async () => {
    const { code, output, errors } = await serve({ LAURELS_DATA: join(folder, 'data'), LAURELS_DATABASE: server.url });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain('LAURELS_DATA and LAURELS_DATABASE are both set');
    expect(await tablesIn('laurels')).toEqual([]);
  });
});

describe.runIf(spawnSync('openssl', ['version']).status === 0)('over TLS', () => {
  let secure: PostgresServer;
  const [own, others, garbage] = ['own.crt', 'others.crt', 'garbage.crt'].map((name) => () => join(folder, name));

  beforeAll(async () => {
    for (const name of ['own', 'others']) {
      const made = ['-nodes', '-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`), '-days', '2'];
      const named = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost'];
      execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...made, ...named], { stdio: 'ignore' });
    }
    writeFileSync(garbage!(), 'no certificate');
    const key = join(folder, 'own.key');
    chmodSync(folder, 0o711);
    chmodSync(key, 0o600);
    const { uid, gid } = serverAccount();
    if (uid !== undefined && gid !== undefined) chownSync(key, uid, gid);
    secure = await startPostgres({ durable: false, settings: { ssl: 'on', ssl_cert_file: own!(), ssl_key_file: key } });
  });

  afterAll(() => secure.discard());

  /** The address of the server with a certificate for `localhost`. */
  const at = (hostname: string, search: string) => ({ LAURELS_DATABASE: Object.assign(new URL(secure.url), { hostname, search }).href });

  it.each([
    ['localhost', () => `sslmode=verify-full&sslrootcert=${own!()}`],
    ['127.0.0.1', () => `sslmode=verify-ca&sslrootcert=${own!()}`],
    ['127.0.0.1', () => 'sslmode=require'],
  ])('a server with the right certificate is accepted: %s', async (host, search) => {
    expect(await serve(at(host, search()))).toMatchObject({ output: expect.stringContaining(', live edition: http') as string });
  });

  it.each([
    ['an authority that did not sign it', 'localhost', () => `sslmode=verify-full&sslrootcert=${others!()}`, /authority.*sslrootcert/],
    ['the same, whatever the name', 'localhost', () => `sslmode=verify-ca&sslrootcert=${others!()}`, /authority.*sslrootcert/],
    ['authorities that everybody knows', 'localhost', () => 'sslmode=verify-full', /authority.*sslrootcert/],
    ['another name', '127.0.0.1', () => `sslmode=verify-full&sslrootcert=${own!()}`, /certificate is not for this host/],
    ['a file that is not there', 'localhost', () => 'sslmode=verify-full&sslrootcert=/nowhere.crt', /\/nowhere\.crt/],
    ['a file that is no certificate', 'localhost', () => `sslmode=verify-full&sslrootcert=${garbage!()}`, /garbage\.crt/],
  ])('one line, exit code 1: %s', async (_, host, search, why) => {
    expect(await refused(at(host, search()))).toMatch(why);
  });

  it.each(['require', 'verify-ca', 'verify-full'])('one line, exit code 1: sslmode=%s and a server without TLS', async (mode) => {
    expect(await refused({ LAURELS_DATABASE: address({ search: `sslmode=${mode}` }) })).toMatch(/SSL|TLS/);
    expect(await tablesIn('laurels')).toEqual([]);
  });
});
