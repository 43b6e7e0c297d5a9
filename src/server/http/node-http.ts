import { type IncomingMessage, maxHeaderSize, Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import { createReadStream, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { callerOf, isLoopback } from './client-address.ts';
import { type HttpAnswer, type HttpRequest, problemAnswer } from './http-message.ts';
import { Problem } from './problem.ts';
import type { HeaderList } from './security-headers.ts';

/** How much of a refused body is still read, and for how long, because a client that is still writing does not read the answer. */
const DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_TIME_MS = 5_000;

const SMALL_BODY_BYTES = 64 * 1024;

/** The largest answer that is copied into one write with its head. */
const SMALL_ANSWER_BYTES = 16 * 1024;

/** Timeouts for receiving requests, in milliseconds. */
const PATIENCE = { headersTimeout: 15_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

/** The path and query of a request, also in a proxy's absolute form. */
export function targetOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path === '*' ? '' : path}`;
}

/** Adapts a request of node:http; `id` must be unique, `proxies` as in `callerOf`. */
export function httpRequestOf(incoming: IncomingMessage, id = '', proxies = 0): HttpRequest {
  const header = (name: string) => {
    const value = incoming.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  };
  return {
    id,
    method: incoming.method ?? 'GET',
    target: targetOf(incoming),
    // Eager: a getter would give each object its own hidden class, which makes requests 10 % slower.
    caller: callerOf(incoming.socket.remoteAddress ?? '', header('x-forwarded-for'), proxies),
    header,
    headers: () => Object.fromEntries(Object.keys(incoming.headers).map((name) => [name, header(name)!])),
    readBody: (mostBytes) => wholeBody(incoming, mostBytes),
    isGone: () => incoming.socket.destroyed,
    isDirect: () => incoming.httpVersion === '1.1' && isLoopback(incoming.socket.remoteAddress ?? ''),
  };
}

/** See `readBody` of {@link HttpRequest}. */
async function wholeBody(incoming: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  if (!incoming.complete || incoming.destroyed) return arrivingBody(incoming, mostBytes);
  // Small bodies come with their head, and listening to them takes longer than everything else about them.
  const bytes = (incoming.read() as Buffer | null) ?? Buffer.alloc(0);
  return bytes.length > mostBytes ? undefined : bytes;
}

function arrivingBody(incoming: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (incoming.readableEnded) return resolve(Buffer.alloc(0));
    if (incoming.destroyed) reject(new Error('The request is gone.'));
    let chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else {
        // Keeps reading, so that the client gets its answer on this connection.
        chunks = [];
        resolve(undefined);
      }
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    incoming.on('close', () => {
      if (!incoming.readableEnded) reject(new Error('The request ended before its body did.'));
    });
  });
}

/** Sends an answer; `headers` are the defaults of every response. */
export function sendAnswer(
  { status, headers: own, body, file, cookies = [] }: HttpAnswer,
  outgoing: ServerResponse,
  headers: HeaderList,
): void {
  // One list: setting a dozen headers one by one costs as much as answering with a rank.
  const sent = headersBeside(own, headers);
  for (const name in own) sent.push(name, own[name]!);
  for (const cookie of cookies) sent.push('set-cookie', cookie);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (file !== undefined) return sendFile(file, status, sent, outgoing);
  if (bytes !== null) sent.push('content-length', String(bytes.length));
  else if (status !== 204 && status !== 304 && outgoing.req.method !== 'HEAD') sent.push('content-length', '0');
  const comesMore = !outgoing.req.complete && !outgoing.req.readableEnded && drains(outgoing);
  if (comesMore) sent.push('connection', 'close');
  outgoing.writeHead(status, sent);
  const piece = bytes === null ? '' : inOnePiece(bytes);
  // Node closes the connection with the answer, which a proxy that is still writing would lose.
  if (!comesMore || status !== 413) return void outgoing.end(piece, 'latin1');
  outgoing.write(piece, 'latin1');
  outgoing.flushHeaders();
  outgoing.req.once('close', () => outgoing.end());
}

/** Sends part of a file at the client's speed. A client that disconnects, or a file that can't be read, ends the connection. */
function sendFile(
  { path, from, bytes, isTemporary }: NonNullable<HttpAnswer['file']>,
  status: number,
  sent: string[],
  outgoing: ServerResponse,
): void {
  outgoing.writeHead(status, [...sent, 'content-length', String(bytes)]);
  const file = createReadStream(path, { start: from, end: from + bytes - 1 });
  // The pipeline stops listening once the client has disconnected, and opening may fail after that, when the file is deleted.
  file.on('error', () => {});
  pipeline(file, outgoing)
    .catch(() => outgoing.destroy())
    .finally(() => isTemporary === true && rmSync(path, { force: true }));
}

/** Short bodies as latin1 text, so that Node sends head and body in one write. */
function inOnePiece(bytes: Uint8Array): Uint8Array | string {
  return bytes.length > SMALL_ANSWER_BYTES ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Flattened default headers for Node, with their lower-case `names`. */
const FLAT = new WeakMap<HeaderList, { readonly names: ReadonlySet<string>; readonly list: readonly string[] }>();

/** The default headers that an answer does not override, as alternating names and values. */
function headersBeside(own: HttpAnswer['headers'], headers: HeaderList): string[] {
  let flat = FLAT.get(headers);
  if (flat === undefined) {
    flat = { names: new Set(headers.map(([name]) => name.toLowerCase())), list: headers.flat() };
    FLAT.set(headers, flat);
  }
  for (const name in own) if (flat.names.has(name)) return headers.filter(([every]) => !(every.toLowerCase() in own)).flat();
  return flat.list.slice();
}

/** Keeps reading for a while so that the client can receive the answer, then ends the connection. */
function drains(outgoing: ServerResponse): boolean {
  const incoming = outgoing.req;
  // Node drains small bodies itself and keeps the connection.
  if (Number(incoming.headers['content-length'] ?? Infinity) <= SMALL_BODY_BYTES) return false;
  let size = 0;
  const timer = setTimeout(() => incoming.destroy(), DRAIN_TIME_MS);
  incoming.once('close', () => clearTimeout(timer));
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DRAIN_BYTES) incoming.destroy();
  });
  return true;
}

/** A server that tracks the newest response of each open connection. */
export class NodeServer extends Server {
  readonly newest = new Map<Duplex, ServerResponse>();

  constructor(options: ServerOptions, answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
    super(options, (incoming, outgoing) => {
      const { socket } = incoming;
      const before = this.newest.get(socket);
      this.newest.set(socket, outgoing);
      if (before === undefined || before.writableFinished) return answer(incoming, outgoing);
      // Pipelined: one at a time, letting others have a turn. Meanwhile, no more are read.
      socket.pause();
      const goOn = () => {
        if (this.newest.get(socket) === outgoing) socket.resume();
        answer(incoming, outgoing);
      };
      before.once('close', () => setImmediate(goOn));
    });
    this.on('connection', (socket: Socket) => void socket.on('close', () => this.newest.delete(socket)));
  }
}

/**
 * A server, not yet listening. Requests that Node itself would reject are answered with `refusal` and the default headers.
 * `patience` is in milliseconds.
 */
export function createNodeServer(
  headers: HeaderList,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  refusal: (problem: Problem) => HttpAnswer = problemAnswer,
  patience = PATIENCE,
): NodeServer {
  /** Answers parser errors, for which there is only a socket. */
  function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, headers: own, body } = refusal(problemOf(error));
    const text = String(body);
    const all = [...headers, ...Object.entries(own), ['content-length', Buffer.byteLength(text)], ['connection', 'close']];
    const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${text}`);
  }

  // Requests without a body need not be read to their end.
  const options = { requireHostHeader: false, optimizeEmptyRequests: true, ...patience };
  const server = new NodeServer(options, (incoming, outgoing) => {
    const problem = doubtIn(incoming);
    if (problem === undefined) answer(incoming, outgoing);
    else sendAnswer(refusal(problem), outgoing, headers);
  });
  server.on('checkExpectation', (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    sendAnswer(refusal(new Problem('expectation-failed', 'The only supported Expect value is 100-continue.')), outgoing, headers);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = server.newest.get(socket);
    if (response === undefined || response.writableFinished) refuse(error, socket);
    // A second head would be read as part of the response that has already begun.
    else if (response.headersSent) (socket as Socket).destroySoon();
    // Garbage after a complete request must not affect that request's answer.
    else if (response.req.complete) response.once('finish', () => socket.destroy());
    else refuse(error, socket);
  });
  return server;
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers-too-large', `All headers together must be at most ${maxHeaderSize} bytes.`);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('timeout', 'The request did not arrive in time. Send it again.');
  return new Problem('bad-request', 'The request is not valid HTTP.');
}

/** A host with an optional port. Lists, usernames and paths are ambiguous. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{1,5})?$/i;

/** Rejects requests that two parsers could read differently: ambiguous host or credentials. */
function doubtIn({ httpVersion, rawHeaders }: IncomingMessage): Problem | undefined {
  const hosts: string[] = [];
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[i + 1]!);
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1'))
    return new Problem('bad-request', `A request must have exactly one Host header, not ${hosts.length}.`, [
      { field: 'Host', rule: 'must be sent once' },
    ]);
  if (!hosts.every((host) => HOST.test(host)))
    return new Problem('bad-request', 'The Host header is not a valid host.', [
      { field: 'Host', rule: 'must be a host with an optional port, for example laurels.example or 127.0.0.1:8080' },
    ]);
  if (authorizations > 1)
    return new Problem('bad-request', 'A request must not have more than one Authorization header.', [
      { field: 'Authorization', rule: 'must be sent at most once' },
    ]);
  return undefined;
}
