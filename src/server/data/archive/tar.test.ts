import { spawnSync } from 'node:child_process';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { TAR_END, tarEntries, tarHeader, tarPadding } from './tar.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

type File = readonly [name: string, contents: Buffer];

function packed(files: readonly File[]): Buffer {
  return Buffer.concat([...files.flatMap(([name, contents]) => [tarHeader(name, contents.length, NOW), contents, tarPadding(contents.length)]), TAR_END]);
}

/** The bytes in chunks of a fixed size. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const fileArbitrary = fc.record({
  name: fc.stringMatching(/^[a-z0-9./-]{1,100}$/),
  contents: fc.uint8Array({ maxLength: 1500 }),
  /** How many bytes are read before the next file is requested. */
  taken: fc.nat(1500),
});

test('law: packed files are read unchanged, for any chunks and any partial reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fileArbitrary, { maxLength: 6 }), fc.integer({ min: 1, max: 3000 }), async (files, pieceBytes) => {
      const bytes = packed(files.map(({ name, contents }) => [name, Buffer.from(contents)]));
      const read: unknown[] = [];
      for await (const entry of tarEntries(inPieces(bytes, pieceBytes))) {
        const { contents, taken } = files[read.length]!;
        const pieces: Buffer[] = [];
        for await (const piece of entry.bytes) {
          pieces.push(piece);
          if (Buffer.concat(pieces).length >= taken) break;
        }
        const got = Buffer.concat(pieces);
        expect(got.equals(contents.slice(0, got.length))).toBe(true);
        expect(got.length).toBeGreaterThanOrEqual(Math.min(taken, contents.length));
        read.push([entry.name, entry.size]);
      }
      expect(read).toEqual(files.map(({ name, contents }) => [name, contents.length]));
    }),
  );
});

test('the size of files over 8 GiB is preserved', async () => {
  const size = 2 ** 40 + 5;
  const [entry] = [await tarEntries(inPieces(Buffer.concat([tarHeader('large', size, NOW), Buffer.alloc(600)]), 512)).next()];
  expect(entry.value).toMatchObject({ name: 'large', size });
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 700), 'is damaged or cut short'],
  ['another text', () => Buffer.alloc(2048, 'dear diary '), 'is not a tar archive'],
  ['an altered name', (bytes: Buffer) => Buffer.concat([Buffer.from('b'), bytes.subarray(1)]), 'is not a tar archive'],
])('rejects an archive that is %s', async (_, damaged, says) => {
  const read = async () => {
    for await (const { bytes } of tarEntries(inPieces(damaged(packed([['a', Buffer.alloc(600)]])), 512))) for await (const _piece of bytes);
  };
  await expect(read()).rejects.toThrow(says);
});

test('tar lists the files as private', ({ skip }) => {
  const { stdout, error } = spawnSync('tar', ['-tvf', '-'], { input: packed([['laurels/a.csv', Buffer.from('one\n')]]), encoding: 'utf8' });
  if (error !== undefined) skip('There is no tar on this machine.');
  expect(stdout).toMatch(/^-rw-------.* 4 .*laurels\/a\.csv\n$/);
});
