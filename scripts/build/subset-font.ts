import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import subsetFont from 'subset-font';

import { CARD_FONTS, FALLBACK_INDEX, type FallbackFont } from '../../src/server/pictures/card-fonts.ts';
import { EMOJI_FILE, type EmojiDrawings } from '../../src/server/pictures/emoji-file.ts';
import { FALLBACK_FONT } from './fallback-font.ts';

const FILES = 'node_modules/@fontsource-variable/archivo/files';

/** The file with the site's texts. */
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

/** The typeface for pictures drawn by the live server, with all letters, because player names may contain any of them; and emoji. */
export async function writeCardFonts(root: string, folder: string): Promise<void> {
  const everything = Array.from({ length: 0xd800 }, (_, i) => String.fromCharCode(i)).join('');
  await mkdir(folder, { recursive: true });
  for (const file of CARD_FONTS) {
    const source = await readFile(join(root, FILES, `archivo-${file.replace('.ttf', '')}-standard-normal.woff2`));
    await writeFile(join(folder, file), await subsetFont(source, everything, { targetFormat: 'truetype', variationAxes: AXES }));
  }
  await writeEmoji(root, folder);
}

const TWEMOJI = 'node_modules/@twemoji/svg';

/** Packs the drawings of emoji into one file, once for each version of the package. */
async function writeEmoji(root: string, folder: string): Promise<void> {
  const version = createHash('sha256').update(await readFile(join(root, TWEMOJI, 'package.json')));
  const cache = join(root, 'node_modules/.cache/laurels-emoji', version.digest('hex').slice(0, 12));
  if (!existsSync(join(cache, EMOJI_FILE))) {
    const drawings: Record<string, string> = {};
    for (const file of (await readdir(join(root, TWEMOJI))).filter((name) => name.endsWith('.svg')).toSorted()) {
      const svg = await readFile(join(root, TWEMOJI, file), 'utf8');
      const drawing = /^<svg [^>]*viewBox="0 0 36 36"[^>]*>(.*)<\/svg>\s*$/s.exec(svg)?.[1];
      if (drawing !== undefined) drawings[file.replace('.svg', '')] = drawing;
    }
    const text = JSON.stringify(drawings satisfies EmojiDrawings);
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 } };
    await mkdir(cache, { recursive: true });
    await writeFile(join(cache, EMOJI_FILE), brotliCompressSync(text, options));
  }
  await cp(cache, folder, { recursive: true });
}

/** Noto Sans by script. If several files have a letter, the first one wins: Chinese comes before Korean, which includes Chinese letters. */
const FALLBACKS = [
  'noto-sans',
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-thai',
  'noto-sans-bengali',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-georgian',
  'noto-sans-armenian',
  'noto-sans-sc',
  'noto-sans-kr',
] as const;

/** Built once for each version of the packages: some 250 files take half a minute. */
export async function writeFallbackFonts(root: string, folder: string): Promise<void> {
  const packages = FALLBACKS.map((name) => ({ name, from: join(root, 'node_modules/@fontsource-variable', name) }));
  const versions = await Promise.all(packages.map(({ from }) => readFile(join(from, 'package.json'))));
  const key = versions.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex').slice(0, 12);
  const cache = join(root, 'node_modules/.cache/laurels-fallback-fonts', key);
  if (!existsSync(join(cache, FALLBACK_INDEX))) {
    await mkdir(cache, { recursive: true });
    const index: FallbackFont[] = [];
    for (const { name, from } of packages) {
      const subsets = JSON.parse(await readFile(join(from, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>;
      for (const [subset, text] of Object.entries(subsets)) {
        // The site's own typeface includes these.
        if (/^(?:latin|vietnamese)/.test(subset)) continue;
        const part = subset.replaceAll(/[[\]]/g, '');
        const ranges = rangesIn(text);
        const source = await readFile(join(from, 'files', `${name}-${part}-wght-normal.woff2`));
        const font = await subsetFont(source, charactersIn(ranges), { targetFormat: 'truetype', variationAxes: { wght: 700 } });
        const file = `${name}-${part}.ttf.gz`;
        await writeFile(join(cache, file), gzipSync(font, { level: 9 }));
        index.push({ file, ranges });
      }
    }
    await writeFile(join(cache, FALLBACK_INDEX), JSON.stringify(index));
  }
  await cp(cache, folder, { recursive: true });
}

/** The ranges of a stylesheet's `unicode-range`. */
function rangesIn(text: string): readonly (readonly [number, number])[] {
  return text.split(',').map((range) => {
    const [from, to = from] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)] as const;
  });
}

function charactersIn(ranges: readonly (readonly [number, number])[]): string {
  return ranges.map(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')).join('');
}
