// How messages are signed: the asymmetric scheme of Standard Webhooks 1.0.0 (ed25519, `v1a`). A receiver checks with the public key
// alone, so it can sign nothing itself. See docs/decisions for why Node's own crypto does it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** What DER has before the 32 bytes of a private key of ed25519 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** How many bytes of a public key in DER are the key itself: the last ones. */
const KEY_BYTES = 32;

/** A new private key, as the specification writes it: `whsk_` and the 32 bytes in base64. */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  return `whsk_${der.subarray(-KEY_BYTES).toString('base64')}`;
}

/** The public key to a private one: `whpk_` and 32 bytes in base64. */
export function publicKeyOf(signingKey: string): string {
  const der = createPublicKey(keyObject(signingKey)).export({ format: 'der', type: 'spki' });
  return `whpk_${der.subarray(-KEY_BYTES).toString('base64')}`;
}

/**
 * The headers that sign a message: `id` stays the same whenever it is sent again, `at` is when it is sent (epoch milliseconds).
 * One signature for each key, so that a receiver goes on while keys change.
 */
export function signedHeaders(
  signingKeys: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const seconds = String(Math.floor(at / 1000));
  const signed = Buffer.from(`${id}.${seconds}.${body}`);
  const signatures = signingKeys.map((key) => `v1a,${sign(null, signed, keyObject(key)).toString('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}

function keyObject(signingKey: string): KeyObject {
  const bytes = Buffer.from(signingKey.slice('whsk_'.length), 'base64');
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, bytes]), format: 'der', type: 'pkcs8' });
}
