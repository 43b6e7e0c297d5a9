import { type IncomingMessage, maxHeaderSize, Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { callerOf } from './client-address.ts';
import { type HttpAnswer, type HttpRequest, problemAnswer } from './http-message.ts';
import { Problem } from './problem.ts';
import type { HeaderList } from './security-headers.ts';

/** How much of a refused body is still read, and for how long: a client that writes does not hear why it was refused. */
const DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_TIME_MS = 5_000;

const SMALL_BODY_BYTES = 64 * 1024;

/** Longer answers are not copied to be sent with their head. */
const SMALL_ANSWER_BYTES = 16 * 1024;

/** How long a request may take to arrive, its headers and the whole of it, and how often that is looked at. */
const PATIENCE = { headersTimeout: 15_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

/** The path and query of a request; a proxy's absolute form counts as its path. */
export function targetOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path === '*' ? '' : path}`;
}

/** A request of node:http as the API takes it; `id` is to be its own, `proxies` as `callerOf` takes it. */
export function httpRequestOf(incoming: IncomingMessage, id = '', proxies = 0): HttpRequest {
  const header = (name: string) => {
    const value = incoming.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  };
  return {
    id,
    method: incoming.method ?? 'GET',
    target: targetOf(incoming),
    // At once: an object with a getter of its own is of a shape of its own, which makes every post and every look a tenth dearer.
    caller: callerOf(incoming.socket.remoteAddress ?? '', header('x-forwarded-for'), proxies),
    header,
    readBody: (mostBytes) => wholeBody(incoming, mostBytes),
    isGone: () => incoming.socket.destroyed,
  };
}

/** As `readBody` of {@link HttpRequest} says. By events: an iterator takes longer than all else that is done with a small body. */
function wholeBody(incoming: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (incoming.readableEnded) return resolve(Buffer.alloc(0));
    if (incoming.destroyed) reject(new Error('The request is gone.'));
    let chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else {
        // What else comes passes: whoever has too much has an answer to get, on this connection.
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

/** Sends an answer; `headers` are those of every response, where it has none of that name. */
export function sendAnswer({ status, headers: own, body, cookies = [] }: HttpAnswer, outgoing: ServerResponse, headers: HeaderList): void {
  // In one list: to set each of a dozen headers by itself takes as long as to answer a question of ranks.
  const sent = headersBeside(own, headers);
  for (const name in own) sent.push(name, own[name]!);
  for (const cookie of cookies) sent.push('set-cookie', cookie);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes !== null) sent.push('content-length', String(bytes.length));
  else if (status !== 204 && status !== 304 && outgoing.req.method !== 'HEAD') sent.push('content-length', '0');
  const comesMore = !outgoing.req.complete && !outgoing.req.readableEnded && drains(outgoing);
  if (comesMore) sent.push('connection', 'close');
  outgoing.writeHead(status, sent);
  // Node leaves out the body of an answer to HEAD.
  const piece = bytes === null ? '' : inOnePiece(bytes);
  // Node cuts the connection with the end of the answer, and a proxy that is still writing too much then would not pass it on.
  if (!comesMore || status !== 413) return void outgoing.end(piece, 'latin1');
  outgoing.write(piece, 'latin1');
  outgoing.flushHeaders();
  outgoing.req.once('close', () => outgoing.end());
}

/** What is short is sent as text, one letter for each byte: Node sends head and body in one piece then. */
function inOnePiece(bytes: Uint8Array): Uint8Array | string {
  return bytes.length > SMALL_ANSWER_BYTES ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Lists of headers as Node takes them, for answers that have none of the same `names`, in small letters. */
const FLAT = new WeakMap<HeaderList, { readonly names: ReadonlySet<string>; readonly list: readonly string[] }>();

/** The headers of every response that an answer has none of its own for, names and values in turn. */
function headersBeside(own: HttpAnswer['headers'], headers: HeaderList): string[] {
  let flat = FLAT.get(headers);
  if (flat === undefined) {
    flat = { names: new Set(headers.map(([name]) => name.toLowerCase())), list: headers.flat() };
    FLAT.set(headers, flat);
  }
  for (const name in own) if (flat.names.has(name)) return headers.filter(([every]) => !(every.toLowerCase() in own)).flat();
  return flat.list.slice();
}

/** Reads on for a while what nobody asked for, so that the client can hear the answer; then the connection is to end. */
function drains(outgoing: ServerResponse): boolean {
  const incoming = outgoing.req;
  // Node reads the rest of a small body by itself, and the connection lives on.
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

/** A server of node:http that knows the newest response of each open connection. */
export class NodeServer extends Server {
  readonly newest = new Map<Duplex, ServerResponse>();

  constructor(options: ServerOptions, answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
    super(options, (incoming, outgoing) => {
      this.newest.set(incoming.socket, outgoing);
      answer(incoming, outgoing);
    });
    this.on('connection', (socket: Socket) => void socket.on('close', () => this.newest.delete(socket)));
  }
}

/**
 * A server of node:http, not yet listening, around `answer`. What Node would refuse by itself is refused here, in the
 * words of `refusal` and with the headers of every response. `patience` is in milliseconds.
 */
export function createNodeServer(
  headers: HeaderList,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  refusal: (problem: Problem) => HttpAnswer = problemAnswer,
  patience = PATIENCE,
): NodeServer {
  /** Answers what the HTTP parser gave up on; there is no response object then, only the socket. */
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

  // A request without a body has ended when it comes: it is no stream that has to be read to its end.
  const options = { requireHostHeader: false, optimizeEmptyRequests: true, ...patience };
  const server = new NodeServer(options, (incoming, outgoing) => {
    const problem = doubtIn(incoming);
    if (problem === undefined) answer(incoming, outgoing);
    else sendAnswer(refusal(problem), outgoing, headers);
  });
  server.on('checkExpectation', (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    sendAnswer(refusal(new Problem('expectation-failed', 'Expect may only be 100-continue.')), outgoing, headers);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = server.newest.get(socket);
    if (response === undefined || response.writableFinished) refuse(error, socket);
    // Another head in the middle of an answer would be read as a part of it: it ends with what was written by now.
    else if (response.headersSent) (socket as Socket).destroySoon();
    // What came after a whole request changes nothing about that one, and neither may its answer.
    else if (response.req.complete) response.once('finish', () => socket.destroy());
    else refuse(error, socket);
  });
  return server;
}

/** Why the HTTP parser gave up. */
function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers-too-large', `All headers together may have at most ${maxHeaderSize} bytes.`);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('timeout', 'The request did not arrive in time. Send it again.');
  return new Problem('bad-request', 'The request is not valid HTTP.');
}

/** A name or an address, and perhaps a port: a list, a user name or a path would mean another host to another reader. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{1,5})?$/i;

/** What two readers of a request could understand in two ways: whom it is for, and who sends it. */
function doubtIn({ httpVersion, rawHeaders }: IncomingMessage): Problem | undefined {
  const hosts: string[] = [];
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[i + 1]!);
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1'))
    return new Problem('bad-request', `A request must have one Host header; this one has ${hosts.length}.`, [
      { field: 'Host', rule: 'must be sent once' },
    ]);
  if (!hosts.every((host) => HOST.test(host)))
    return new Problem('bad-request', 'The Host header is not the name of a host.', [
      { field: 'Host', rule: 'must be a host, or a host and a port, such as laurels.example or 127.0.0.1:8080' },
    ]);
  if (authorizations > 1)
    return new Problem('bad-request', 'A request may have only one Authorization header.', [
      { field: 'Authorization', rule: 'must be sent at most once' },
    ]);
  return undefined;
}
