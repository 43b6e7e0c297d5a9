import { PALETTE } from '../../domain/colour/token-pairs.ts';
import type { Brand } from './picture.ts';
import type { Cut, SetText, Typesetter } from './typesetter.ts';

/** The size that sites require, in pixels. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

export const COLOURS = PALETTE.dark;

export const MEDALS = { 1: COLOURS.gold, 2: COLOURS.silver, 3: COLOURS.bronze } as const;

export const WIDE: Cut = { weight: 800, width: 100 };
export const NARROW: Cut = { weight: 800, width: 75 };
export const PLAIN: Cut = { weight: 600, width: 100 };

/** The height of capitals, in ems. */
export const CAPITALS = 0.69;

/** The site's own lanes, as in `public/icon.svg`, without its ground; 64 by 64. */
export function lanes(signal: string): string {
  return `<g fill="none" stroke-width="6"><path stroke="#707e87" d="M11 10v21a21 21 0 0 0 42 0V14"/><path stroke="#f5f3ee" d="M19.500 10v21a12.500 12.500 0 0 0 25 0V10"/><path stroke="${signal}" d="M28 10v21a4 4 0 0 0 8 0V10"/></g>`;
}

/** A brand's mark in a square: its logo; else its initials; else, if they can't be drawn, the site's own lanes. */
export function markSvg({ logo, initials, signal, ink }: Brand, size: number, typesetter: Typesetter): string {
  if (logo !== '') return `<image width="${size}" height="${size}" href="${logo}"/>`;
  const letters = initials === '' ? undefined : typesetter.text(initials, NARROW, { width: size * 0.76, size: size * 0.62 });
  if (letters === undefined) return `<g transform="scale(${size / 64})">${lanes(signal)}</g>`;
  return [
    `<path fill="${signal}" d="${cutCorner(0, 0, size, size, size * 0.22)}"/>`,
    placed(letters, (size - letters.width) / 2, (size + CAPITALS * letters.size) / 2, ink),
  ].join('');
}

export function framed(width: number, height: number, content: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content.join('')}</svg>`;
}

/** A rectangle without its upper right corner. */
export function cutCorner(x: number, y: number, width: number, height: number, cut: number): string {
  return `M${x} ${y}h${width - cut}l${cut} ${cut}v${height - cut}h${-width}z`;
}

export function placed(text: SetText | undefined, x: number, y: number, colour: string): string {
  return text === undefined ? '' : `<g fill="${colour}" transform="translate(${x} ${y})">${text.outlines}</g>`;
}
