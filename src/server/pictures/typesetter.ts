import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { Blob, Buffer as Run, Direction, Face, Font, shape, Variation } from 'harfbuzzjs';

import { CARD_FONTS } from './card-fonts.ts';

const EMOJI = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'));

/** The edge of an emoji's drawing in its own units, and its edge and depth below the line in ems of the text around it. */
const EMOJI_UNITS = 36;
const EMOJI_SIZE = 1.05;
const EMOJI_DEPTH = 0.17;

const EMOJI_SIGN = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20e3}/u;

const SAYS_THE_NAME = /[\p{L}\p{M}\p{N}]/u;

const GRAPHEMES = new Intl.Segmenter('en');

/** A cut of the typeface: weight 600 to 800, width 75 to 100. */
export interface Cut {
  readonly weight: number;
  readonly width: number;
}

/** Text as SVG without a fill of its own: it begins at 0, 0 and runs along the baseline, y downwards. */
export interface SetText {
  readonly size: number;
  readonly width: number;
  readonly outlines: string;
}

/** How wide and large a text may be, in pixels. A text too wide even at the `least` size is cut, where there is one. */
export interface Room {
  readonly width: number;
  readonly size: number;
  readonly least?: number;
}

/** What one font file writes, or an emoji's drawing. */
type Part = { readonly face: number; text: string } | { readonly emoji: string };

/**
 * Turns text into outlines with the project's own typeface and emoji, and nothing of the machine's: it looks the
 * same everywhere, and of what neither can write it says so.
 */
export class Typesetter {
  readonly #faces: readonly Face[];
  readonly #fonts = new Map<string, Font>();

  /** `folder` holds {@link CARD_FONTS}. */
  constructor(folder: string) {
    this.#faces = CARD_FONTS.map((file) => new Face(new Blob(new Uint8Array(readFileSync(join(folder, file))))));
  }

  /**
   * Sets text in one line, from left to right and in pixels, as large as there is room for; where it would become too
   * small it is cut and ends in an ellipsis. `undefined` where there is a letter or a digit that cannot be written, or
   * nothing to write. Other signs are left out where they cannot: they are ornaments, and the letters still say the name.
   */
  text(text: string, cut: Cut, { width, size, least = 0 }: Room): SetText | undefined {
    const whole = this.#line(text, cut);
    if (whole === undefined) return undefined;
    const fits = Math.min(size, width / whole.width);
    if (fits >= least) return scaled(whole, fits);
    const signs = graphemes(text);
    for (let kept = signs.length - 1; kept > 0; kept -= 1) {
      const shorter = this.#line(`${signs.slice(0, kept).join('').trimEnd()}…`, cut);
      if (shorter !== undefined && shorter.width * least <= width) return scaled(shorter, least);
    }
    return undefined;
  }

  /** An emoji as SVG in a square from 0, 0 to the size; `undefined` where there is no drawing of it. */
  emoji(emoji: string, size: number): string | undefined {
    const drawing = emojiDrawing(emoji);
    return drawing === undefined ? undefined : `<g transform="scale(${round(size / EMOJI_UNITS)})">${drawing}</g>`;
  }

  /** A line in ems. */
  #line(text: string, cut: Cut): SetText | undefined {
    let width = 0;
    let outlines = '';
    const parts = this.#parts(text);
    if (parts === undefined) return undefined;
    for (const part of parts) {
      const set = 'emoji' in part ? emojiInLine(part.emoji) : this.#run(part.face, part.text, cut);
      outlines += `<g transform="translate(${round(width)} 0)">${set.outlines}</g>`;
      width += set.width;
    }
    return width === 0 ? undefined : { size: 1, width, outlines };
  }

  /** The pieces of a text; `undefined` where there is a letter or a digit that cannot be written. */
  #parts(text: string): readonly Part[] | undefined {
    const parts: Part[] = [];
    for (const sign of graphemes(text)) {
      // What is not seen by itself (joiners, directions, variants) means nothing to this typeface.
      const seen = sign.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/\p{White_Space}/gu, ' ');
      if (seen === '') continue;
      const last = parts.at(-1);
      // What was left out leaves no gap.
      if (seen === ' ' && (last === undefined || ('face' in last && last.text.endsWith(' ')))) continue;
      const face = this.#faceOf(seen);
      if (face !== undefined) {
        if (last !== undefined && 'face' in last && last.face === face) last.text += seen;
        else parts.push({ face, text: seen });
        continue;
      }
      const emoji = EMOJI_SIGN.test(sign) ? emojiDrawing(sign) : undefined;
      if (emoji !== undefined) parts.push({ emoji });
      else if (SAYS_THE_NAME.test(seen)) return undefined;
    }
    return parts;
  }

  #faceOf(sign: string): number | undefined {
    const found = this.#faces.findIndex((_, face) => {
      const font = this.#font(face, { weight: 800, width: 100 });
      return [...sign].every((character) => (font.nominalGlyph(character.codePointAt(0)!) ?? 0) !== 0);
    });
    return found === -1 ? undefined : found;
  }

  #run(face: number, text: string, cut: Cut): SetText {
    const font = this.#font(face, cut);
    const run = new Run();
    run.addText(text);
    run.guessSegmentProperties();
    run.setDirection(Direction.LTR);
    shape(font, run);
    let x = 0;
    let outlines = '';
    for (const { codepoint: glyph, xAdvance = 0, xOffset = 0, yOffset = 0 } of run.getGlyphInfosAndPositions()) {
      const path = font.glyphToPath(glyph);
      if (path !== '') outlines += `<path transform="translate(${x + xOffset} ${yOffset})" d="${path}"/>`;
      x += xAdvance;
    }
    const em = this.#faces[face]!.upem;
    return { size: 1, width: x / em, outlines: `<g transform="scale(${1 / em} ${-1 / em})">${outlines}</g>` };
  }

  #font(face: number, { weight, width }: Cut): Font {
    const name = `${face} ${weight} ${width}`;
    let font = this.#fonts.get(name);
    if (font === undefined) {
      font = new Font(this.#faces[face]!);
      font.setVariations([new Variation('wght', weight), new Variation('wdth', width)]);
      this.#fonts.set(name, font);
    }
    return font;
  }
}

function graphemes(text: string): string[] {
  return [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
}

/** What is drawn for an emoji, in its own units; `undefined` where there is no drawing of it. */
function emojiDrawing(emoji: string): string | undefined {
  const all = [...emoji].map((character) => character.codePointAt(0)!.toString(16));
  // The files are named so: the sign that asks for colours is left out, unless joiners say what the whole is.
  const points = all.includes('200d') ? all : all.filter((point) => point !== 'fe0f');
  try {
    const file = readFileSync(join(EMOJI, `${points.join('-')}.svg`), 'utf8');
    return /^<svg [^>]*viewBox="0 0 36 36"[^>]*>(.*)<\/svg>\s*$/s.exec(file)?.[1];
  } catch {
    return undefined;
  }
}

/** An emoji among letters, in ems. */
function emojiInLine(drawing: string): SetText {
  const place = `translate(0 ${round(EMOJI_DEPTH - EMOJI_SIZE)}) scale(${round(EMOJI_SIZE / EMOJI_UNITS)})`;
  return { size: 1, width: EMOJI_SIZE, outlines: `<g transform="${place}">${drawing}</g>` };
}

function scaled({ width, outlines }: SetText, size: number): SetText {
  return { size, width: width * size, outlines: `<g transform="scale(${round(size)})">${outlines}</g>` };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
