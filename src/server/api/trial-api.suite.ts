// The API without a socket, for tests: with its own boards, keys of every role and a clock that tests set.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect } from 'vitest';

import { problemSchema } from '../../contract/parts/answer-parts.ts';
import { type EndpointId, ENDPOINTS } from '../../contract/api.ts';
import { type Addressed, type Answer, type Asked, type Endpoint, targetOf } from '../../contract/endpoint.ts';
import type { PersonRole } from '../../contract/operation/operators.ts';
import { type Role, ROLES } from '../../contract/role.ts';
import type { ApiRankings } from '../../contract/game-answers.ts';
import { callerOf } from '../http/client-address.ts';
import { CurrentAppearance } from '../appearance/current-appearance.ts';
import { takePast } from '../boards/boards-under-test.suite.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import { ApiKeys } from '../operation/keys/api-keys.ts';
import { Keyring } from '../operation/keys/keyring.ts';
import { keyUsesFile } from '../operation/keys/key-uses-file.ts';
import { KeyUses } from '../operation/keys/key-uses.ts';
import { keysFile } from '../operation/keys/keys-file.ts';
import type { PointsStore } from '../store/points-store.ts';
import { waitingStore } from '../store/waiting-store.suite.ts';
import type { SoftAuthenticator } from '../operators/soft-authenticator.suite.ts';
import { Operators, type OperatorsParts } from '../operators/operators.ts';
import { sitePlace } from '../operators/site-place.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import type { ApiParts } from './handlers/api-parts.ts';
import { createApi } from './handlers/live-api.ts';
import { createRateLimits } from './rate-limit.ts';
import { PLAIN_BOARD } from '../store/stored-values.ts';

type Table = typeof ENDPOINTS;

export const NOON = Date.parse('2026-11-21T12:00:00Z');
export const DAY = 86_400_000;

/** The operators of a site at `http://localhost`. */
export function trialOperators(store: OperatorsParts['store'], clock: () => number): Operators {
  return new Operators({ store, clock, place: () => sitePlace(undefined, 'http://localhost', true) });
}

/** The API as a web-standard function; see {@link createApi}. Logs why each request is refused because of the database. */
export function createLiveApi(
  parts: Omit<ApiParts, 'outages' | 'operators'> & Partial<ApiParts>,
): (request: Request, info: { readonly remoteAddress: string }) => Promise<Response> {
  const operators = trialOperators(parts.boards.store, parts.clock);
  const api = createApi({ outages: { refused: ({ message }) => parts.log(message) }, operators, ...parts });
  return async (request, { remoteAddress }) => {
    const { pathname, search } = new URL(request.url);
    const header = (name: string) => request.headers.get(name);
    const target = pathname + search;
    const readBody = async (mostBytes: number) => {
      const bytes = await request.bytes();
      return bytes.length > mostBytes ? undefined : bytes;
    };
    const {
      status,
      headers,
      body,
      file,
      cookies = [],
    } = await api({
      method: request.method,
      target,
      caller: callerOf(remoteAddress, null, 0),
      header,
      headers: () => Object.fromEntries(request.headers),
      isDirect: () => true,
      readBody,
    });
    const all = [...Object.entries(headers), ...cookies.map((cookie) => ['set-cookie', cookie] as const)];
    const sent = file === undefined ? body : readFileSync(file.path).subarray(file.from, file.from + file.bytes);
    return new Response(sent, { status, headers: all.map(([name, value]) => [name, value]) });
  };
}

/** The headers that console pages send with every request. */
export const CONSOLE = { 'laurels-console': '1', 'sec-fetch-site': 'same-origin' } as const;

export interface TrialAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `undefined` if there is none. */
  readonly body: unknown;
}

/**
 * Opens an API before each test of the calling file, and closes it afterwards. Its store is in memory, unless `openStore` opens another
 * one, in an empty folder.
 */
