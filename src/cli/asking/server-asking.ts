import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { type EndpointId, ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import { ApiFailure } from '../../contract/exchange.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { type ApiClient, type ClientOptions, createApiClient } from '../../remote/api-client.ts';
import { runningServer } from '../../server/operation/running-server.ts';
import type { LiveData } from './live-data.ts';
import { systemUser } from './system-user.ts';

/** How long a server may be silent, busy or unreachable, in milliseconds. */
const PATIENCE_MS = 60_000;

export interface Waiting {
  /** Tests use a shorter time. */
  readonly patienceMs?: number | undefined;
}

/** Requests that start a job, which continues if the connection is lost: they may take up to a day, and are sent once. */
const JOBS: ReadonlySet<EndpointId> = new Set([
  'makeBackup',
  'mergePlayers',
  'erasePlayer',
  'undoAct',
  'reviseEvents',
  'decideHeld',
  'markPayouts',
  'setVisibilities',
  'banPlayer',
]);

/**
 * The server running on a folder, or `undefined`.
 * @throws {Error} if it does not answer, because a command must not open a folder in use.
 */
export async function askServerOn(folder: string, { patienceMs = PATIENCE_MS }: Waiting): Promise<LiveData | undefined> {
  const first = runningServer(folder);
  if (first === undefined) return undefined;
  try {
    const { ok } = await fetch(first.url + targetOf(ENDPOINTS.livez, {}), { signal: AbortSignal.timeout(patienceMs) });
    if (!ok) return undefined;
  } catch (error) {
    // Nothing listens there: the process id of a killed server was reused.
    if (isRefused(error) && runningServer(folder) !== undefined) return undefined;
    throw new Error(`The server at ${first.url} does not respond. Nothing was changed. Restart it, then run the command again.`, {
      cause: error,
    });
  }

  /** Retries, because requests are idempotent; but a job that may have started is not sent again. */
  const ask: ApiClient<typeof ENDPOINTS> = async (id, ...asked) => {
    const isJob = JOBS.has(id);
    const until = performance.now() + patienceMs;
    for (let wait = 200; ; wait = Math.min(wait * 2, 5000)) {
      // A restarted server has a new token, and perhaps a new port.
      const { url, token } = runningServer(folder) ?? first;
      const within = fetchWithin(isJob ? DAY_MS : 5 * patienceMs);
      try {
        return await createApiClient(ENDPOINTS, { origin: url, key: token, user: systemUser(), fetch: within })(id, ...asked);
      } catch (error) {
        const isBusy = error instanceof ApiFailure && [401, 429, 503].includes(error.status);
        // `fetch` rejects with a TypeError if the connection failed. Anything else is an HTTP response.
        if (!isBusy && !(error instanceof TypeError)) throw error;
        const isOver = performance.now() + wait > until;
        if (isBusy && isOver) throw error;
        if (isOver || (isJob && !isBusy && !isRefused(error))) throw lost(url, isJob, error);
        await sleep(wait);
      }
    }
  };
  return { how: `through the server at ${first.url}`, ask, close: async () => {} };
}

function lost(url: string, isJob: boolean, cause: unknown): Error {
  const what = isJob ? 'the job may be done, still running, or not started' : 'the last step may or may not have completed';
  return new Error(
    `The connection to the server at ${url} was lost, and ${what}. ` +
      'Make sure that the server runs, check "laurels audit", and run the command again if needed.',
    { cause },
  );
}

/** `fetch` with its own timeout instead of Node's five minutes, on a new connection each time. */
function fetchWithin(limitMs: number): NonNullable<ClientOptions['fetch']> {
  return async (url, { body, ...options }) => {
    try {
      const request = httpRequest(url, { ...options, agent: false, signal: AbortSignal.timeout(limitMs) });
      const answered = once(request, 'response');
      // Later failures surface in the response.
      request.on('error', () => {});
      request.end(body);
      const [response] = (await answered) as [IncomingMessage];
      const content = await text(response);
      return { status: response.statusCode!, headers: { get: () => response.headers.etag ?? null }, text: async () => content };
    } catch (error) {
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
}
