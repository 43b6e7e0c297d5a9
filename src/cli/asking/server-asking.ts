import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { type EndpointId, ENDPOINTS } from '../../contract/api.ts';
import { type Answer, targetOf } from '../../contract/endpoint.ts';
import { ApiFailure } from '../../contract/exchange.ts';
import type { ApiWork } from '../../contract/running-server.ts';
import { type ApiClient, type Asking, type ClientOptions, createApiClient } from '../../remote/api-client.ts';
import { runningServer, type RunningServer } from '../../server/operation/running-server.ts';
import { grouped } from '../words/count-of.ts';
import { type Progress, progressOn } from '../words/progress.ts';
import type { LiveData } from './live-data.ts';
import { systemUser } from './system-user.ts';

/** How long a command waits for a server, in milliseconds. */
interface Patience {
  /** How often a server that has not answered yet is asked what it is working on. */
  readonly lookEveryMs: number;
  /** For how long a server may answer nothing at all, or refuse because it is busy. */
  readonly silenceMs: number;
}

const PATIENCE: Patience = { lookEveryMs: 1000, silenceMs: 60_000 };

/** What a command has around it that waits for a server. */
export interface Waiting {
  readonly stderr: Parameters<typeof progressOn>[0];
  /** Tests wait less. */
  readonly patience?: Patience | undefined;
}

/** The work that some requests begin, which goes on when nobody waits for its answer. */
const WORK: Partial<Record<EndpointId, ApiWork['what']>> = {
  makeBackup: 'backup',
  mergePlayers: 'merge',
  erasePlayer: 'erasure',
  undoAct: 'merge',
};

/** That something is done, though its answer was lost: the message says what is known of it. */
export class DoneUnheard extends Error {
  override readonly name = 'DoneUnheard';
}

/**
 * The server that runs on a folder; `undefined` if none does.
 * @throws {Error} if there is one and it does not answer: a command must not work on the folder beside it, nor in its place.
 */
export async function askServerOn(folder: string, waiting: Waiting): Promise<LiveData | undefined> {
  const server = runningServer(folder);
  if (server === undefined) return undefined;
  try {
    const { silenceMs } = waiting.patience ?? PATIENCE;
    const { ok } = await fetch(server.url + targetOf(ENDPOINTS.livez, {}), { signal: AbortSignal.timeout(silenceMs) });
    if (!ok) return undefined;
  } catch (error) {
    // Nobody listens there: another process has the number of one that was killed.
    if (codeOf(error) === 'ECONNREFUSED' && runningServer(folder) !== undefined) return undefined;
    throw new Error(`The server at ${server.url} does not answer. Nothing was done. Start it again, then run the command again.`, {
      cause: error,
    });
  }
  return {
    how: `through the server at ${server.url}`,
    ask: (id, ...asking) => asked(folder, server, waiting, id, ...asking),
    close: async () => {},
  };
}

/**
 * Asks the server, again where it may help: what is sent twice is done once. Waits for the answer for as long as the
 * server says what it is working on. Work whose answer is lost is followed to its end.
 */
async function asked<Id extends EndpointId>(
  folder: string,
  first: RunningServer,
  { stderr, patience = PATIENCE }: Waiting,
  id: Id,
  ...asking: Asking<(typeof ENDPOINTS)[Id]>
): Promise<Answer<(typeof ENDPOINTS)[Id]>> {
  const progress = progressOn(stderr);
  const until = performance.now() + patience.silenceMs;
  for (let wait = 200; ; wait = Math.min(wait * 2, 5000)) {
    // A server that was started anew meanwhile has another token, and perhaps another address.
    const server = runningServer(folder) ?? first;
    const work = followedWork(server, WORK[id], progress, patience);
    try {
      await work.begin();
      const giveUp = new AbortController();
      return await work.during(clientOf(server, giveUp.signal)(id, ...asking), giveUp);
    } catch (error) {
      const isBusy = error instanceof ApiFailure && [401, 429, 503].includes(error.status);
      if (!isBusy && !isLost(error)) throw error;
      if (!isBusy && work.mayHaveBegun(error)) await work.toItsEnd();
      if (performance.now() + wait > until) throw isBusy ? error : stopped(server, error);
      await sleep(wait);
    } finally {
      progress.wipe();
    }
  }
}

