// A receiver of webhooks on this machine, which answers as a test says and remembers what it was sent.
import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach } from 'vitest';

import { type WebhookMessage, webhookMessageSchema } from '../../contract/operation/webhooks.ts';

/** What DER has before a public key of ed25519 (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `hang`: no answer ever comes. */
export type Answer = 'hang' | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** Gives each test of the file a receiver at an address of its own. */
export function useReceiver() {
  const receiver = {
    /** Where it is, without a slash at the end. */
    url: '',
    received: [] as Received[],
    /** What it answers; 204 unless a test says otherwise. */
    answer: (_received: Received): Answer => ({ status: 204 }),
    /** What it was sent, as the contract describes it. */
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

/** Whether a receiver that knows a public key takes what it was sent for genuine. */
export function isGenuine({ headers, body }: Received, publicKey: string): boolean {
  const bytes = Buffer.from(publicKey.slice('whpk_'.length), 'base64');
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: 'der', type: 'spki' });
  const signed = Buffer.from(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`);
  const signatures = (headers['webhook-signature'] as string).split(' ');
  return signatures.some((signature) => verify(null, signed, key, Buffer.from(signature.slice('v1a,'.length), 'base64')));
}
