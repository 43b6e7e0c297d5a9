// Sends requests to operator-supplied URLs, but never into our own network. The name is resolved once, all its addresses are
// checked, and the connection uses these addresses, which prevents DNS rebinding.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { isPublic, literalAddress, type MayReach } from './webhooks/receiver-address.ts';

/** The timeout for name lookup, request and answer together, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The longest answer that is read, in bytes. */
const MOST_BYTES = 64 * 1024;

type Resolve = (host: string) => Promise<readonly string[]>;

export interface Sent {
  readonly url: URL;
  readonly method: 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly readsBody: boolean;
}

export interface Answered {
  readonly status: number;
  /** `Retry-After` in milliseconds, or 0. */
  readonly askedMs: number;
  /** Empty unless `readsBody`. */
  readonly body: string;
}

export interface Network {
  readonly mayReach: MayReach;
  /** Resolves a name to all its addresses; replaceable for tests. */
  readonly resolve?: Resolve | undefined;
  readonly patienceMs?: number;
}

/** There was no answer; the message is for operators. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Sends a request and resolves with an answer of any status. Redirects are not followed.
 * @throws {NoAnswer} with the reason; or the abort reason of `signal`.
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
 * Resolves a receiver's addresses.
 * @throws {NoAnswer} if any of them is forbidden, or public without TLS: a name with both kinds of addresses is suspicious.
 */
export async function addressesOf(url: URL, { mayReach, resolve = allAddresses }: Network): Promise<readonly string[]> {
  const literal = literalAddress(url);
  const addresses = literal === undefined ? await resolve(url.hostname) : [literal];
  const inward = addresses.find((address) => !mayReach(address));
  // Do not reveal internal addresses.
  if (inward !== undefined)
    throw new NoAnswer(
      `not sent: the host resolves to ${literal ?? 'a private address'}, which is not on the internet; LAURELS_WEBHOOK_ALLOW can allow it`,
    );
  if (addresses.length === 0) throw new NoAnswer('not sent: the host has no address');
  if (url.protocol === 'http:' && addresses.some(isPublic)) throw new NoAnswer('not sent: public URLs must use https://');
  return addresses;
}

async function allAddresses(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Sends the request and resolves with the response headers. */
function exchange({ url, method, headers, body }: Sent, addresses: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const toChecked: LookupFunction = (_host, { all }, done) => {
    if (all === true) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': 'Laurels' },
    // A pooled connection might lead to an earlier address of the name.
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

/** @throws {NoAnswer} if the body is too long. */
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
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'host name lookup failed',
  ETIMEDOUT: 'host unreachable',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
};
