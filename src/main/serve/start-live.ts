import { resolve } from 'node:path';

import { CurrentAppearance } from '../../server/appearance/current-appearance.ts';
import { createLookFiles } from '../../server/appearance/look-files.ts';
import { openData } from '../../server/data/open-data.ts';
import { createAdmission, THIS_MACHINE } from '../../server/api/admission.ts';
import { createFrontDoor } from '../../server/api/front-door.ts';
import { createApi } from '../../server/api/handlers/live-api.ts';
import { createPush } from '../../server/api/push.ts';
import { createStreamRoom, listenerBounds } from '../../server/api/stream-room.ts';
import { createOutages } from '../../server/api/outages.ts';
import { createReadiness } from '../../server/api/readiness.ts';
import { createRateLimits } from '../../server/api/rate-limit.ts';
import { problemOf } from '../../server/api/told-problem.ts';
import { createSeenPositions } from '../../server/api/seen-positions.ts';
import { createSharedWindows } from '../../server/api/shared-windows.ts';
import { startOutgoing } from '../../server/outgoing/start-outgoing.ts';
import { Exports } from '../../server/data/archive/exports.ts';
import { ScheduledBackups } from '../../server/data/backups/scheduled-backups.ts';
import { startClosing } from '../../server/boards/closing.ts';
import { ensureBoard } from '../../server/boards/default-board.ts';
import { LiveBoards } from '../../server/boards/live-boards.ts';
import { publicBoards } from '../../server/boards/public-boards.ts';
import { otherCalendar } from '../../server/boards/other-calendar.ts';
import type { HttpHandler } from '../../server/http/http-message.ts';
import { listen } from '../../server/http/listening.ts';
import { WindowTable } from '../../server/api/window-table.ts';
import { oneOffLines } from '../../server/api/threads/one-off-lines.ts';
import type { ReaderThreads, ReaderThreadsParts } from '../../server/api/threads/reader-threads.ts';
import { readerCount, startReaders } from './start-readers.ts';
import { boundConnections, connectionBounds } from '../../server/http/connection-bounds.ts';
import { createNodeServer } from '../../server/http/node-http.ts';
import { type HeaderList, withHsts } from '../../server/http/security-headers.ts';
import type { StaticFiles } from '../../server/http/static-files.ts';
import type { Picture } from '../../server/pictures/picture.ts';
import { Keyring } from '../../server/operation/keys/keyring.ts';
import { firstKeyOf } from '../../server/operation/keys/first-key.ts';
import { Oidc } from '../../server/operators/oidc.ts';
import { Operators } from '../../server/operators/operators.ts';
import { sitePlace } from '../../server/operators/site-place.ts';
import { isReachedHereAlone } from '../../server/operators/this-machine.ts';
import { ClockWatch } from '../../server/operation/clock-watch.ts';
import { watchFollowing } from '../../server/operation/following-watch.ts';
import { type DataPlace, settledPlace } from '../../server/operation/data-place.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { setupCodeFile } from '../../server/operation/setup-code-file.ts';
import { weekdayName } from '../../server/operation/weekday.ts';
import type { OnAnswered } from '../../server/watching/answered-request.ts';
import type { Log } from '../../server/watching/log.ts';
import { RequestFigures } from '../../server/watching/request-figures.ts';
import { serveFigures } from './figures-server.ts';
import { liveFigures } from './live-figures.ts';
import { diskRoom } from '../../server/operation/disk-room.ts';
import { type ProcessFacts, saidFacts, thisProcess } from '../../server/operation/this-process.ts';
import type { SharingProcess } from '../../server/api/handlers/api-parts.ts';
import type { SharedCounts } from '../../server/store/shared-counts.ts';
import { withSqliteAdvice } from '../../server/store/sqlite/file/disk-advice.ts';
import { mostOpenFiles } from '../../server/operation/open-files.ts';
import { announceServer } from '../../server/operation/running-server.ts';

export interface LiveParts {
  readonly settings: LiveSettings;
  /** Serves pages. */
  readonly pages: (boards: LiveBoards, appearance: CurrentAppearance) => HttpHandler;
  /** Serves the console. */
  readonly consolePage?: (appearance: CurrentAppearance) => HttpHandler;
  readonly draw?: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;
  readonly files?: StaticFiles;
  /** The folder of the built pages, for reader threads. */
  readonly build?: string;
  /** Default response headers. */
  readonly headers: HeaderList;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A monotonic clock in milliseconds, including sleep, to check `clock` against. */
  readonly steady: () => number;
  readonly log: Log;
  readonly onAnswered?: OnAnswered;
  /** Whether the server was started on a terminal: only then may a browser on this machine set it up without the code. */
  readonly isOnTerminal?: boolean;
  /** Ends the process for a restart, because its memory may be wrong. */
  readonly giveUp?: (error: unknown) => void;
}

export type LiveServer = Awaited<ReturnType<typeof startLive>>;

