import { createPublicKey, verify } from 'node:crypto';

import { expect, test } from 'vitest';

import { newSigningKey, publicKeyOf, signedHeaders } from './webhook-signature.ts';

/** The DER prefix of an ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether a signature verifies with only the public key. */
function isGenuine(publicKey: string, headers: ReturnType<typeof signedHeaders>, body: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey.slice('whpk_'.length), 'base64')]),
    format: 'der',
    type: 'spki',
  });
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  return headers['webhook-signature']
    .split(' ')
    .some((signature) => verify(null, signed, key, Buffer.from(signature.slice('v1a,'.length), 'base64')));
}

test('signs like the reference implementation of Standard Webhooks', () => {
  const key = 'whsk_VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=';
  const headers = signedHeaders([key], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_999, body: '{"test": 2432232314}' });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==',
  });
});

test('the public key of either signing key verifies a message, but not a modified one', () => {
  const [old, current, other] = [newSigningKey(), newSigningKey(), newSigningKey()];
  const headers = signedHeaders([current, old], { id: 'msg_1', at: 0, body: '{}' });
  expect(isGenuine(publicKeyOf(old), headers, '{}')).toBe(true);
  expect(isGenuine(publicKeyOf(current), headers, '{}')).toBe(true);
  expect(isGenuine(publicKeyOf(other), headers, '{}')).toBe(false);
  expect(isGenuine(publicKeyOf(current), headers, '{ }')).toBe(false);
  expect(isGenuine(publicKeyOf(current), { ...headers, 'webhook-timestamp': '1' }, '{}')).toBe(false);
});
