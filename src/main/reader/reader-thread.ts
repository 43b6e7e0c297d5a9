// A thread that answers reads from its own copy of the state, and passes everything else to the writer thread.
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { ENDPOINTS, endpointsAt } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type Admission, createAdmission, OPEN } from '../../server/api/admission.ts';
import { createFrontDoor } from '../../server/api/front-door.ts';
import { createApi } from '../../server/api/handlers/live-api.ts';
import { createOutages } from '../../server/api/outages.ts';
import { createPush } from '../../server/api/push.ts';
import { createRateLimits } from '../../server/api/rate-limit.ts';
import { problemOf } from '../../server/api/told-problem.ts';
import { WindowTable } from '../../server/api/window-table.ts';
import { CurrentAppearance } from '../../server/appearance/current-appearance.ts';
import { createLookFiles } from '../../server/appearance/look-files.ts';
import { LiveBoards } from '../../server/boards/live-boards.ts';
import { publicBoards } from '../../server/boards/public-boards.ts';
import { KEY_PATIENCE_MS } from '../../server/data/open-data.ts';
import { boundConnections, connectionBounds } from '../../server/http/connection-bounds.ts';
import type { HttpAnswer, HttpHandler, HttpRequest } from '../../server/http/http-message.ts';
import { listen } from '../../server/http/listening.ts';
import { createNodeServer } from '../../server/http/node-http.ts';
import { openStaticFiles } from '../../server/http/static-files.ts';
import { type HeaderList, securityHeaders, withHsts } from '../../server/http/security-headers.ts';
import { ApiKeys } from '../../server/operation/keys/api-keys.ts';
import { keysFile } from '../../server/operation/keys/keys-file.ts';
import { mostOpenFiles } from '../../server/operation/open-files.ts';
import { Operators } from '../../server/operators/operators.ts';
import { sitePlace } from '../../server/operators/site-place.ts';
import { LeftToWriter } from '../../server/store/left-to-writer.ts';
import type { FedStep } from '../../server/store/held/log-step.ts';
import { openReaderStore } from '../../server/store/sqlite/reader-store.ts';
import type { ReaderStart } from '../../server/api/threads/reader-start.ts';
import { ReaderLine } from '../../server/api/threads/reader-line.ts';
import type { Picture } from '../../server/pictures/picture.ts';
import type { Log } from '../../server/watching/log.ts';
import { createConsolePage } from '../serve/console-page.ts';
import { openLiveBuild } from '../serve/live-build.ts';
import { previewPage } from '../serve/preview-page.ts';
import { createSitePages } from '../serve/site-pages.ts';

/** How often the use of a key is reported, in milliseconds. */
const USED_EVERY_MS = 1000;

const {
  file,
  history,
  began,
  windows,
  threads,
  aheadMs,
  build: folder,
  isWatched,
  privacy,
  isHereAlone,
  settings,
} = workerData as ReaderStart;
const clock = () => Date.now() + aheadMs;
const log: Log = (line, facts): void => {
  port.send({ kind: 'log', line, facts });
  // The thread may be about to fail.
  port.flush();
};

// The writer thread reports problems with the list, and knows tokens besides those of keys.
const keys = knownKeys();

// Steps that arrive before the state is loaded.
const early: FedStep[] = [];
let step = (next: FedStep): void => void early.push(next);
const port = new ReaderLine(parentPort!, {
  step: (next) => step(next),
  listen: (number) => void open(number),
  drain: () => void drain(),
  keysChanged: () => keys?.refresh(),
  page: (request) =>
    page(request).catch((error: unknown) => {
      throw problemOf(error, { ...request, route: 'page' }, both);
    }),
});

const build = folder === undefined ? undefined : await openLiveBuild(folder);
const store = await openReaderStore(
  { file, history, began },
  {
    catchUp: () => port.catchUp(),
    totals: {
      scoreOf: (...of) => port.ask('scoreOf', of),
      latestEvent: (...of) => port.ask('latestEvent', of),
      standings: (...of) => port.ask('standings', of),
    },
  },
);
// A thread's start data stays in memory, and erased names must not.
Object.assign(began.players, { segments: [], renamed: [] });
for (const next of early.splice(0)) store.apply(next);
step = store.apply;
await store.caughtUp();
const boards = await LiveBoards.open(store, { clock, graceMs: settings.graceMs, log, isReader: true });
const appearance = await CurrentAppearance.open(store, boards);

