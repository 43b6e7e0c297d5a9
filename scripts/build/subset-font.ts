import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import subsetFont from 'subset-font';

import { CARD_FONTS } from '../../src/server/pictures/card-fonts.ts';
import { FALLBACK_FONT } from './fallback-font.ts';

const FILES = 'node_modules/@fontsource-variable/archivo/files';

/** The file with the site's own words. */
const SOURCE = `${FILES}/archivo-latin-standard-normal.woff2`;

/** Printable ASCII, Latin-1 letters, and the site's typographic characters. */
const CHARACTERS = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, i) => String.fromCodePoint(0x20 + i)),
  ...Array.from({ length: 0xff - 0xc0 + 1 }, (_, i) => String.fromCodePoint(0xc0 + i)),
  ...'\u00a0\u00b7\u2013\u2019\u201c\u201d\u2026\u2212\u202f',
].join('');

const AXES = { wght: { min: 400, max: 800 }, wdth: { min: 75, max: 100 } };

/**
 * The site's typeface, subset to what it uses: Latin, weights 400 to 800, widths 75 to 100. Returns the folder with `archivo.woff2` and
 * `fallback.css`, written once per combination.
 */
export async function subsetArchivo(root: string): Promise<string> {
  const source = await readFile(join(root, SOURCE));
  const made = [source, CHARACTERS, JSON.stringify(AXES), FALLBACK_FONT];
  const key = made.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex').slice(0, 12);
  const folder = join(root, 'node_modules/.cache/laurels-font', key);
  const file = join(folder, 'archivo.woff2');
  if (!existsSync(file)) {
    const subset = await subsetFont(source, CHARACTERS, { targetFormat: 'woff2', variationAxes: AXES });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'fallback.css'), FALLBACK_FONT);
    await writeFile(file, subset);
  }
  return folder;
}

/** The typeface for pictures drawn by the live server, with all letters, because players may have any of them in their names. */
export async function writeCardFonts(root: string, folder: string): Promise<void> {
  const everything = Array.from({ length: 0xd800 }, (_, i) => String.fromCharCode(i)).join('');
  await mkdir(folder, { recursive: true });
  for (const file of CARD_FONTS) {
    const source = await readFile(join(root, FILES, `archivo-${file.replace('.ttf', '')}-standard-normal.woff2`));
    await writeFile(join(folder, file), await subsetFont(source, everything, { targetFormat: 'truetype', variationAxes: AXES }));
  }
}
