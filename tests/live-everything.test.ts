// Everything exported over HTTP and imported elsewhere: the servers there give the same answers.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ROOT } from '../scripts/tools/child-process.ts';
import { run } from '../src/cli/run.ts';
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from '../src/contract/api.ts';
import { type Endpoint, targetOf } from '../src/contract/endpoint.ts';
import { type LiveServer, startLive } from '../src/main/serve/start-live.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { securityHeaders } from '../src/server/http/security-headers.ts';
import { freshDatabase, type FreshDatabase } from './fresh-database.ts';

const PLAYED = Date.parse('2026-03-16T12:00:00Z');
const NOW = Date.parse('2026-03-20T12:00:00Z');

let now: number;
let folder: string;
let database: FreshDatabase;
let servers: LiveServer[];

beforeEach(() => {
  now = PLAYED;
  folder = mkdtempSync(join(tmpdir(), 'laurels-everything-'));
  database = freshDatabase();
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  database.drop();
  rmSync(folder, { recursive: true });
});

type Place = Readonly<Record<'LAURELS_DATA' | 'LAURELS_DATABASE', string>> | Readonly<Record<string, string>>;

async function laurels(place: Place, ...args: string[]): Promise<string> {
  let out = '';
  const said = { write: (text: string) => (out += text) };
  const code = await run(args, { stdout: said, stderr: said, env: place, cwd: folder, clock: () => now });
  expect([args, code === 0 ? '' : out]).toEqual([args, '']);
  return out;
}

async function serve(place: Place): Promise<LiveServer> {
  const server = await startLive({
    settings: parseLiveSettings({
      PORT: '0',
      LAURELS_THREADS: '1',
      LAURELS_RATE_LIMIT: 'off',
      LAURELS_API_KEY: 'lk_'.padEnd(46, 'k'),
      ...place,
    }),
    pages: () => () => Promise.reject(new Error('no pages are asked for')),
    headers: securityHeaders({ scriptHashes: [], styleHashes: [] }),
    clock: () => now,
    steady: () => now,
    log: () => {},
  });
  servers.push(server);
  return server;
}

const KEY = { authorization: `Bearer ${'lk_'.padEnd(46, 'k')}` };

/** Answers that depend on the process, or are left out of the export on purpose. */
const NOT_COMPARED: ReadonlySet<EndpointId> = new Set(['openapi', 'overview', 'settings', 'work', 'backups', 'invitations']);

/** The answers to every readable endpoint, by URL. The last use of a key is masked, because this request is it. */
async function answersOf({ url }: LiveServer): Promise<ReadonlyMap<string, string>> {
  const call = createApiClient(ENDPOINTS, { origin: url, key: KEY.authorization.slice('Bearer '.length) });
  const payout = (await call('payouts', { query: {} })).payouts[0]!.id;
  const answers = new Map<string, string>();
  for (const id of ENDPOINT_IDS) {
    const endpoint: Endpoint = ENDPOINTS[id];
    if (endpoint.method !== 'GET' || endpoint.role === 'none' || NOT_COMPARED.has(id)) continue;
    // Files and streams.
    if (endpoint.answers[200]?.contentType !== undefined) continue;
    for (const board of endpoint.path.includes('{board}') ? ['main', 'secret'] : [''])
      for (const username of endpoint.path.includes('{username}') ? ['lewis-hamilton', 'hidden'] : [''])
        for (const period of endpoint.query !== undefined && JSON.stringify(endpoint.query).includes('daily')
          ? ['', 'daily', 'monthly']
          : ['']) {
          const variables = { board, username, payout, webhook: 'ours' };
          const target = targetOf(endpoint, { ...variables, query: period === '' ? {} : { period, at: '2026-03-16' } });
          const answer = await fetch(url + target, { headers: KEY });
          const body = (await answer.text()).replaceAll(/"lastUsed":"[^"]*"/g, '"lastUsed":"…"');
          answers.set(target, `${answer.status} ${body}`);
        }
  }
  return answers;
}

