import { isUtf8 } from 'node:buffer';

import { MOST_LOGO_BYTES } from '../../contract/operation/appearance.ts';
import { Drawing } from '../pictures/drawing.ts';
import { LogoTrouble } from '../pictures/logo-drawing.ts';
import type { LogoSource } from '../pictures/picture.ts';

/** The longest side of a PNG, in pixels. */
const MOST_PIXELS = 2048;

const PNG_SIGNATURE = '89504e470d0a1a0a';

/** SVG features that would not be drawn, or not as in a browser. */
const REFUSED: readonly (readonly [pattern: RegExp, rule: string])[] = [
  [/<!ENTITY/i, 'must not define entities'],
  [/<text\b/i, 'must not contain text: convert it to outlines, or save the logo as PNG'],
  [/<(?:image|foreignObject)\b/i, 'must not contain images: save the logo as PNG'],
  [/\bhref\s*=\s*["']\s*(?!#)[^"'\s]/i, 'must not refer to anything outside itself'],
  [/\burl\(\s*["']?\s*(?!#)[^"'\s]|@import/i, 'must not refer to anything outside itself'],
];

/** Serialises drawing: each logo takes a thread and up to 150 MB. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Redraws a logo, sent in base64 or as a data URL, as a PNG on its own thread, so that nothing but its looks survives.
 * @returns a data URL; or the rule it breaks.
 */
export async function cleanLogo(sent: string): Promise<{ readonly logo: string } | { readonly rule: string }> {
  try {
    const source = logoSource(sent);
    const drawn = last.then(() => drawnLogo(source));
    last = drawn.catch(() => undefined);
    return { logo: await drawn };
  } catch (error) {
    const said = String(error).split('\n', 1)[0]!;
    // The thread's error arrives as text.
    const rule = /\bLogoTrouble: (.*)/.exec(said)?.[1];
    const otherwise = said.includes('stuck')
      ? 'must be simpler: it takes too long to draw'
      : 'cannot be drawn: it is damaged or too deeply nested';
    return { rule: rule ?? otherwise };
  }
}

async function drawnLogo(source: LogoSource): Promise<string> {
  const drawing = new Drawing('');
  try {
    const png = await drawing.draw({ kind: 'cleaned', source });
    if (png.length > MOST_LOGO_BYTES) throw new LogoTrouble(`must be simpler: as a PNG, it exceeds ${MOST_LOGO_BYTES / 1024} KiB`);
    return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  } finally {
    drawing.end();
  }
}

/** Parses a logo. @throws {LogoTrouble} */
function logoSource(sent: string): LogoSource {
  const bytes = Buffer.from(sent.slice(sent.indexOf(',') + 1), 'base64');
  if (bytes.length > MOST_LOGO_BYTES) throw new LogoTrouble(`must be at most ${MOST_LOGO_BYTES / 1024} KiB`);
  return bytes.toString('hex', 0, 8) === PNG_SIGNATURE ? pngSource(bytes) : svgSource(bytes);
}

function pngSource(bytes: Buffer): LogoSource {
  // A PNG's first chunk has its size.
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') throw new LogoTrouble('must be a complete PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width === 0 || height === 0 || width > MOST_PIXELS || height > MOST_PIXELS)
    throw new LogoTrouble(`must be at most ${MOST_PIXELS} pixels wide and high; it is ${width} by ${height}`);
  return { kind: 'png', url: `data:image/png;base64,${bytes.toString('base64')}`, width, height };
}

function svgSource(bytes: Buffer): LogoSource {
  const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : '';
  const drawing = text.replaceAll(/<!--.*?-->/gs, '');
  const rule = /<svg[\s>]/i.test(drawing) ? REFUSED.find(([pattern]) => pattern.test(drawing))?.[1] : 'must be a PNG or SVG file';
  if (rule !== undefined) throw new LogoTrouble(rule);
  return { kind: 'svg', text };
}
