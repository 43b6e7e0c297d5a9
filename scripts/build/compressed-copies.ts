import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);

/** Compresses the files of a folder once, at the highest level, for servers that send precompressed files. */
export async function writeCompressedCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!COMPRESSIBLE.has(extname(name))) continue;
    const raw = await readFile(join(folder, name));
    await writeFile(
      join(folder, `${name}.br`),
      brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    );
    await writeFile(join(folder, `${name}.gz`), gzipSync(raw, { level: 9 }));
  }
}
