import { setTimeout as sleep } from 'node:timers/promises';

import type * as z from 'zod/mini';

import type { ApiBoard } from '../contract/parts/answer-parts.ts';
import { type EndpointId, ENDPOINTS } from '../contract/api.ts';
import type { Catalogue } from '../contract/catalogue.ts';
import type { Appearance } from '../contract/operation/appearance.ts';
import { type Answer, targetOf } from '../contract/endpoint.ts';
import type { AbsentPlayers, ApiResults, PlayerVisibility } from '../contract/game-answers.ts';
import type { ApiBegunImport, ApiImport, ApiReopened, ApiRevised } from '../contract/operation/operation-answers.ts';
import type { PointsEvent } from '../contract/points-event.ts';
import { type ApiClient, ApiFailure, type Asking, createApiClient } from '../remote/api-client.ts';
import { beginImport, endImport, listedImports } from '../server/acts/imports.ts';
import { reopenPeriod } from '../server/acts/reopen-period.ts';
import { reviseEvent } from '../server/acts/revise-event.ts';
import { absentPlayersAnswer } from '../server/acts/absent-players.ts';
import { boardAnswer } from '../server/answers/board-answer.ts';
import { openStore } from '../server/data/open-data.ts';
import { CurrentAppearance } from '../server/appearance/current-appearance.ts';
import { CurrentCatalogue } from '../server/boards/current-catalogue.ts';
import { ensureBoard } from '../server/boards/default-board.ts';
import { LiveBoards } from '../server/boards/live-boards.ts';
import { ClockWatch } from '../server/operation/clock-watch.ts';
import { type DataPlace, placeText } from '../server/operation/data-place.ts';
import type { LiveSettings } from '../server/operation/live-settings.ts';
import { type Epoch, takePoints } from '../server/boards/points-intake.ts';
import type { PointsStore } from '../server/store/points-store.ts';
import type { BoardSettings } from '../server/store/stored-values.ts';
import { runningServer, type RunningServer } from '../server/operation/running-server.ts';

/** How long a server that does not answer is asked again, in milliseconds. */
const PATIENCE_MS = 60_000;

type Body<Id extends 'changeBoard' | 'reviseEvent' | 'reopenPeriod' | 'beginImport'> = z.output<(typeof ENDPOINTS)[Id]['body']>;

/** The boards and the catalogue: of a folder through the server that runs on it, if one does; else directly. */
export interface LiveData {
  /** How the data is reached, for people to read. */
  readonly how: string;
  /** All of them, archived ones too. */
  boards(): Promise<readonly ApiBoard[]>;
  /** @throws {Error} saying why not; nothing is changed then. So do those below. */
  addBoard(board: BoardSettings): Promise<void>;
  changeBoard(name: string, change: Body<'changeBoard'>): Promise<void>;
  removeBoard(name: string): Promise<void>;
  catalogue(): Promise<Catalogue>;
  /** @throws {Error} saying why not; nothing is changed then. */
  replaceCatalogue(catalogue: Catalogue): Promise<void>;
  appearance(): Promise<Appearance>;
  /** Sets what was sent, which is checked here, and resolves with what that is. @throws {Error} saying why not; nothing is changed then. */
  replaceAppearance(sent: object): Promise<Appearance>;
  /** @throws {Error} saying why not. */
  setPlayerVisibility(username: string, visibility: PlayerVisibility): Promise<void>;
  absentPlayers(): Promise<AbsentPlayers['players']>;
  /** Records events, each with its own result; `epoch` says what those at the Unix epoch are. @throws {Error} if none could be recorded. */
  submit(board: string, events: readonly PointsEvent[], epoch: Epoch): Promise<ApiResults>;
  /** @throws {Error} saying why not; nothing is changed then. So do those below. */
  reviseEvent(board: string, revision: Body<'reviseEvent'>): Promise<ApiRevised>;
  reopenPeriod(board: string, reopening: Body<'reopenPeriod'>): Promise<ApiReopened>;
  imports(): Promise<readonly ApiImport[]>;
  /** Also takes up one that was interrupted, and is a sign of life of one that goes on. */
  beginImport(beginning: Body<'beginImport'>): Promise<ApiBegunImport>;
  endImport(id: string): Promise<ApiImport>;
  close(): Promise<void>;
}

/** Of a place without a database: whether one is made, or refused. A mistyped one must not look like an empty game. */
export type IfNone = 'make' | 'refuse';

/** What is opened, and how. */
interface Opening {
  readonly place: DataPlace;
  readonly settings: LiveSettings;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told what else happens, such as a period that closes. */
  readonly log: (text: string) => void;
}

/**
 * The data of a place, whether servers run on it or not.
 * @throws {Error} saying what to do, if the data cannot be opened.
 */