/** What a command says of a server that it lost in the middle. */
function stopped({ url }: RunningServer, cause: unknown): Error {
  return new Error(
    `The server at ${url} does not answer. Whether the last step was done is not known. ` +
      'Start the server again, see with "laurels audit" what was done, and run the command again if it was not.',
    { cause },
  );
}

/** Work that a request begins, `what` it is, as the server tells of it meanwhile. */
function followedWork(server: RunningServer, what: ApiWork['what'] | undefined, progress: Progress, patience: Patience) {
  /** What was listed before it was asked for: of somebody else, or over. */
  let known: ReadonlySet<string> = new Set();
  let seen: ApiWork | undefined;
  let isAsked = false;
  const list = async () => (await clientOf(server, AbortSignal.timeout(patience.silenceMs))('work')).work;

  async function look(): Promise<ApiWork | undefined> {
    const listed = await list();
    const isOurs = (work: ApiWork) => work.what === what && work.by?.name === systemUser() && !known.has(work.id);
    const { id } = seen ?? {};
    seen = listed.find((work) => (id === undefined ? isOurs(work) : work.id === id));
    if (seen?.state === 'under-way') progress.say(workWords(seen));
    return seen;
  }

  return {
    async begin(): Promise<void> {
      if (what !== undefined) known = new Set((await list()).map(({ id }) => id));
      isAsked = true;
    },

    /** Waits for an answer, and says how far the work is. Gives up when the server says nothing at all for too long. */
    async during<T>(answer: Promise<T>, giveUp: AbortController): Promise<T> {
      const answered = answer.then(
        () => true,
        () => true,
      );
      while (!(await Promise.race([answered, sleep(patience.lookEveryMs, false, { ref: false })]))) {
        try {
          await Promise.race([answered, look()]);
        } catch (error) {
          if (isLost(error)) giveUp.abort();
        }
      }
      return answer;
    },

    /** Whether what was asked may have been begun when the answer was lost. */
    mayHaveBegun: (lost: unknown): boolean => isAsked && what !== undefined && codeOf(lost) !== 'ECONNREFUSED',

    /**
     * Follows the work until it ends, and returns if none was begun.
     * @throws {DoneUnheard} when it is done.
     * @throws {Error} saying why it failed, or that the server stopped in the middle.
     */
    async toItsEnd(): Promise<void> {
      for (;;) {
        const work = await look().catch((error: unknown) => {
          throw stopped(server, error);
        });
        if (work === undefined) return;
        if (work.state === 'failed')
          throw new Error(`The connection to the server was lost, and it failed there: ${workWords(work)}. ${work.failure}`);
        if (work.state === 'done')
          throw new DoneUnheard(`The connection to the server was lost. It is done all the same: ${workWords(work)}. See "laurels audit".`);
        await sleep(patience.lookEveryMs);
      }
    },
  };
}

/** "merge of ada2 into ada: 1,200 of 3,000 events". */
function workWords({ what, subject, players, done, total }: ApiWork): string {
  const about = subject ?? players.map(({ username }) => username).join(' into ');
  const figures = done === null || total === null ? '' : `: ${grouped(done)} of ${grouped(total)} events`;
  return `${what} ${what === 'backup' ? about : `of ${about}`}${figures}`;
}

function clientOf({ url, token }: RunningServer, signal: AbortSignal): ApiClient<typeof ENDPOINTS> {
  return createApiClient(ENDPOINTS, { origin: url, key: token, user: systemUser(), fetch: patientFetch(signal) });
}

/** `fetch` without its time limit: Node's own gives an answer five minutes. Each request has a connection of its own. */
function patientFetch(signal: AbortSignal): NonNullable<ClientOptions['fetch']> {
  return async (url, { body, ...options }) => {
    try {
      const request = httpRequest(url, { ...options, agent: false, signal });
      const answered = once(request, 'response');
      // What fails later is told by the answer.
      request.on('error', () => {});
      request.end(body);
      const [response] = (await answered) as Parameters<NonNullable<Parameters<typeof httpRequest>[2]>>;
      const { statusCode, headers } = response;
      const content = await text(response);
      const { etag } = headers;
      return new Response(statusCode === 204 ? null : content, { status: statusCode!, headers: etag === undefined ? {} : { etag } });
    } catch (error) {
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

/** What `fetch` throws is a TypeError. Anything else is an answer, and asking again would do it again. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError;
}

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return (cause as NodeJS.ErrnoException | undefined)?.code;
}
