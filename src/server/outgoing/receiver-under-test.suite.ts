// A webhook receiver on this machine, which answers as a test specifies and records what it receives.
import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach } from 'vitest';

import { type WebhookMessage, webhookMessageSchema } from '../../contract/operation/webhooks.ts';

/** The DER prefix of an ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `hang`: never answers. */
export type Answer = 'hang' | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** Gives each test in the file a receiver with its own address. */
export function useReceiver() {
  const receiver = {
    /** Its URL, without a trailing slash. */
    url: '',
    received: [] as Received[],
    /** Its answer; 204 by default. */
    answer: (_received: Received): Answer => ({ status: 204 }),
    /** The received messages, parsed by the contract. */
    messages: (): readonly WebhookMessage[] => receiver.received.map(({ body }) => webhookMessageSchema.parse(JSON.parse(body))),
    types: (): readonly string[] => receiver.messages().map(({ type }) => type),
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const received = { method: request.method!, path: request.url!, headers: request.headers, body };
    receiver.received.push(received);
    const answer = receiver.answer(received);
    if (answer === 'hang') return;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });

  beforeEach(async () => {
    receiver.received = [];
    receiver.answer = () => ({ status: 204 });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  return receiver;
}

/** Whether a request verifies with a public key. */
export function isGenuine({ headers, body }: Received, publicKey: string): boolean {
  const bytes = Buffer.from(publicKey.slice('whpk_'.length), 'base64');
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: 'der', type: 'spki' });
  const signed = Buffer.from(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`);
  const signatures = (headers['webhook-signature'] as string).split(' ');
  return signatures.some((signature) => verify(null, signed, key, Buffer.from(signature.slice('v1a,'.length), 'base64')));
}