/** Starts the live edition. @throws {Error} with advice, if the data cannot be opened or it cannot listen. */
export async function startLive(parts: LiveParts) {
  const { settings, pages, consolePage, draw, files, build, headers: built, clock, steady, onAnswered, giveUp = () => {} } = parts;
  const isHereAlone = parts.isOnTerminal === true && isReachedHereAlone(parts.settings);
  const { host, port, trustedProxies } = settings;
  const log = oneOffLines(parts.log);
  const headers = withHsts(settings.hsts, built);
  const place = settledPlace(settings.data, process.cwd());
  let made: string | undefined;
  const facts = thisProcess(clock());
  const data = await openData(place, {
    log,
    onMade: (text) => (made = text),
    serving: { say: () => JSON.stringify(facts()), onLost: giveUp },
  });
  const { store, uses } = data;
  let stopBackups = async () => {};
  let figures: Awaited<ReturnType<typeof serveFigures>> | undefined;
  let readers: ReaderThreads | undefined;
  try {
    const { keys } = data;
    const boards = await LiveBoards.open(store, { clock, graceMs: settings.graceMs, log });
    const watch = new ClockWatch(clock, steady);
    await ensureBoard(boards, settings.firstBoard);
    const other = otherCalendar(boards.boards()[0]!, settings.saidCalendar, weekdayName);
    if (other !== undefined) log(other);
    const appearance = await CurrentAppearance.open(store, boards);
    const readerThreads = await readerCount(settings, data, log);
    const windows = readerThreads === 0 ? undefined : WindowTable.empty(clock());
    const shared = windows ?? (data.counts && createSharedWindows(data.counts, clock, log));
    const limits = createRateLimits(settings.rateLimit, clock, shared);
    const outages = createOutages({ store, clock, log });
    const backups = scheduledBackups(settings.backup, place, { clock, log, boards });
    const exports = new Exports(place, clock);
    stopBackups = async () => void (await Promise.all([backups?.stop(), exports.stop()]));
    let isLocal: (token: string) => boolean = () => false;
    const started = Promise.withResolvers<void>();
    const readiness = createReadiness({ store, keys, started: started.promise, watch, steady, log });
    const requestFigures = new RequestFigures();
    const known = {
      check(token: string, now: number) {
        const checked = keys.check(token, now);
        if (checked.state === 'in use') uses.note(checked.key.id, now);
        return checked.state === 'unknown' && isLocal(token) ? THIS_MACHINE : checked;
      },
    };
    const keyring = new Keyring({ keys, uses, store, log });
    // Set once it listens.
    let where = sitePlace(settings.url, 'http://localhost');
    const keepCode = place.kind === 'folder' ? setupCodeFile(place.folder, log) : undefined;
    const operators = new Operators({
      store,
      clock,
      place: () => where,
      oidcName: settings.oidc?.name,
      isKeyInUse: (id) => keys.isInUse(id, clock()),
      onSetupCode: (given) => keepCode?.(given && { code: given.token, validMs: given.invitation.expiresAt - clock() }),
    });
    const oidc = settings.oidc && new Oidc({ store, operators, settings: settings.oidc, log });
    const site = () => ({ site: settings.url, points: appearance.look.identity.points });
    const both = { boards, appearance, keys: known, operators, limits, clock, outages, log };
    const api = createApi({
      ...both,
      readiness,
      exports,
      backups: backups ?? (place.kind === 'postgres' ? 'postgres' : 'no folder'),
      network: settings,
      site,
      keyring,
      oidc,
      settings: settings.told,
      disk: place.kind === 'folder' ? () => diskRoom(place.folder) : undefined,
      processes: () => sharingProcesses(data.counts, facts),
    });
    const room = createStreamRoom(listenerBounds(mostOpenFiles()), clock, log);
    const told = { times: 0, lagSeconds: 0 };
    const onTold = (lagSeconds: number) => {
      told.times += 1;
      told.lagSeconds += lagSeconds;
    };
    const push = createPush(boards.changes, clock, room, onTold);
    const lookFile = draw === undefined ? async () => undefined : createLookFiles(() => appearance.look, draw);
    const isHttps = settings.url?.startsWith('https:') === true;
    const seen =
      place.kind === 'folder'
        ? undefined
        : createSeenPositions({
            changes: boards.changes,
            store,
            isSecure: ({ header }) => isHttps || (trustedProxies > 0 && header('x-forwarded-proto')?.endsWith('https') === true),
          });
    const admit = createAdmission(both);
    const fromProvider: HttpHandler | undefined = oidc && ((request) => oidc.finish(request));
    const page = pages(boards, appearance);
    const onRequest: OnAnswered | undefined =
      settings.metrics === undefined
        ? onAnswered
        : (request) => {
            requestFigures.note(request);
            onAnswered?.(request);
          };
    const frontDoor = createFrontDoor({
      ...both,
      api,
      push,
      admit,
      boards: { withKey: boards, everybody: publicBoards(boards) },
      lookFile,
      // Rendering must not delay points.
      page: (request) => (build === undefined ? undefined : readers?.page(request)) ?? page(request),
      consolePage: consolePage?.(appearance),
      fromProvider,
      files,
      seen,
      trustedProxies,
      readOrigins: settings.readOrigins,
      playOrigins: (isCurrent) => keys.origins(isCurrent, clock()),
      frameOrigins: settings.frameOrigins,
      headers,
      onAnswered: onRequest,
    });
    if (settings.metrics !== undefined)
      figures = await serveFigures(settings.metrics, [
        ...requestFigures.figures,
        ...liveFigures({ boards, streams: room.figures, told, readiness, place, clock, backups }),
      ]);
    const server = createNodeServer(headers, frontDoor.enter);
    // Descriptors are the process's.
    boundConnections(server, connectionBounds(Math.floor(mostOpenFiles() / (readerThreads + 1)), trustedProxies), clock, log);
    if (windows !== undefined) {
      const { feeding } = data;
      const more = { api, page, fromProvider, admit, draw, onAnswered: onRequest, clock, log, room, onTold };
      const asProblem: ReaderThreadsParts['problemOf'] = (error, asked) => problemOf(error, asked, both);
      readers = startReaders({
        settings,
        isHereAlone,
        readers: readerThreads,
        data,
        feeding: feeding!,
        windows,
        build,
        problemOf: asProblem,
        ...more,
      });
      await readers.ready();
    }
    const { url, port: listeningPort, drain } = await listen(server, host, port, readers && 'first');
    where = sitePlace(settings.url, url, isHereAlone);
    await readers?.listen(listeningPort);
    for (const sentence of settings.misspelt) log(sentence);
    if (made !== undefined) log(made, { level: 'info' });
    if (await keyring.areLost())
      log('The API keys are missing, so all programs are refused. "laurels doctor" explains how to restore them.');
    const firstKey = await firstKeyOf(keys, settings.apiKey, clock(), log);
    await keyring.tell();
    // Commands reach a folder through its server, and a database directly.
    const local = place.kind === 'folder' ? announceServer(place.folder, url, clock()) : undefined;
    if (local !== undefined) isLocal = local.isToken;
    const closing = startClosing(boards, watch, log);
    const outgoing = startOutgoing({
      boards,
      store,
      mayReach: settings.mayReach,
      site,
      clock,
      chance: Math.random,
      log,
    });
    const following =
      seen &&
      watchFollowing(store, clock, (heardUntil) => {
        boards.changes.heardUntil = heardUntil;
        push.cutOff(heardUntil !== undefined);
      });

    started.resolve();
    return {
      /** For example `http://localhost:3000`. */
      url,
      /** The other threads that answer, if any. */
      readers,
      /** Where metrics are served, if set. */
      metricsUrl: figures?.url,
      /** Folders are absolute. */
      data: place,
      /** The first key, shown only once, if there was none. */
      firstKey,
      /** A new invitation for the first owner, replacing the previous one; `undefined` once someone has joined. */
      inviteFirst: () => operators.inviteFirst(),
      /** The same with a new code, if it is still open in a folder: a database may have a process that knows the code. */
      renewFirst: async () => (place.kind === 'folder' ? operators.renewFirst() : undefined),
      /** Finishes running requests and closes the store. */
      async stop(): Promise<void> {
        local?.withdraw();
        following?.stop();
        push.close();
        await figures?.stop();
        await Promise.all([drain(), readers?.stop()]);
        // Answers to disconnected clients still read the store.
        await frontDoor.settled();
        await Promise.all([closing.stop(), outgoing.stop(), stopBackups()]);
        outages.stop();
        await boards.commits.settled();
        await boards.hours.close();
        await data.close();
      },
    };
  } catch (error) {
    await stopBackups();
    await figures?.stop();
    await readers?.stop();
    await data.close();
    throw place.kind === 'folder' ? withSqliteAdvice(error, place.folder) : error;
  }
}

