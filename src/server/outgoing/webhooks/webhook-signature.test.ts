import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { newSigningKey, publicKeyOf, signedHeaders } from './webhook-signature.ts';

/** The code that docs/webhooks.md gives receivers, for a public key. */
async function receiver(publicKey: string) {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8');
  const [, code = ''] = /```js\n(.*?)```/s.exec(document) ?? [];
  const module = `data:text/javascript,${encodeURIComponent(code.replace('PUBLIC-KEY', publicKey))}`;
  return (await import(module)) as { readonly isGenuine: (headers: object, body: string) => boolean };
}

test('a message is signed as the reference implementation of Standard Webhooks signs it', () => {
  const key = 'whsk_VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=';
  const headers = signedHeaders([key], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_999, body: '{"test": 2432232314}' });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==',
  });
});

test('the documented code accepts the signature of either signing key, and rejects a changed or an old message', async () => {
  const [old, current, other] = [newSigningKey(), newSigningKey(), newSigningKey()];
  const headers = signedHeaders([current, old], { id: 'msg_1', at: Date.now(), body: '{}' });
  const [byOld, byCurrent, byOther] = await Promise.all([old, current, other].map((key) => receiver(publicKeyOf(key))));
  expect([byOld, byCurrent, byOther].map((each) => each!.isGenuine(headers, '{}'))).toEqual([true, true, false]);
  expect(byCurrent!.isGenuine(headers, '{ }')).toBe(false);
  expect(byCurrent!.isGenuine({ ...headers, 'webhook-id': 'msg_2' }, '{}')).toBe(false);
  const early = signedHeaders([current], { id: 'msg_1', at: Date.now() - 400_000, body: '{}' });
  expect(byCurrent!.isGenuine(early, '{}')).toBe(false);
});
