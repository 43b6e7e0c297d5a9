import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApi } from '../../src/server/api/handlers/live-api.ts';
import { createRateLimits } from '../../src/server/api/rate-limit.ts';
import { CurrentAppearance } from '../../src/server/appearance/current-appearance.ts';
import { closeOnce } from '../../src/server/boards/closing.ts';
import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import { createNodeServer, httpRequestOf, sendAnswer } from '../../src/server/http/node-http.ts';
import { trialOperators } from '../../src/server/api/trial-api.suite.ts';
import { openMemoryStore } from '../oracle/memory-store.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import { postgresPlace } from '../../src/server/store/postgres/postgres-place.suite.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';

const TOKEN = 'everything-is-allowed-to-me';

const OF_CONNECTION = new Set(['date', 'connection', 'keep-alive']);
const OF_OWN_BODY = new Set(['content-length', 'etag']);

/** A placeholder for the latest import, whose id differs between servers. */
export const ANY_IMPORT = '0'.repeat(16);

/** A placeholder for the end of the last page of a receipt: ledger positions differ between databases. */
export const ANY_SEQ = '999999999';

const PLACE_IN_LEDGER = /(?<before>"next":"(?:\d+-)?)(?<place>\d+)(?=d?")/;

/** A request sent to every server. */
interface Asked {
  readonly method: string;
  readonly target: string;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Answered {
  readonly status: number;
  /** All headers except those of the connection, sorted by name. */
  readonly headers: string;
  readonly body: string;
}

/** One server, or several on one database, over HTTP; requests go round-robin. */
export interface Answering {
  readonly name: string;
  ask(request: Asked): Promise<Answered>;
  /** Closes ended periods, and returns the new log lines. */
  close(): Promise<readonly string[]>;
  /** The findings of the store's audit. */
  differences(): Promise<readonly string[]>;
  end(): Promise<void>;
}

type Kind = 'memory' | 'SQLite' | 'PostgreSQL';

/** One server for each kind of store; on PostgreSQL, two processes share a database. `clock` returns epoch milliseconds. */
export function startAnswering(kinds: readonly Kind[], clock: () => number): Promise<readonly Answering[]> {
  return Promise.all(
    kinds.map(async (kind) => {
      if (kind === 'memory') return answering(kind, [await openMemoryStore()], clock);
      if (kind === 'SQLite') {
        const folder = mkdtempSync(join(tmpdir(), 'laurels-answering-'));
        return answering(kind, [await openSqliteStore(folder)], clock, () => rmSync(folder, { recursive: true }));
      }
      const place = postgresPlace();
      return answering(kind, [await place.open(), await place.open()], clock, place.remove);
    }),
  );
}

async function answering(name: string, stores: readonly PointsStore[], clock: () => number, remove = () => {}): Promise<Answering> {
  const logged: string[] = [];
  const processes: Process[] = [];
  for (const store of stores) processes.push(await startProcess(store, clock, (text) => logged.push(text)));
  let calls = 0;
  let importId = ANY_IMPORT;
  let seq = ANY_SEQ;
  const next = async () => {
    const process = processes[(calls += 1) % processes.length]!;
    // Like a client that reports its position.
    await process.store.catchUp();
    return process;
  };
  return {
    name,
    async ask(request) {
      const target = request.target.replace(ANY_IMPORT, importId).replace(ANY_SEQ, seq);
      const { body, ...answer } = await (await next()).ask({ ...request, target });
      importId = /"import":\{"id":"([0-9a-f]{16})"/.exec(body)?.[1] ?? importId;
      seq = PLACE_IN_LEDGER.exec(body)?.groups?.['place'] ?? seq;
      return { ...answer, body: body.replaceAll(importId, ANY_IMPORT).replace(PLACE_IN_LEDGER, `$<before>${ANY_SEQ}`) };
    },
    async close() {
      await (await next()).close();
      return logged.splice(0);
    },
    differences: async () => (await (await next()).store.verify()).differences,
    async end() {
      await Promise.all(processes.map((process) => process.end()));
      remove();
    },
  };
}

type Process = Pick<Answering, 'ask' | 'end'> & { readonly store: PointsStore; close(): Promise<void> };

async function startProcess(store: PointsStore, clock: () => number, log: (text: string) => void): Promise<Process> {
  const boards = await LiveBoards.open(store, { clock, graceMs: 60_000 });
  const api = createApi({
    boards,
    readiness: async () => [],
    appearance: await CurrentAppearance.open(store, boards),
    keys: { check: () => ({ state: 'in use', key: { id: 'all', name: 'all', role: 'owner', bounds: {} } }) },
    operators: trialOperators(store, clock),
    limits: createRateLimits('off', clock),
    clock,
    outages: { refused: ({ message }) => log(message) },
    log,
  });
  const server = createNodeServer([], (incoming, outgoing) => {
    void api(httpRequestOf(incoming)).then((answer) => sendAnswer(answer, outgoing, []));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    store,
    async ask({ method, target, body, headers }: Asked): Promise<Answered> {
      const answer = await fetch(url + target, {
        method,
        headers: { ...headers, authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      // Each database has its own positions, so their lengths and entity tags differ.
      const hasOwn = text.includes(store.history) || PLACE_IN_LEDGER.test(text);
      const told = [...answer.headers].filter(([name]) => !OF_CONNECTION.has(name) && !(hasOwn && OF_OWN_BODY.has(name)));
      return {
        status: answer.status,
        headers: told.map((header) => header.join(': ')).join('\n'),
        body: text.replaceAll(new RegExp(`${store.history}-\\d+`, 'g'), 'mark'),
      };
    },
    close: () => closeOnce(boards, log),
    async end() {
      server.closeAllConnections();
      server.close();
      await boards.commits.settled();
      await store.close();
    },
  };
}
