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

/** Time limits in milliseconds. */
interface Patience {
  /** How often to poll the jobs of a server that has not answered yet. */
  readonly lookEveryMs: number;
  /** How long a server may stay silent or busy. */
  readonly silenceMs: number;
}

const PATIENCE: Patience = { lookEveryMs: 1000, silenceMs: 60_000 };

export interface Waiting {
  readonly stderr: Parameters<typeof progressOn>[0];
  /** Tests wait less. */
  readonly patience?: Patience | undefined;
}

/** Requests that start a job, which continues if the connection is lost. */
const WORK: Partial<Record<EndpointId, ApiWork['what']>> = {
  makeBackup: 'backup',
  mergePlayers: 'merge',
  erasePlayer: 'erasure',
  undoAct: 'merge',
};

/** A job finished, but its answer was lost. */
export class DoneUnheard extends Error {
  override readonly name = 'DoneUnheard';
}

/**
 * The server running on a folder, or `undefined`.
 * @throws {Error} if it does not answer, because a command must not open the folder beside it.
 */
export async function askServerOn(folder: string, waiting: Waiting): Promise<LiveData | undefined> {
  const server = runningServer(folder);
  if (server === undefined) return undefined;
  try {
    const { silenceMs } = waiting.patience ?? PATIENCE;
    const { ok } = await fetch(server.url + targetOf(ENDPOINTS.livez, {}), { signal: AbortSignal.timeout(silenceMs) });
    if (!ok) return undefined;
  } catch (error) {
    // Nothing listens there: the process id of a killed server was reused.
    if (codeOf(error) === 'ECONNREFUSED' && runningServer(folder) !== undefined) return undefined;
    throw new Error(`The server at ${server.url} does not respond. Nothing was changed. Restart it, then run the command again.`, {
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
 * Calls the server, with retries, because requests are idempotent. Waits as long as the server reports progress, and
 * follows a job whose answer was lost to its end.
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
    // A restarted server has a new token, and perhaps a new address.
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

function stopped({ url }: RunningServer, cause: unknown): Error {
  return new Error(
    `The server at ${url} stopped responding, and the last step may or may not have completed. ` +
      'Restart the server, check "laurels audit", and run the command again if needed.',
    { cause },
  );
}

/** Tracks the job that a request starts. */
function followedWork(server: RunningServer, what: ApiWork['what'] | undefined, progress: Progress, patience: Patience) {
  /** Jobs listed before the request. */
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

    /** Waits for an answer and shows progress. Gives up if the server goes silent. */
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

    /** Whether the job may have started before the connection was lost. */
    mayHaveBegun: (lost: unknown): boolean => isAsked && what !== undefined && codeOf(lost) !== 'ECONNREFUSED',

    /**
     * Follows the job to its end; returns if none was started.
     * @throws {DoneUnheard} when it is done.
     * @throws {Error} if it failed, or the server stopped.
     */
    async toItsEnd(): Promise<void> {
      for (;;) {
        const work = await look().catch((error: unknown) => {
          throw stopped(server, error);
        });
        if (work === undefined) return;
        if (work.state === 'failed')
          throw new Error(`The connection to the server was lost, and the job failed: ${workWords(work)}. ${work.failure}`);
        if (work.state === 'done')
          throw new DoneUnheard(`The connection to the server was lost, but the job finished: ${workWords(work)}. See "laurels audit".`);
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

/** `fetch` without Node's five-minute limit, on a new connection each time. */
function patientFetch(signal: AbortSignal): NonNullable<ClientOptions['fetch']> {
  return async (url, { body, ...options }) => {
    try {
      const request = httpRequest(url, { ...options, agent: false, signal });
      const answered = once(request, 'response');
      // Later failures surface in the response.
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

/** Whether the connection failed: `fetch` rejects with a TypeError. Anything else is an answer. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError;
}

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return (cause as NodeJS.ErrnoException | undefined)?.code;
}
