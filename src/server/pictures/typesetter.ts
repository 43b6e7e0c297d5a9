import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { Blob, Buffer as Glyphs, Direction, Face, Font, shape, Variation } from 'harfbuzzjs';

import { bidiLevels, inVisualOrder } from './bidi.ts';
import { CARD_FONTS, FALLBACK_INDEX, type FallbackFont } from './card-fonts.ts';
import { openEmoji } from './emoji-file.ts';

/** The size of an emoji drawing in its own units; its size and depth below the baseline in ems. */
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

/** Text as SVG without a fill: from 0, 0 along the baseline, y downwards. */
export interface SetText {
  readonly size: number;
  readonly width: number;
  readonly outlines: string;
}

/** The width and size for a text, in pixels. A text that is too wide even at its `least` size is truncated. */
export interface Room {
  readonly width: number;
  readonly size: number;
  readonly least?: number;
}

/** A grapheme and the face that has it, or an emoji's drawing. */
type Sign = { readonly text: string } & ({ readonly face: Face } | { readonly emoji: string });

interface Run {
  readonly sign: Sign;
  readonly level: number;
  text: string;
}

/** In names, these decide how Arabic and Indic letters join. */
const JOINERS = /[\u200c\u200d]/g;

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Turns text into outlines with the server's own fonts and emoji and none of the machine's, so that it looks the same everywhere. Fonts for
 * scripts other than Latin are loaded when first needed.
 */
export class Typesetter {
  readonly #folder: string;
  readonly #faces: readonly Face[];
  readonly #fallbacks: readonly FallbackFont[];
  readonly #emoji: (emoji: string) => string | undefined;
  readonly #loaded = new Map<string, Face>();
  readonly #fonts = new Map<Face, Map<string, Font>>();

  /** `folder` contains {@link CARD_FONTS}, the emoji drawings and, if other scripts are drawn too, the files in {@link FALLBACK_INDEX}. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#faces = CARD_FONTS.map((file) => new Face(new Blob(new Uint8Array(readFileSync(join(folder, file))))));
    this.#emoji = openEmoji(folder);
    const index = join(folder, FALLBACK_INDEX);
    this.#fallbacks = existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as FallbackFont[]) : [];
  }

  /**
   * Sets text in one line, in pixels, as large as there is room for; if it would become too small, it is truncated with an ellipsis.
   * `undefined` if a letter or digit can't be drawn, or there is nothing to draw. Other characters that can't be drawn are omitted, because
   * a name is readable without them.
   */
  text(text: string, style: Cut, { width, size, least = 0 }: Room): SetText | undefined {
    const whole = this.#line(text, style);
    if (whole === undefined) return undefined;
    const fits = Math.min(size, width / whole.width);
    if (fits >= least) return scaled(whole, fits);
    const signs = graphemes(text);
    let cut: SetText | undefined;
    let [fitting, tooMany] = [0, signs.length];
    while (tooMany - fitting > 1) {
      const kept = Math.floor((fitting + tooMany) / 2);
      const shorter = this.#line(`${signs.slice(0, kept).join('').trimEnd()}…`, style);
      if (shorter !== undefined && shorter.width * least <= width) [cut, fitting] = [shorter, kept];
      else tooMany = kept;
    }
    return cut && scaled(cut, least);
  }

  /** An emoji as SVG in a square from 0, 0; `undefined` if there is no drawing of it. */
  emoji(emoji: string, size: number): string | undefined {
    const drawing = this.#emoji(emoji);
    return drawing === undefined ? undefined : `<g transform="scale(${round(size / EMOJI_UNITS)})">${drawing}</g>`;
  }