const used = new Map<string, number>();
const known = {
  check(token: string, now: number) {
    const checked = keys?.check(token, now);
    if (checked?.state !== 'in use') throw new LeftToWriter();
    const { id } = checked.key;
    if (now - (used.get(id) ?? 0) >= USED_EVERY_MS) {
      used.set(id, now);
      port.send({ kind: 'used', key: id, at: now });
    }
    return checked;
  },
};

const limits = createRateLimits(settings.rateLimit, clock, new WindowTable(windows));
const outages = createOutages({ store, clock, log });
let where = sitePlace(settings.url, 'http://localhost');
const operators = new Operators({
  store,
  clock,
  place: () => where,
  oidcName: settings.oidcName,
  isKeyInUse: (id) => keys?.isInUse(id, clock()) === true,
});
const both = { boards, appearance, keys: known, operators, limits, clock, outages, log };
const own = createApi({ ...both, readiness: () => Promise.reject(new LeftToWriter()) });
const admitHere = createAdmission(both);

/** Answers a request here, unless something has to be written for it. */
async function api(request: HttpRequest): Promise<HttpAnswer> {
  if (!isQuestion(request)) return port.pass('api', request);
  try {
    return await own(request);
  } catch (error) {
    if (error instanceof LeftToWriter) return port.pass('api', request);
    throw error;
  }
}

/** Whether a request may be answered here: it is a public read, or there is no endpoint at its address. */
function isQuestion({ method, target }: HttpRequest): boolean {
  const id = endpointsAt(target.split('?', 1)[0]!)?.byMethod.get(method === 'HEAD' ? 'GET' : method);
  if (id === undefined) return true;
  const { role, method: of }: Endpoint = ENDPOINTS[id];
  return of === 'GET' && (role === 'none' || role === 'read');
}

const admit: Admission = async (endpoint, request) => {
  try {
    return await admitHere(endpoint, request);
  } catch (error) {
    if (!(error instanceof LeftToWriter)) throw error;
    const { left, mayReadAll, goesOn } = await port.admission(request);
    return { ...OPEN, left, mayReadAll, goesOn: mayReadAll ? goesOn : undefined };
  }
};

const draw = (picture: Picture) => port.ask('draw', picture);
const headers: HeaderList = withHsts(settings.hsts, securityHeaders(build?.csp ?? { scriptHashes: [], styleHashes: [] }));
const room = {
  take: (caller: string) => port.ask('stream', caller),
  leave: (caller: string) => port.send({ kind: 'left', caller }),
};
const push = createPush(boards.changes, clock, room, (lagSeconds) => port.send({ kind: 'pushed', lagSeconds }));
const page: HttpHandler =
  build === undefined
    ? (request) => port.pass('page', request)
    : createSitePages({ build, origin: settings.url, privacy, playKey: settings.playKey, draw, clock, log })(boards, appearance);
const frontDoor = createFrontDoor({
  ...both,
  api,
  push,
  admit,
  boards: { withKey: boards, everybody: publicBoards(boards) },
  lookFile: createLookFiles(() => appearance.look, draw),
  page,
  consolePage:
    build &&
    createConsolePage(
      build.console,
      () => appearance.look,
      (request) => previewPage(build, appearance.look, request),
    ),
  fromProvider: settings.oidcName === undefined ? undefined : (request) => port.pass('provider', request),
  files: build && openStaticFiles(build.files),
  trustedProxies: settings.trustedProxies,
  readOrigins: settings.readOrigins,
  playOrigins: (isCurrent) => keys?.origins(isCurrent, clock()) ?? [],
  frameOrigins: settings.frameOrigins,
  headers,
  onAnswered: isWatched ? (request) => port.send({ kind: 'answered', request }) : undefined,
});
const server = createNodeServer(headers, (incoming, outgoing) => {
  port.catchUp();
  frontDoor.enter(incoming, outgoing);
});
boundConnections(server, connectionBounds(Math.floor(mostOpenFiles() / threads), settings.trustedProxies), clock, log);
let stopListening: (() => Promise<void>) | undefined;

async function open(number: number): Promise<void> {
  const listening = await listen(server, settings.host, number, 'further');
  where = sitePlace(settings.url, listening.url, isHereAlone);
  stopListening = listening.drain;
  port.send({ kind: 'listening' });
}

function knownKeys(): ApiKeys | undefined {
  try {
    return new ApiKeys(keysFile(dirname(file)), { patienceMs: KEY_PATIENCE_MS });
  } catch {
    // The writer thread continues with the last good list.
    return undefined;
  }
}

async function drain(): Promise<void> {
  push.close();
  await stopListening?.();
  await frontDoor.settled();
  await port.drained();
}

port.send({ kind: 'ready' });
