import { randomBytes } from 'node:crypto';

import type { RecordKey, Records } from './records.ts';

const BYTES = 32;

interface SecretParts {
  readonly store: Pick<Records, 'record' | 'changeRecords'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A random secret that all processes share, 32 bytes; created on first use. */
export async function sharedSecret({ store, clock }: SecretParts, key: RecordKey): Promise<Buffer> {
  const kept = await keptSecret(store, key);
  if (kept !== undefined) return kept;
  let secret = randomBytes(BYTES);
  await store.changeRecords({
    of: [key],
    change([other]) {
      if (other !== undefined) secret = secretIn(other.text);
      return other === undefined ? [{ ...key, at: clock(), state: 'kept', text: JSON.stringify(secret.toString('base64url')) }] : [];
    },
  });
  return secret;
}

/** A secret of {@link sharedSecret}; `undefined` before its first use. */
export async function keptSecret(store: Pick<Records, 'record'>, { kind, id }: RecordKey): Promise<Buffer | undefined> {
  const kept = await store.record(kind, id);
  return kept && secretIn(kept.text);
}

function secretIn(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(JSON.parse(text) as string, 'base64url');
}
