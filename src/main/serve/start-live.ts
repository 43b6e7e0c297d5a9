import { mkdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

import { ENDPOINTS } from '../../contract/api.ts';
import { ApiKeys } from '../../server/operation/api-keys.ts';
import { callerOf } from '../../server/http/client-address.ts';
import { startClosing } from '../../server/boards/closing.ts';
import { CurrentCatalogue } from '../../server/boards/current-catalogue.ts';
import { ensureBoard } from '../../server/boards/default-board.ts';
import { failurePage } from '../../server/http/failure-page.ts';
import { ImportHolds } from '../../server/operation/import-holds.ts';
import { type HttpHandler, problemAnswer } from '../../server/http/http-message.ts';
import { createApi } from '../../server/api/live-api.ts';
import { LiveBoards } from '../../server/boards/live-boards.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { createNodeServer, httpRequestOf, sendAnswer, targetOf } from '../../server/http/node-http.ts';
import { Problem } from '../../server/http/problem.ts';
import { createPush } from '../../server/api/push.ts';
import { createRateLimits } from '../../server/api/rate-limit.ts';
import { announceServer } from '../../server/operation/running-server.ts';
import type { HeaderList } from '../../server/http/security-headers.ts';
import type { StaticFiles } from '../../server/http/static-files.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';

/** How long requests under way may take to finish once the server is told to stop, in milliseconds. */
const PATIENCE = 9_000;

/** How late a key revoked by another program may still pass, in milliseconds. */
const KEY_PATIENCE = 50;

/** Hosts that a browser on this machine reaches as `localhost`. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::']);

/** The name under which LAURELS_API_KEY is listed. */
const ENVIRONMENT_KEY = 'environment';

const API_PATH = /^\/(?:api|livez|readyz)(?=[/?]|$)/;
const EVENTS_PATH = /^\/api\/v1\/(?:boards\/([^/?]+)\/)?events(?:\?(.*))?$/;

export interface LiveParts {
  readonly settings: LiveSettings;
  /** Answers everything that is neither the API nor a file. */
  readonly pages: (boards: LiveBoards, catalogue: CurrentCatalogue) => HttpHandler;
  /** Served as they are. */
  readonly files?: StaticFiles;
  /** Of every response. */
  readonly headers: HeaderList;
  /** The time, in epoch milliseconds: `Date.now`, except in tests that need a certain hour. */
  readonly clock: () => number;
  readonly log: (text: string) => void;
}

export interface LiveServer {
  /** Where it listens, such as `http://localhost:3000`. */
  readonly url: string;
  /** The data folder, absolute. */
  readonly data: string;
  /** The key that was made because there was none: told now and never again. */
  readonly firstKey: string | undefined;
  /** Finishes what is under way, closes the store, and resolves when nothing is left. */
  stop(): Promise<void>;
}

/**
 * Starts the live edition.
 * @throws {Error} saying what to do, if the data cannot be opened or the address not be listened on.
 */
export async function startLive({ settings, pages, files, headers, clock, log }: LiveParts): Promise<LiveServer> {
  const data = resolve(settings.data);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const store = await openSqliteStore(data);
  try {
    const keys = new ApiKeys(data, KEY_PATIENCE);
    const boards = await LiveBoards.open(store, clock);
    await ensureBoard(boards, settings.calendar);
    const catalogue = await CurrentCatalogue.open(store, boards);
    const limits = settings.rateLimit === 'off' ? undefined : createRateLimits(settings.rateLimit, clock);
    let isLocal: (token: string) => boolean = () => false;
    const api = createApi({
      boards,
      store,
      catalogue,
      keys: { check: (token) => (isLocal(token) ? { name: 'this machine', scope: 'admin', unlimited: true } : keys.check(token)) },
      limits,
      trustedProxies: settings.trustedProxies,
      clock,
      log,
    });
    const push = createPush(boards, clock);
    const page = pages(boards, catalogue);
    let stopping = false;

    async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      const target = targetOf(incoming);
      const listening = incoming.method === 'GET' ? listeningTo(target) : undefined;
      if (listening !== undefined && (listening.board === undefined || boards.boards().some(({ name }) => name === listening.board))) {
        const left = takeRead(incoming);
        for (const [name, value] of [...headers, ...Object.entries(left)]) outgoing.setHeader(name, value);
        push(incoming, outgoing, listening.board);
        return;
      }
      if (API_PATH.test(target)) return sendAnswer(await api(httpRequestOf(incoming)), outgoing, headers);
      const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
      const file = isRead ? files?.find(target.split('?', 1)[0]!) : undefined;
      if (file !== undefined) {
        for (const [name, value] of headers) outgoing.setHeader(name, value);
        files!.send(file, incoming, outgoing, () =>
          sendAnswer(problemAnswer(new Problem('not-found', 'The file is gone.')), outgoing, headers),
        );
        return;
      }
      takeRead(incoming);
      sendAnswer(await page(httpRequestOf(incoming)), outgoing, headers);
    }

    /** Counts a reader; returns the headers that say how much is left. */
    function takeRead(incoming: IncomingMessage): Readonly<Record<string, string>> {
      const forwardedFor = incoming.headers['x-forwarded-for'];
      const remoteAddress = incoming.socket.remoteAddress ?? '';
      const caller = callerOf(remoteAddress, typeof forwardedFor === 'string' ? forwardedFor : null, settings.trustedProxies);
      return limits?.reads.take(caller) ?? {};
    }

    const underWay = new Set<ServerResponse>();
    const server = createNodeServer(headers, (incoming, outgoing) => {
      if (stopping) outgoing.shouldKeepAlive = false;
      underWay.add(outgoing);
      outgoing.once('close', () => underWay.delete(outgoing));
      answer(incoming, outgoing).catch((error: unknown) => {
        if (!(error instanceof Problem)) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
        const problem = error instanceof Problem ? error : new Problem('internal', 'This is our fault. It was logged.');
        if (outgoing.headersSent) outgoing.destroy();
        else sendAnswer(wantsPage(incoming) ? failurePage(problem) : problemAnswer(problem), outgoing, headers);
      });
    });
    await listening(server, settings);
    const url = `http://${nameOf(settings.host)}:${(server.address() as AddressInfo).port}`;
    const firstKey = firstKeyOf(keys, settings.apiKey, clock(), log);
    const local = announceServer(data, url, clock());
    isLocal = local.isToken;
    const closing = startClosing(boards, new ImportHolds(data, clock), clock, log);

    return {
      url,
      data,
      firstKey,
      async stop() {
        stopping = true;
        local.withdraw();
        push.close();
        // The connections of what is under way end with it, so that nobody sends another request into a closing one.
        for (const outgoing of underWay) outgoing.shouldKeepAlive = false;
        const closed = new Promise((done) => server.close(done));
        const patience = setTimeout(() => server.closeAllConnections(), PATIENCE);
        await closed;
        clearTimeout(patience);
        await closing.stop();
        await boards.settled();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Whether a browser asks for something to look at: programs are told problems in JSON, and so is everybody by the API. */
function wantsPage(incoming: IncomingMessage): boolean {
  return !API_PATH.test(targetOf(incoming)) && /\btext\/html\b/.test(incoming.headers.accept ?? '');
}

/** Makes the key that `LAURELS_API_KEY` gives, or a random one where there is none at all; returns that one. */
function firstKeyOf(keys: ApiKeys, given: string | undefined, now: number, log: (text: string) => void): string | undefined {
  if (given === undefined) return keys.list().length === 0 ? keys.add('first', 'admin', now) : undefined;
  const state = keys.stateOf(given);
  if (state === 'revoked') log('The key in LAURELS_API_KEY was revoked and stays so: choose another one.');
  if (state === 'unknown') {
    if (keys.list().some(({ name, revoked }) => name === ENVIRONMENT_KEY && revoked === null)) keys.revoke(ENVIRONMENT_KEY, now);
    keys.add(ENVIRONMENT_KEY, 'admin', now, given);
  }
  return undefined;
}

/**
 * The board whose changes a target asks for, by name, or `undefined` within for all boards; `undefined` where it asks
 * for anything else, or in a way that the API must refuse.
 */
function listeningTo(target: string): { readonly board: string | undefined } | undefined {
  const found = EVENTS_PATH.exec(target);
  if (found === null) return undefined;
  const [, board, query = ''] = found;
  const asked = new URLSearchParams(query);
  const once = Object.fromEntries(asked);
  if (asked.size !== Object.keys(once).length || !ENDPOINTS.changes.query.safeParse(once).success) return undefined;
  try {
    return { board: board === undefined ? undefined : decodeURIComponent(board) };
  } catch {
    return undefined;
  }
}

async function listening(server: Server, { host, port }: LiveSettings): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(new Error(listenProblem(error, host, port), { cause: error })));
    server.listen(port, host, done);
  });
}

function nameOf(host: string): string {
  if (LOCAL_HOSTS.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or choose another with PORT, such as PORT=${port === 65_535 ? 3001 : port + 1}.`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user does not have. Choose one above 1023 with PORT.`;
  return `Cannot listen on HOST ${JSON.stringify(host)}, port ${port}: ${error.message}`;
}
