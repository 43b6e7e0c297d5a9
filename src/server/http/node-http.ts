import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { type HttpAnswer, type HttpRequest, problemAnswer } from './http-message.ts';
import { Problem, type ProblemCode } from './problem.ts';
import type { HeaderList } from './security-headers.ts';

/** How much of a refused body is still read, in bytes, and for how long: a client that writes does not hear why it was refused. */
const DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_TIME = 5_000;

const SMALL_BODY = 64 * 1024;

/** The path and query of a request; a proxy's absolute form counts as its path. */
export function targetOf({ url = '/' }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path === '*' ? '' : path}`;
}

/** A request of node:http as the API takes it. */
export function httpRequestOf(incoming: IncomingMessage): HttpRequest {
  return {
    method: incoming.method ?? 'GET',
    target: targetOf(incoming),
    remoteAddress: incoming.socket.remoteAddress ?? '',
    header: (name) => {
      const value = incoming.headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    },
    // Whoever stops reading has an answer to give, on this connection.
    body: incoming.method === 'GET' || incoming.method === 'HEAD' ? null : incoming.iterator({ destroyOnReturn: false }),
  };
}

/** Sends an answer; `headers` are those of every response, where it has none of that name. */
export function sendAnswer({ status, headers: own, body }: HttpAnswer, outgoing: ServerResponse, headers: HeaderList): void {
  const all: Record<string, string | number> = {};
  for (const [name, value] of headers) all[name.toLowerCase()] = value;
  Object.assign(all, own);
  if (body !== null) all['content-length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  else if (status !== 204 && status !== 304 && outgoing.req.method !== 'HEAD') all['content-length'] = 0;
  if (!outgoing.req.complete) drain(outgoing);
  outgoing.writeHead(status, all);
  outgoing.end(body ?? undefined);
}

/** Reads on for a while what nobody asked for, so that the client can hear the answer; then the connection ends. */
function drain(outgoing: ServerResponse): void {
  const incoming = outgoing.req;
  // Node reads the rest of a small body by itself, and the connection lives on.
  if (Number(incoming.headers['content-length'] ?? Infinity) <= SMALL_BODY) return;
  outgoing.setHeader('connection', 'close');
  let size = 0;
  const timer = setTimeout(() => incoming.destroy(), DRAIN_TIME);
  incoming.once('close', () => clearTimeout(timer));
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DRAIN_BYTES) incoming.destroy();
  });
}

/**
 * A server of node:http, not yet listening, around `answer`. What Node would refuse by itself is refused here, as
 * a problem and with the headers of every response.
 */
export function createNodeServer(headers: HeaderList, answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Server {
  /** The newest response of each connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer({ requireHostHeader: false, headersTimeout: 15_000, requestTimeout: 60_000 }, (incoming, outgoing) => {
    responses.set(incoming.socket, outgoing);
    answer(incoming, outgoing);
  });
  server.on('checkExpectation', (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    sendAnswer(problemAnswer(new Problem('bad-request', 'The only expectation met is 100-continue.')), outgoing, headers);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = responses.get(socket);
    if (response === undefined || response.writableFinished) refuse(error, socket, headers);
    // Another head in the middle of an answer would be read as a part of it: it ends with what was written by now.
    else if (response.headersSent) (socket as Socket).destroySoon();
    // What came after a whole request changes nothing about that one, and neither may its answer.
    else if (response.req.complete) response.once('finish', () => socket.destroy());
    else refuse(error, socket, headers);
  });
  return server;
}

/** Answers what the HTTP parser gave up on; there is no response object then, only the socket. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, headers: HeaderList): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ProblemCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'bad-request';
  const problem = new Problem(code, code === 'too-large' ? 'The headers are too large.' : 'This is not HTTP that can be understood.');
  const body = JSON.stringify(problem);
  const lines = [
    ...headers,
    ['content-type', 'application/problem+json'],
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} Refused\r\n${lines.join('')}\r\n${body}`);
}