export function useTrialApi({
  openStore = () => openMemoryStore(),
}: { readonly openStore?: (folder: string) => Promise<PointsStore> } = {}) {
  const tokens: Record<Role, string> = { read: '', play: '', write: '', viewer: '', moderator: '', operator: '', owner: '' };
  let folder: string;
  let store: PointsStore;
  let api: ReturnType<typeof createLiveApi>;

  const trial = {
    tokens,
    boards: undefined as unknown as LiveBoards,
    keys: undefined as unknown as ApiKeys,
    operators: undefined as unknown as Operators,
    /** Epoch milliseconds. */
    now: NOON,
    logged: [] as string[],

    /** Starts over, as the next test does. */
    async renew(): Promise<void> {
      await end();
      await begin();
    },

    /** Creates the API again with other parts. */
    open(parts: Partial<ApiParts>): void {
      api = createLiveApi({ ...madeOf(), ...parts });
    },

    async ask(target: string, init: RequestInit = {}, remoteAddress = '192.0.2.1'): Promise<TrialAnswer> {
      const response = await api(new Request(`http://localhost${target}`, init), { remoteAddress });
      const text = await response.text();
      const isFile = /octet-stream|text\/plain/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, headers: response.headers, text, body: text === '' || isFile ? undefined : JSON.parse(text) };
    },

    /** Reads, expects 200, and parses the answer by the contract. */
    async read<Id extends EndpointId>(
      id: Id,
      ...[addressed]: object extends Addressed<Table[Id]> ? [Addressed<Table[Id]>?] : [Addressed<Table[Id]>]
    ) {
      const { answers }: Endpoint = ENDPOINTS[id];
      const { status, text, body } = await trial.ask(targetOf<Endpoint>(ENDPOINTS[id], addressed ?? {}));
      expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
      return answers[200]!.schema.parse(body) as Answer<Table[Id]>;
    },

    /** Sends a body (text as it is), by default with the key that may write. */
    send<Id extends EndpointId>(
      id: Id,
      { body, ...addressed }: Omit<Asked<Table[Id]>, 'body'> & { readonly body: unknown },
      token = tokens.write,
    ): Promise<TrialAnswer> {
      return trial.ask(targetOf<Endpoint>(ENDPOINTS[id], addressed), {
        method: ENDPOINTS[id].method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      });
    },

    post(body: unknown, token = tokens.write): Promise<TrialAnswer> {
      return trial.send('submitPoints', { body }, token);
    },

    /** The first page of the main board, or of another one by the query. */
    rankings(query: Addressed<Table['rankings']>['query'] = {}): Promise<ApiRankings> {
      return trial.read('rankings', { board: 'main', query });
    },

    /** Adds a person with a role, with a passkey if there is an authenticator; resolves with headers of a signed-in page, too. */
    async enter(role: PersonRole, authenticator?: SoftAuthenticator) {
      const { invitation, token } = await trial.operators.invitations.make({ role, hours: 1 });
      const { options } = await trial.operators.joinOptions(token);
      const entered =
        authenticator === undefined
          ? await trial.operators.accept(invitation, { name: role, before: undefined, add: (person) => person })
          : await trial.operators.join({ token, name: role, credential: authenticator.create(options) }, undefined);
      return { ...entered, headers: { ...CONSOLE, cookie: `__Host-laurels-console=${entered.token}` } };
    },

    /** An answer that must be a problem. */
    async problemOf(answer: Promise<TrialAnswer>) {
      const { status, headers, body } = await answer;
      expect(headers.get('content-type')).toBe('application/problem+json');
      const problem = problemSchema.parse(body);
      expect(problem.status).toBe(status);
      return problem;
    },
  };

  let keyring: Keyring;
  let uses: KeyUses;
  let appearance: CurrentAppearance;
  const madeOf = (): Parameters<typeof createLiveApi>[0] => ({
    boards: trial.boards,
    readiness: async () => [],
    appearance,
    network: { mayReach: () => true, resolve: async () => ['192.0.2.7'] },
    keys: trial.keys,
    keyring,
    operators: trial.operators,
    limits: createRateLimits('off', () => trial.now),
    clock: () => trial.now,
    log: (text) => trial.logged.push(text),
  });

  async function begin(): Promise<void> {
    trial.now = NOON;
    trial.logged = [];
    folder = mkdtempSync(join(tmpdir(), 'laurels-api-'));
    store = waitingStore(await openStore(folder));
    trial.boards = await LiveBoards.open(store, { clock: () => trial.now, graceMs: 0 });
    await trial.boards.editing.make({
      name: 'main',
      title: 'Leaderboard',
      ...PLAIN_BOARD,
      calendar: { timeZone: 'Europe/Berlin', weekStart: 1 },
    });
    await takePast(trial.boards);
    appearance = await CurrentAppearance.open(store, trial.boards);
    trial.keys = new ApiKeys(keysFile(folder));
    uses = new KeyUses(keyUsesFile(folder), (text) => trial.logged.push(text));
    keyring = new Keyring({ keys: trial.keys, uses, store, log: (text) => trial.logged.push(text) });
    trial.operators = trialOperators(store, () => trial.now);
    for (const role of ROLES) tokens[role] = await trial.keys.add(role, role, NOON);
    trial.open({});
  }

  async function end(): Promise<void> {
    await trial.boards.commits.settled();
    await uses.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }

  beforeEach(begin);
  afterEach(end);
  return trial;
}
