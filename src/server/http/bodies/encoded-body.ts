import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { acceptedEncodings, type Encoding } from './accepted-encodings.ts';
import { encodedTag, entityTag } from './entity-tag.ts';

/** Smaller bodies fit into one packet either way. */
const WORTH_IT_BYTES = 1400;

/** Fast rather than small: answers about a busy board are stale within a second. */
const ENCODE: Readonly<Record<Encoding, (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 6 }),
};

/** An encoded body with its entity tag and encoding headers. */
export interface SentBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

const VARY = { vary: 'Accept-Encoding' } as const;

/** A text, encoded lazily and once per encoding. */
export class EncodedBody {
  readonly #plain: Buffer<ArrayBuffer>;
  #sentPlain: SentBody | undefined;
  #sent: Map<Encoding, Promise<SentBody>> | undefined;

  constructor(text: string | Buffer<ArrayBuffer>) {
    this.#plain = typeof text === 'string' ? Buffer.from(text) : text;
  }

  /** Approximate bytes of all encodings. */
  get size(): number {
    return this.#plain.length * 1.5;
  }

  /** The body for this `Accept-Encoding`; a promise only while encoding. */
  accepted(acceptEncoding: string | null): SentBody | Promise<SentBody> {
    this.#sentPlain ??= { body: this.#plain, etag: entityTag(this.#plain), headers: VARY };
    const encoding = this.#plain.length < WORTH_IT_BYTES ? undefined : acceptedEncodings(acceptEncoding ?? undefined)[0];
    if (encoding === undefined) return this.#sentPlain;
    this.#sent ??= new Map();
    const sent = this.#sent.get(encoding) ?? this.#encoded(encoding, this.#sentPlain.etag);
    this.#sent.set(encoding, sent);
    return sent;
  }

  async #encoded(encoding: Encoding, etag: string): Promise<SentBody> {
    const body = new Uint8Array(await ENCODE[encoding](this.#plain));
    return { body, etag: encodedTag(etag, encoding), headers: { ...VARY, 'content-encoding': encoding } };
  }
}