  #line(text: string, cut: Cut): SetText | undefined {
    let width = 0;
    let outlines = '';
    const signs = this.#signs(text);
    if (signs === undefined) return undefined;
    for (const { sign, text: words, level } of inVisualOrder(runsOf(signs))) {
      const set = 'emoji' in sign ? emojiInLine(sign.emoji) : this.#run(sign.face, words, level, cut);
      outlines += `<g transform="translate(${round(width)} 0)">${set.outlines}</g>`;
      width += set.width;
    }
    return width === 0 ? undefined : { size: 1, width, outlines };
  }

  /** The signs of a text; `undefined` if it has a letter or digit that can't be drawn. */
  #signs(text: string): readonly Sign[] | undefined {
    const signs: Sign[] = [];
    for (const sign of graphemes(text)) {
      const seen = sign.replaceAll(IGNORABLE, '').replaceAll(/\p{White_Space}/gu, ' ');
      if (seen === '') continue;
      // Omitted characters leave no gap.
      if (seen === ' ' && (signs.length === 0 || signs.at(-1)!.text === ' ')) continue;
      const face = this.#faceOf(seen);
      if (face !== undefined) {
        const joined = this.#faces.includes(face) ? seen : sign.replaceAll(IGNORABLE, (mark) => (mark.match(JOINERS) === null ? '' : mark));
        signs.push({ face, text: joined });
        continue;
      }
      const emoji = EMOJI_SIGN.test(sign) ? this.#emoji(sign) : undefined;
      if (emoji !== undefined) signs.push({ emoji, text: seen });
      else if (SAYS_THE_NAME.test(seen)) return undefined;
    }
    return signs;
  }

  #faceOf(sign: string): Face | undefined {
    const isIn = (face: Face) => {
      const font = this.#font(face, { weight: 800, width: 100 });
      return [...sign].every((character) => (font.nominalGlyph(character.codePointAt(0)!) ?? 0) !== 0);
    };
    const found = this.#faces.find(isIn);
    if (found !== undefined || !SAYS_THE_NAME.test(sign)) return found;
    const first = sign.codePointAt(0)!;
    // Some files lack letters of their ranges.
    for (const { file, ranges } of this.#fallbacks) {
      if (!ranges.some(([from, to]) => from <= first && first <= to)) continue;
      const face = this.#fallback(file);
      if (isIn(face)) return face;
    }
    return undefined;
  }

  #fallback(file: string): Face {
    let face = this.#loaded.get(file);
    if (face === undefined) {
      face = new Face(new Blob(new Uint8Array(gunzipSync(readFileSync(join(this.#folder, file))))));
      this.#loaded.set(file, face);
    }
    return face;
  }

  #run(face: Face, text: string, level: number, cut: Cut): SetText {
    const font = this.#font(face, cut);
    const glyphs = new Glyphs();
    glyphs.addText(text);
    glyphs.guessSegmentProperties();
    glyphs.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
    shape(font, glyphs);
    let x = 0;
    let outlines = '';
    for (const { codepoint: glyph, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphs.getGlyphInfosAndPositions()) {
      const path = font.glyphToPath(glyph);
      if (path !== '') outlines += `<path transform="translate(${x + xOffset} ${yOffset})" d="${path}"/>`;
      x += xAdvance;
    }
    const em = face.upem;
    return { size: 1, width: x / em, outlines: `<g transform="scale(${1 / em} ${-1 / em})">${outlines}</g>` };
  }

  #font(face: Face, { weight, width }: Cut): Font {
    const name = `${weight} ${width}`;
    const cuts = this.#fonts.get(face) ?? new Map<string, Font>();
    this.#fonts.set(face, cuts);
    let font = cuts.get(name);
    if (font === undefined) {
      font = new Font(face);
      font.setVariations([new Variation('wght', weight), new Variation('wdth', width)]);
      cuts.set(name, font);
    }
    return font;
  }
}

function runsOf(signs: readonly Sign[]): readonly Run[] {
  const levels = bidiLevels(signs.map(({ text }) => text));
  const runs: Run[] = [];
  for (const [i, sign] of signs.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.level === levels[i] && 'face' in sign && 'face' in last.sign && sign.face === last.sign.face)
      last.text += sign.text;
    else runs.push({ sign, level: levels[i]!, text: sign.text });
  }
  return runs;
}

function graphemes(text: string): string[] {
  return [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
}

/** An emoji inside text, in ems. */
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
