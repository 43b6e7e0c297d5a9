import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiBoard } from '../contract/answer-parts.ts';
import { type EndpointId, ENDPOINTS } from '../contract/api.ts';
import type { Catalogue } from '../contract/catalogue.ts';
import { type Answer, targetOf } from '../contract/endpoint.ts';
import type { AbsentPlayers, ApiResults, PlayerVisibility } from '../contract/game-answers.ts';
import type { PointsEvent } from '../contract/points-event.ts';
import { type ApiClient, ApiFailure, type Asking, createApiClient } from '../remote/api-client.ts';
import { absentPlayersAnswer } from '../server/answers/absent-players-answer.ts';
import { boardAnswer } from '../server/answers/board-answer.ts';
import { CurrentCatalogue } from '../server/boards/current-catalogue.ts';
import { ensureBoard } from '../server/boards/default-board.ts';
import { LiveBoards } from '../server/boards/live-boards.ts';
import type { LiveSettings } from '../server/operation/live-settings.ts';
import { type Epoch, takePoints } from '../server/boards/points-intake.ts';
import type { BoardSettings } from '../server/store/stored-values.ts';
import { runningServer, type RunningServer } from '../server/operation/running-server.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';

/** How long a server that does not answer is asked again, in milliseconds. */
const PATIENCE_MS = 60_000;

/** The boards and the catalogue of a data folder, through the server that runs on it or, without one, directly. */
export interface LiveData {
  /** How the data is reached, for people to read. */
  readonly how: string;
  boards(): Promise<readonly ApiBoard[]>;
  /** @throws {Error} saying why not. */
  addBoard(board: BoardSettings): Promise<void>;
  catalogue(): Promise<Catalogue>;
  /** @throws {Error} saying why not; nothing is changed then. */
  replaceCatalogue(catalogue: Catalogue): Promise<void>;
  /** @throws {Error} saying why not. */
  setPlayerVisibility(username: string, visibility: PlayerVisibility): Promise<void>;
  absentPlayers(): Promise<AbsentPlayers['players']>;
  /** Records events, each with its own result; `epoch` says what those at the Unix epoch are. @throws {Error} if none could be recorded. */
  submit(board: string, events: readonly PointsEvent[], epoch: Epoch): Promise<ApiResults>;
  close(): Promise<void>;
}

/**
 * @param clock gives epoch milliseconds.
 * @param say is told of an upgrade.
 * @throws {Error} saying what to do, if the data cannot be opened.
 */
export async function openLiveData(
  folder: string,
  settings: LiveSettings,
  clock: () => number,
  say: (text: string) => void,
): Promise<LiveData> {
  const server = runningServer(folder);
  if (server !== undefined && (await answers(server))) return throughServer(folder, server);
  const store = await openSqliteStore(folder, { onUpgraded: say });
  const boards = await LiveBoards.open(store, { clock, graceMs: settings.graceMs });
  await ensureBoard(boards, settings.calendar);
  return {
    how: `directly into ${folder}`,
    boards: async () => boards.boards().map(boardAnswer),
    addBoard: (board) => boards.makeBoard(board),
    catalogue: async () => (await CurrentCatalogue.open(store, boards)).value,
    async replaceCatalogue(catalogue) {
      await (await CurrentCatalogue.open(store, boards)).replace(catalogue);
    },
    setPlayerVisibility: (username, visibility) => boards.players.setVisibility(username, visibility),
    absentPlayers: async () => (await absentPlayersAnswer(boards)).players,
    submit: async (board, events, epoch) =>
      JSON.parse((await takePoints(boards, board, { events }, clock(), { epoch })).answer) as ApiResults,
    async close() {
      await boards.commits.settled();
      await store.close();
    },
  };
}

function throughServer(folder: string, server: RunningServer): LiveData {
  const ask: ApiClient<typeof ENDPOINTS> = (id, ...asking) => asked(folder, server, id, ...asking);
  return {
    how: `through the server at ${server.url}`,
    boards: async () => (await ask('boards')).boards,
    async addBoard({ calendar, ...board }) {
      await ask('makeBoard', { body: { ...board, ...calendar } });
    },
    catalogue: () => ask('catalogue'),
    async replaceCatalogue(catalogue) {
      await ask('replaceCatalogue', { body: catalogue });
    },
    async setPlayerVisibility(username, visibility) {
      await ask('setPlayerVisibility', { username, body: visibility });
    },
    absentPlayers: async () => (await ask('absentPlayers')).players,
    submit: async (board, events, epoch) =>
      (await ask(epoch === 'unset' ? 'submitPoints' : 'importPoints', { query: { board }, body: { events } })) as ApiResults,
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

/** Asks the server, again where it may help: what is sent twice, an event or a catalogue, counts once. */
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
