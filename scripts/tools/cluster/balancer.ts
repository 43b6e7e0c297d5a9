import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { listen } from '../../../src/server/http/listening.ts';
import { NodeServer } from '../../../src/server/http/node-http.ts';

/** How often each process is checked for readiness, and the timeout, in milliseconds. */
const ASK_EVERY_MS = 250;
const ANSWER_WITHIN_MS = 1000;

/** Headers of a connection, not of its content. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect']);

/** Distributes requests to processes of the same site, round-robin. Small, and for this machine only. */
export interface Balancer {
  readonly url: string;
  /** Indexes of the processes that get requests: the ready ones, or all if none is. */
  serving(): readonly number[];
  close(): Promise<void>;
}

/** A process that gets requests. */
interface Backend {
  readonly origin: URL;
  isReady: boolean;
}

/**
 * Starts a balancer for `origins`, such as `http://127.0.0.1:9001`. A request moves on to the next process if one refuses it before
 * anything was sent; a read also if no response has begun. `told` is called for each process taken out or let back in.
 *
 * @throws {Error} saying what to do, if it cannot listen there.
 */
export async function startBalancer(
  origins: readonly string[],
  { host = '127.0.0.1', port = 0, told = () => undefined }: Partial<BalancerOptions> = {},
): Promise<Balancer> {
  const backends = origins.map((origin): Backend => ({ origin: new URL(origin), isReady: true }));
  let turn = 0;

  /** Ready processes, starting with the next in turn; then the others, which may still answer. */
  function inTurn(): Backend[] {
    turn = (turn + 1) % backends.length;
    const all = [...backends.slice(turn), ...backends.slice(0, turn)];
    return [...all.filter(({ isReady }) => isReady), ...all.filter(({ isReady }) => !isReady)];
  }

  function note(backend: Backend, isReady: boolean): void {
    if (backend.isReady === isReady) return;
    backend.isReady = isReady;
    told(backends.indexOf(backend), isReady);
  }

  const kept = new Agent({ keepAlive: true });
  const server = new NodeServer({}, (request, response) => forward(request, response, kept, inTurn(), (backend) => note(backend, false)));
  // Event streams end when their pages close them.
  server.requestTimeout = 0;
  const { url } = await listen(server, host, port);
  const closed = new AbortController();
  async function watch(backend: Backend): Promise<void> {
    while (!closed.signal.aborted) {
      note(backend, await isReady(backend.origin));
      await wait(ASK_EVERY_MS, undefined, { ref: false });
    }
  }
  for (const backend of backends) void watch(backend);

  return {
    url,
    serving() {
      const ready = backends.flatMap((backend, i) => (backend.isReady ? [i] : []));
      return ready.length > 0 ? ready : [...backends.keys()];
    },
    close() {
      closed.abort();
      kept.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface BalancerOptions {
  readonly host: string;
  readonly port: number;
  readonly told: (place: number, isReady: boolean) => void;
}

async function isReady(origin: URL): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/readyz', origin), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Forwards a request to the first backend that answers. Reads use `kept` connections; other requests a new one each, because a reused one
 * may have closed meanwhile without saying how much was read. `gone` is called for backends that refuse connections.
 */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  kept: Agent,
  [backend, ...others]: readonly Backend[],
  gone: (backend: Backend) => void,
): void {
  const { origin } = backend!;
  const headers = { ...endToEnd(request.headers), 'x-forwarded-for': forwardedFor(request) };
  const onlyReads = request.method === 'GET' || request.method === 'HEAD';
  const agent = onlyReads ? kept : false;
  const upstream = ask(new URL(origin), { method: request.method, path: request.url, headers, agent });
  let isSent = false;
  const send = () => {
    isSent = true;
    request.pipe(upstream);
  };
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', send);
    else send();
  });
  upstream.once('response', (answer) => {
    response.writeHead(answer.statusCode!, { ...endToEnd(answer.headers), via: `1.1 ${origin.host}` });
    response.flushHeaders();
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  upstream.on('error', () => {
    if (!isSent) gone(backend!);
    // A closed reused connection says nothing about the process, so retry.
    const left = upstream.reusedSocket ? [backend!, ...others] : others;
    if (response.headersSent || response.destroyed) response.destroy();
    else if (left.length > 0 && (!isSent || onlyReads)) forward(request, response, kept, left, gone);
    else response.writeHead(502, { 'retry-after': '1', 'content-type': 'text/plain' }).end('The process that had this request is gone.\n');
  });
  response.once('close', () => upstream.destroy());
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

function forwardedFor({ headers, socket }: IncomingMessage): string {
  const before = headers['x-forwarded-for'];
  return [...(before === undefined ? [] : [before]), socket.remoteAddress ?? ''].join(', ');
}
