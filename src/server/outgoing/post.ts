// Sends a request to an address that somebody gave us, and to nothing inside our own network. The name is looked up once, every address
// of it is looked at, and the connection is made to these addresses: what a name server says a moment later changes nothing.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { isPublic, literalAddress, type MayReach } from './webhooks/receiver-address.ts';

/** How long a receiver may take to answer, in milliseconds, its name and its body included. */
const PATIENCE_MS = 15_000;

/** No answer that is read is longer, in bytes. */
const MOST_BYTES = 64 * 1024;

type Resolve = (host: string) => Promise<readonly string[]>;

export interface Sent {
  readonly url: URL;
  readonly method: 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the body of the answer is read. */
  readonly readsBody: boolean;
}

export interface Answered {
  readonly status: number;
  /** What the receiver asks for with `Retry-After`, in milliseconds; 0 if nothing. */
  readonly askedMs: number;
  /** Empty unless it was to be read. */
  readonly body: string;
}

export interface Network {
  readonly mayReach: MayReach;
  /** All addresses of a name. The system's own, unless a test needs to lie. */
  readonly resolve?: Resolve | undefined;
  readonly patienceMs?: number;
}

/** Why there was no answer, in words for an operator. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Sends a request and resolves with the answer, whatever its status. No redirect is followed.
 * @throws {NoAnswer} saying why there was none; with what `signal` was aborted for, if it was.
 */
export async function post(sent: Sent, { mayReach, resolve, patienceMs = PATIENCE_MS }: Network, signal: AbortSignal): Promise<Answered> {
  const late = AbortSignal.timeout(patienceMs);
  const ending = AbortSignal.any([signal, late]);
  try {
    ending.throwIfAborted();
    const ended = once(ending, 'abort').then(() => Promise.reject(ending.reason as Error));
    const addresses = await Promise.race([addressesOf(sent.url, { mayReach, resolve }), ended]);
    const response = await exchange(sent, addresses, ending);
    const body = sent.readsBody ? await bodyOf(response) : '';
    response.destroy();
    return { status: response.statusCode ?? 0, askedMs: askedIn(response.headers['retry-after']), body };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late.aborted) throw new NoAnswer(`no answer within ${patienceMs / 1000} seconds`);
    if (error instanceof NoAnswer) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new NoAnswer(code === undefined ? message : (WORDS[code] ?? `the connection failed (${code})`));
  }
}

/**
 * The addresses of a receiver, all of which may be sent to.
 * @throws {NoAnswer} if one may not, or not without TLS: a name that leads both out and in is not to be trusted.
 */
export async function addressesOf(url: URL, { mayReach, resolve = allAddresses }: Network): Promise<readonly string[]> {
  const literal = literalAddress(url);
  const addresses = literal === undefined ? await resolve(url.hostname) : [literal];
  const inward = addresses.find((address) => !mayReach(address));
  // Where a name leads inside the network is for nobody to learn who may only say where messages go.
  if (inward !== undefined)
    throw new NoAnswer(`not sent: the host is at ${literal ?? 'an address inside the network'}, which is not on the internet`);
  if (addresses.length === 0) throw new NoAnswer('not sent: the host has no address');
  if (url.protocol === 'http:' && addresses.some(isPublic)) throw new NoAnswer('not sent: on the internet only https:// is private');
  return addresses;
}

async function allAddresses(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Begins a request and resolves with the answer as it begins. */
function exchange({ url, method, headers, body }: Sent, addresses: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const toChecked: LookupFunction = (_host, { all }, done) => {
    if (all === true) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': 'Laurels' },
    // A connection of its own: one that is kept might lead where its name led earlier.
    agent: false,
    lookup: toChecked,
    signal,
  };
  return new Promise((done, refuse) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, done);
    request.on('error', refuse);
    request.end(body);
  });
}

/** @throws {NoAnswer} for a body that is too long. */
async function bodyOf(response: IncomingMessage): Promise<string> {
  let body = Buffer.alloc(0);
  for await (const part of response as AsyncIterable<Buffer>) {
    body = Buffer.concat([body, part]);
    if (body.length > MOST_BYTES) throw new NoAnswer('the answer is too long');
  }
  return body.toString();
}

function askedIn(retryAfter = ''): number {
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return ms > 0 ? ms : 0;
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up right now',
  ETIMEDOUT: 'the host cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
};
