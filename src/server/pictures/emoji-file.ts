import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** All emoji drawings: a JSON object, compressed with Brotli. The build writes it. */
export const EMOJI_FILE = 'emoji.json.br';

/** The content of an SVG 36 units wide and high, by the emoji's code points in hexadecimal, joined by hyphens. */
export type EmojiDrawings = Readonly<Record<string, string>>;

/** Returns the drawing of an emoji, or `undefined` if there is none. Reads the file, which takes 7 MB of memory, on first call. */
export function openEmoji(folder: string): (emoji: string) => string | undefined {
  let drawings: EmojiDrawings | undefined;
  return (emoji) => {
    drawings ??= JSON.parse(brotliDecompressSync(readFileSync(join(folder, EMOJI_FILE))).toString()) as EmojiDrawings;
    const all = [...emoji].map((character) => character.codePointAt(0)!.toString(16));
    // Names omit the variation selector, except in sequences with joiners.
    return drawings[(all.includes('200d') ? all : all.filter((point) => point !== 'fe0f')).join('-')];
  };
}
