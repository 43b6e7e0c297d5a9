// A software authenticator for tests: it creates passkeys (ES256) and signs with them, as a browser on `origin` would request.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** Options as returned by the API. */
interface Options {
  readonly challenge: string;
}

/** Deviations from an honest browser and authenticator. */
export interface Otherwise {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  /** `false`: the user touched it, but was not verified. */
  readonly isVerified?: boolean;
}

/** The credential as a page sends it. */
export type SoftCredential = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string };
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export class SoftAuthenticator {
  readonly id = randomBytes(16);
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #user = '';
  #counter = 0;

  /** `origin`: that of the page it is used on. */
  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Creates a passkey. */
  create(options: Options & { readonly user?: { readonly id: string } }, otherwise: Otherwise = {}): SoftCredential {
    this.#user = options.user!.id;
    const { x, y } = this.#publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) => Buffer.from(text, 'base64url');
    // kty: EC2, alg: ES256, crv: P-256, x, y.
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(coordinate(x!)),
      Buffer.from([0x22]),
      cborBytes(coordinate(y!)),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const data = this.#authenticatorData(otherwise, HAS_CREDENTIAL, attested);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, otherwise).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs in with the created passkey. */
  get(options: Options, otherwise: Otherwise = {}): SoftCredential {
    this.#counter += 1;
    const clientData = this.#clientData('webauthn.get', options, otherwise);
    const data = this.#authenticatorData(otherwise, 0, Buffer.alloc(0));
    const signature = createSign('sha256').update(data).update(createHash('sha256').update(clientData).digest()).sign(this.#privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.#user,
    });
  }

  #credential(response: SoftCredential['response']): SoftCredential {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform', response };
  }

  #clientData(type: string, { challenge }: Options, { origin = this.#origin }: Otherwise): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(otherwise: Otherwise, flag: number, attested: Buffer): Buffer {
    const { rpId = new URL(this.#origin).hostname, counter = this.#counter, isVerified = true } = otherwise;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = Buffer.from([USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flag]);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, count, attested]);
  }
}

/** A CBOR byte string of 24 to 65,535 bytes. */
function cborBytes(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  return Buffer.concat([Buffer.from(length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]), bytes]);
}

/** A CBOR text of fewer than 24 ASCII characters. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
