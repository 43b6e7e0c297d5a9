// The ustar format (POSIX.1-1988), limited to regular files.

const BLOCK = 512;

/** The largest size written in octal, in bytes; larger ones are written in binary, like GNU tar does. */
const MOST_OCTAL = 8 ** 11 - 1;

/** Offsets of the header fields. */
const AT = { mode: 100, owner: 108, group: 116, size: 124, time: 136, checksum: 148, type: 156, magic: 257 } as const;

export const TAR_END = Buffer.alloc(2 * BLOCK);

/** The header of a file that only its owner can read. `name`: at most 100 ASCII characters; `size` in bytes, `now` in epoch milliseconds. */
export function tarHeader(name: string, size: number, now: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) => header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  header.write(name, 'latin1');
  octal(0o600, AT.mode, 7);
  octal(0, AT.owner, 7);
  octal(0, AT.group, 7);
  if (size <= MOST_OCTAL) octal(size, AT.size, 11);
  else {
    header[AT.size] = 0x80;
    header.writeBigUInt64BE(BigInt(size), AT.size + 4);
  }
  octal(Math.floor(now / 1000), AT.time, 11);
  header.write('0', AT.type, 'latin1');
  header.write('ustar\x0000', AT.magic, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, AT.checksum, 'latin1');
  return header;
}

/** The padding after the contents of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc(paddingOf(size));
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

/** The checksum of a header, with spaces in place of the checksum itself. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= AT.checksum && at < AT.type ? 0x20 : byte), 0);
}

/** A file in an archive. `bytes` can be read until the next file is requested. */
interface TarEntry {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly bytes: AsyncIterable<Buffer>;
}

/** The files of an archive, in one pass; folders are skipped. @throws {Error} with a predicate, if it is not an archive or cut short. */
export async function* tarEntries(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const input = stream[Symbol.asyncIterator]();
  let ahead: Buffer = Buffer.alloc(0);
  async function* taken(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (ahead.length === 0) {
        const { done, value } = await input.next();
        if (done === true) throw new Error('is damaged or cut short');
        ahead = value;
      }
      const piece = ahead.subarray(0, left);
      ahead = ahead.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  try {
    for (;;) {
      const pieces: Buffer[] = [];
      for await (const piece of taken(BLOCK)) pieces.push(piece);
      const header = Buffer.concat(pieces);
      if (header.every((byte) => byte === 0)) return;
      const textAt = (at: number, length: number) => header.toString('latin1', at, at + length).replace(/\0.*/s, '');
      if (Number.parseInt(textAt(AT.checksum, 8), 8) !== checksumOf(header)) throw new Error('is not a tar archive');
      const size =
        header[AT.size] === 0x80 ? Number(header.readBigUInt64BE(AT.size + 4)) : Number.parseInt(textAt(AT.size, 12), 8);
      let left = size;
      async function* contents() {
        for await (const piece of taken(size)) {
          left -= piece.length;
          yield piece;
        }
      }
      if (textAt(AT.type, 1) !== '5') yield { name: textAt(0, 100), size, bytes: contents() };
      for await (const _ of taken(left + paddingOf(size)));
    }
  } finally {
    await input.return?.();
  }
}