/** Masks cursors and ledger numbers, which differ between databases. */
function withoutNumbers(answers: ReadonlyMap<string, string>) {
  return new Map(Array.from(answers, ([target, answer]) => [target, answer.replaceAll(/"(?:next|mark|number)":"?[\w-]+"?/g, '')]));
}

async function download({ url }: LiveServer, name: string): Promise<void> {
  const head = await fetch(`${url}/api/v1/everything`, { method: 'HEAD', headers: KEY });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const answer = await fetch(`${url}/api/v1/everything`, { headers: KEY });
  const disposition = answer.headers.get('content-disposition');
  expect([answer.status, disposition]).toEqual([200, 'attachment; filename="laurels-20260320T120000Z.tar.gz"']);
  writeFileSync(join(folder, name), Buffer.from(await answer.arrayBuffer()));
}

test('a server on a folder, then on PostgreSQL, then on a folder again gives the same answers', { timeout: 120_000 }, async () => {
  const first = { LAURELS_DATA: join(folder, 'first') };
  const points = `id,at,username,points\nx,2026-03-16T09:00:00Z,lewis-hamilton,30\ny,2026-03-16T10:00:00Z,max-verstappen,20\nz,2026-03-16T10:00:00Z,hidden,10\nw,2026-03-16T11:00:00Z,hidden,1\n`;
  writeFileSync(join(folder, 'points.csv'), points);
  await laurels(first, 'boards', 'add', 'secret', '--private', '--unit', 'time');
  await laurels(first, 'catalogue', 'set', join(ROOT, 'docs/examples/catalogue.json'));
  await laurels(first, 'appearance', 'set', join(ROOT, 'docs/examples/appearance.json'));
  await laurels(first, 'import', 'points.csv');
  await laurels(first, 'import', 'points.csv', '--board', 'secret');
  await laurels(first, 'keys', 'add', 'game', '--max-points', '5');
  await laurels(first, 'webhooks', 'add', 'ours', 'https://example.com/hook');
  await laurels(first, 'webhooks', 'off', 'ours');
  await laurels(first, 'operators', 'invite', '--role', 'viewer', '--name', 'Ada');
  await laurels(first, 'events', 'void', 'w', '--reason', 'Sent twice');
  now = NOW;
  const server = await serve(first);
  await expect.poll(() => laurels(first, 'payouts', 'list', '--board', 'secret')).toContain('lewis-hamilton');
  await laurels(first, 'players', 'hide', 'hidden');
  await laurels(first, 'boards', 'limits', 'main', '--event', '50');
  // The end of a review is recorded after its prizes.
  const audit = async () => (await fetch(`${server.url}/api/v1/audit`, { headers: KEY })).text();
  await expect.poll(audit).not.toContain('under review');
  const answers = await answersOf(server);
  expect([...answers.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(60);

  await download(server, 'first.tar.gz');
  await expect.poll(() => readdirSync(join(folder, 'first', 'exporting'))).toEqual([]);
  expect(await laurels(first, 'audit', '--act', 'export-everything')).toContain('laurels-20260320T120000Z.tar.gz');

  let archive = 'first.tar.gz';
  const places = { second: { LAURELS_DATABASE: await database.url() }, third: { LAURELS_DATA: join(folder, 'third') } };
  for (const [name, place] of Object.entries(places)) {
    await laurels(place, 'import', archive);
    const there = await serve(place);
    expect(withoutNumbers(await answersOf(there))).toEqual(withoutNumbers(answers));
    await download(there, (archive = `${name}.tar.gz`));
  }
  const said = await laurels(places.third, 'export', 'everything', 'last.tgz');
  expect(said).toMatch(/last\.tgz: 8 events, \d+ KiB\. It has all names and webhook keys: keep it private\./);
  await Promise.all(servers.splice(0).map((one) => one.stop()));
  expect(existsSync(join(folder, 'first', 'exporting'))).toBe(false);
});