/** The processes sharing a database; for a folder, this one. */
async function sharingProcesses(counts: SharedCounts | undefined, facts: () => ProcessFacts): Promise<readonly SharingProcess[]> {
  if (counts === undefined) return [{ id: String(process.pid), isThis: true, silentMs: 0, facts: facts() }];
  const everybody = await counts.everybody();
  return everybody.map(({ id, isThis, silentMs, said }) => ({ id, isThis, silentMs, facts: isThis ? facts() : saidFacts(said) }));
}

/** Scheduled backups of a folder, if set up. */
function scheduledBackups(
  { folder, ...schedule }: LiveSettings['backup'],
  place: DataPlace,
  { clock, log, boards }: Pick<LiveParts, 'clock' | 'log'> & { readonly boards: LiveBoards },
): ScheduledBackups | undefined {
  if (folder === undefined) return undefined;
  if (place.kind === 'postgres') {
    log('LAURELS_BACKUP_FOLDER is ignored: back up PostgreSQL with its own tools.');
    return undefined;
  }
  return new ScheduledBackups({
    folder: place.folder,
    schedule: { ...schedule, folder: resolve(folder) },
    clock,
    log,
    begin: (what, subject) => boards.work.begin({ what, subject }),
    onFailed(reason) {
      const at = clock();
      boards.webhooks
        .tell({ type: 'backup.failed', at, subject: String(at), reason })
        .catch((error: unknown) => log(`Could not queue the webhook message: ${String(error)}`));
    },
  });
}
