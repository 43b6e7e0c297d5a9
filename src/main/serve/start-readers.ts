import { availableParallelism } from 'node:os';

import { ENDPOINTS, endpointsAt } from '../../contract/api.ts';
import type { Admission } from '../../server/api/admission.ts';
import { ReaderThreads, type ReaderThreadsParts } from '../../server/api/threads/reader-threads.ts';
import type { WindowTable } from '../../server/api/window-table.ts';
import type { OpenData } from '../../server/data/open-data.ts';
import type { HttpHandler } from '../../server/http/http-message.ts';
import { sharesPorts } from '../../server/http/listening.ts';
import { Problem } from '../../server/http/problem.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { privacySettings } from '../../server/privacy/privacy-page.ts';
import type { OnAnswered } from '../../server/watching/answered-request.ts';
import type { Log } from '../../server/watching/log.ts';
import type { ReaderStart } from '../../server/api/threads/reader-start.ts';

/** The default number of threads, on a machine with more processors. */
const MOST_BY_DEFAULT = 4;

interface ReadersParts extends Pick<ReaderThreadsParts, 'room' | 'onTold'> {
  readonly settings: LiveSettings;
  readonly isHereAlone: boolean;
  /** The number of reader threads. */
  readonly readers: number;
  readonly data: Pick<OpenData, 'store' | 'keys' | 'uses'>;
  readonly feeding: NonNullable<OpenData['feeding']>;
  readonly windows: WindowTable;
  /** The folder of the built pages, if there are any. */
  readonly build: string | undefined;
  readonly api: HttpHandler;
  readonly page: HttpHandler;
  readonly fromProvider: HttpHandler | undefined;
  readonly admit: Admission;
  readonly draw: ReaderThreadsParts['draw'] | undefined;
  readonly onAnswered: OnAnswered | undefined;
  readonly problemOf: ReaderThreadsParts['problemOf'];
  readonly clock: () => number;
  readonly log: Log;
}

/** The number of reader threads besides the writer. They share a port, which only works on Linux. Logs if the setting is ignored. */
export async function readerCount(
  { threads, host }: Pick<LiveSettings, 'threads' | 'host'>,
  { feeding }: Pick<OpenData, 'feeding'>,
  log: Log,
): Promise<number> {
  const wanted = threads ?? Math.min(availableParallelism(), MOST_BY_DEFAULT);
  if (wanted === 1) return 0;
  if (feeding !== undefined && process.platform === 'linux') {
    if (await sharesPorts(host)) return wanted - 1;
    log('Threads cannot share a port on this system. Requests are answered by one thread.');
  } else if (threads !== undefined)
    log('LAURELS_THREADS is ignored: threads share a data folder on Linux. Requests are answered by one thread.');
  return 0;
}

/** Starts the reader threads. Must be called while nothing is written. */
export function startReaders(parts: ReadersParts): ReaderThreads {
  const {
    settings,
    isHereAlone,
    readers: count,
    data,
    feeding,
    windows,
    build,
    api,
    page,
    fromProvider,
    admit,
    draw,
    onAnswered,
    problemOf,
    clock,
    log,
    room,
    onTold,
  } = parts;
  const { host, hsts, url, rateLimit, graceMs, trustedProxies, readOrigins, frameOrigins, playKey, oidc } = settings;
  const start = (): ReaderStart => ({
    file: feeding.fileInPlace(),
    history: data.store.history,
    began: feeding.feedStart(),
    windows: windows.shared,
    threads: count + 1,
    aheadMs: clock() - Date.now(),
    build,
    isWatched: onAnswered !== undefined,
    privacy: privacySettings(settings),
    isHereAlone,
    settings: { host, hsts, url, rateLimit, graceMs, trustedProxies, readOrigins, frameOrigins, playKey, oidcName: oidc?.name },
  });
  const readers = new ReaderThreads({
    module: new URL('../reader/reader-thread.ts', import.meta.url),
    workerData: start,
    readers: count,
    desks: {
      api,
      page,
      provider: fromProvider ?? (() => Promise.reject(new Problem('not-found', 'Single sign-on is not set up.'))),
    },
    admit: (request) => admit(ENDPOINTS[endpointsAt(request.target.split('?', 1)[0]!)!.byMethod.get('GET')!], request),
    problemOf,
    room,
    onTold,
    totals: feeding.openTotals,
    sharePlayers: () =>
      void feeding.sharePlayers().catch((error: unknown) => log(`Readers cannot share players: ${String(error)}`, { level: 'error' })),
    draw: draw ?? (() => Promise.reject(new Error('Nothing draws pictures.'))),
    used: (key, at) => data.uses.note(key, at),
    onAnswered: onAnswered ?? (() => {}),
    log,
  });
  feeding.feed((steps) => readers.send({ kind: 'steps', steps }));
  data.keys.onChanged = () => readers.send({ kind: 'keys changed' });
  return readers;
}
