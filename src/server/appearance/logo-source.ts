import { MOST_LOGO_BYTES } from '../../contract/operation/appearance.ts';
import type { LogoSource } from '../pictures/picture.ts';

/** The longest side of a PNG that is drawn, in pixels. */
const MOST_PIXELS = 2048;

const PNG_SIGNATURE = '89504e470d0a1a0a';

/** What of SVG a logo may not have, by the rule that it breaks. None of it would be drawn, or not as its maker sees it. */
const REFUSED: readonly (readonly [pattern: RegExp, rule: string])[] = [
  [/<!ENTITY/i, 'must not define entities'],
  [/<text\b/i, 'must not have text: turn it into outlines, or save the logo as PNG'],
  [/<(?:image|foreignObject)\b/i, 'must be drawn with shapes: save a logo with pictures in it as PNG'],
  [/\bhref\s*=\s*["']\s*(?!#)[^"'\s]/i, 'must not refer to anything outside itself'],
  [/\burl\(\s*["']?\s*(?!#)[^"'\s]|@import/i, 'must not refer to anything outside itself'],
];

/**
 * What a logo is that was sent in base64 or as a data URL.
 * @returns the rule that it breaks, as the end of a sentence, if it cannot be one.
 */
export function logoSource(sent: string): LogoSource | string {
  const bytes = Buffer.from(sent.slice(sent.indexOf(',') + 1), 'base64');
  if (bytes.length > MOST_LOGO_BYTES) return `must have at most ${MOST_LOGO_BYTES / 1024} KiB`;
  return bytes.toString('hex', 0, 8) === PNG_SIGNATURE ? pngSource(bytes) : svgSource(bytes);
}

function pngSource(bytes: Buffer): LogoSource | string {
  // The first chunk of a PNG says its size.
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return 'must be a whole PNG';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width === 0 || height === 0 || width > MOST_PIXELS || height > MOST_PIXELS)
    return `must be at most ${MOST_PIXELS} pixels wide and high; it is ${width} by ${height}`;
  return { kind: 'png', url: `data:image/png;base64,${bytes.toString('base64')}`, width, height };
}

function svgSource(bytes: Buffer): LogoSource | string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'must be a PNG or SVG file';
  }
  const drawing = text.replaceAll(/<!--.*?-->/gs, '');
  if (!/<svg[\s>]/i.test(drawing)) return 'must be a PNG or SVG file';
  return REFUSED.find(([pattern]) => pattern.test(drawing))?.[1] ?? { kind: 'svg', text };
}
