// Signatures per Standard Webhooks 1.0.0, asymmetric (ed25519, `v1a`), so that receivers hold no secret. See docs/decisions for
// the choice of Node's crypto.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** The DER prefix of an ed25519 private key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key's length at the end of a DER public key. */
const KEY_BYTES = 32;

/** A new private key: `whsk_` and 32 bytes in base64. */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  return `whsk_${der.subarray(-KEY_BYTES).toString('base64')}`;
}

/** The public key: `whpk_` and 32 bytes in base64. */
export function publicKeyOf(signingKey: string): string {
  const der = createPublicKey(keyObject(signingKey)).export({ format: 'der', type: 'spki' });
  return `whpk_${der.subarray(-KEY_BYTES).toString('base64')}`;
}

/** The headers of a message, with a signature per key. `id` is the same for every attempt, `at` is the time of this one (epoch milliseconds). */
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