export async function openLiveData({ place, settings, clock, log }: Opening, ifNone: IfNone): Promise<LiveData> {
  if (place.kind === 'folder') {
    const server = runningServer(place.folder);
    if (server !== undefined && (await answers(server))) return throughServer(place.folder, server);
  }
  const store = await openStore(place, { ifNone, onUpgraded: log });
  const boards = await LiveBoards.open(store, { clock, graceMs: settings.graceMs });
  await ensureBoard(boards, settings.firstBoard);
  return {
    how: `directly into ${placeText(place)}`,
    boards: async () => boards.boards().map(boardAnswer),
    addBoard: (board) => boards.makeBoard(board),
    async changeBoard(name, change) {
      await boards.changeBoard(name, change);
    },
    async removeBoard(name) {
      await boards.removeBoard(name);
    },
    catalogue: async () => (await CurrentCatalogue.open(store, boards)).value,
    async replaceCatalogue(catalogue) {
      await (await CurrentCatalogue.open(store, boards)).replace(catalogue);
    },
    appearance: async () => (await CurrentAppearance.open(store, boards)).value,
    replaceAppearance: async (sent) => (await CurrentAppearance.open(store, boards)).replace(sent),
    setPlayerVisibility: (username, visibility) => boards.players.setVisibility(username, visibility),
    absentPlayers: async () => (await absentPlayersAnswer(boards)).players,
    submit: async (board, events, epoch) =>
      JSON.parse((await takePoints(boards, board, { events }, clock(), { epoch })).answer) as ApiResults,
    reviseEvent: (board, revision) => reviseEvent(boards, board, revision),
    reopenPeriod: (board, reopening) => reopenPeriod(boards, board, reopening),
    imports: async () => listedImports(boards),
    beginImport: (beginning) => beginImport(boards, () => clockTroubles(store, clock), beginning, log),
    endImport: (id) => endImport(boards, id),
    async close() {
      await boards.commits.settled();
      await store.close();
    },
  };
}

/** What is wrong with the clock. This process is over before it could be set: only what was received tells. */
async function clockTroubles(store: Pick<PointsStore, 'newestReceivedAt'>, clock: () => number): Promise<readonly string[]> {
  const trouble = new ClockWatch(clock, clock).trouble(await store.newestReceivedAt());
  return trouble === undefined ? [] : [trouble];
}

function throughServer(folder: string, server: RunningServer): LiveData {
  const ask: ApiClient<typeof ENDPOINTS> = (id, ...asking) => asked(folder, server, id, ...asking);
  return {
    how: `through the server at ${server.url}`,
    boards: async () => [...(await ask('boards')).boards, ...(await ask('boards', { query: { state: 'archived' } })).boards],
    async addBoard({ name, title, scoring, direction, calendar, unit }) {
      await ask('makeBoard', { body: { name, title, scoring, direction, unit, ...calendar } });
    },
    async changeBoard(board, change) {
      await ask('changeBoard', { board, body: change });
    },
    async removeBoard(board) {
      await ask('removeBoard', { board });
    },
    catalogue: () => ask('catalogue'),
    async replaceCatalogue(catalogue) {
      await ask('replaceCatalogue', { body: catalogue });
    },
    appearance: () => ask('appearance'),
    replaceAppearance: (sent) => ask('replaceAppearance', { body: sent }),
    async setPlayerVisibility(username, visibility) {
      await ask('setPlayerVisibility', { username, body: visibility });
    },
    absentPlayers: async () => (await ask('absentPlayers')).players,
    submit: async (board, events, epoch) =>
      (await ask(epoch === 'unset' ? 'submitPoints' : 'importPoints', { query: { board }, body: { events } })) as ApiResults,
    reviseEvent: (board, body) => ask('reviseEvent', { board, body }),
    reopenPeriod: (board, body) => ask('reopenPeriod', { board, body }),
    imports: async () => (await ask('imports')).imports,
    beginImport: (body) => ask('beginImport', { body }),
    endImport: (id) => ask('endImport', { import: id }),
    close: async () => {},
  };
}

async function answers({ url }: RunningServer): Promise<boolean> {
  try {
    return (await fetch(url + targetOf(ENDPOINTS.livez, {}), { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}

/** Asks the server, again where it may help: what is sent twice is done once. */
async function asked<Id extends EndpointId>(
  folder: string,
  server: RunningServer,
  id: Id,
  ...asking: Asking<(typeof ENDPOINTS)[Id]>
): Promise<Answer<(typeof ENDPOINTS)[Id]>> {
  const until = Date.now() + PATIENCE_MS;
  for (let wait = 200; ; wait = Math.min(wait * 2, 5000)) {
    // A server that was started anew meanwhile has another token, and perhaps another address.
    const { url, token } = runningServer(folder) ?? server;
    let trouble: string;
    try {
      return await createApiClient(ENDPOINTS, { origin: url, key: token })(id, ...asking);
    } catch (error) {
      // What `fetch` throws is a TypeError. Anything else is an answer, and asking again would do it again.
      if (!(error instanceof TypeError) && !(error instanceof ApiFailure && [401, 429, 503].includes(error.status))) throw error;
      trouble =
        error instanceof ApiFailure
          ? error.message
          : `The server at ${url} does not answer: ${String((error.cause as Error | undefined) ?? error)}`;
    }
    if (Date.now() + wait > until) throw new Error(trouble);
    await sleep(wait);
  }
}
