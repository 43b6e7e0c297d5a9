import type { CardName } from '../../contract/player-card.ts';
import { hueColours, type HueUse } from '../../domain/colour/player-hues.ts';
import { CAPITALS, CARD_SIZE, COLOURS, cutCorner, lanes, markSvg, NARROW, placed, WIDE } from './brand-svg.ts';
import type { Brand } from './picture.ts';
import type { Room, SetText, Typesetter } from './typesetter.ts';

/** The left and right margin in pictures of players and boards. */
export const MARGIN = 72;
export const RIGHT = CARD_SIZE.width - MARGIN;

const HUES = hueColours('dark');

export function hueColour(use: HueUse, hue: number): string {
  return HUES[`${use}-${hue}`]!;
}

/** The first name that can be drawn, and its initials. */
export function writtenName(names: readonly CardName[], room: Room, typesetter: Typesetter) {
  for (const { name, initials } of names) {
    const set = typesetter.text(name, NARROW, room);
    if (set !== undefined) return { set, initials };
  }
  return undefined;
}

/** A player's avatar in a square from 0, 0: the emoji; else the initials; else, if neither can be drawn, the site's lanes. */
export function bibSvg(
  {
    avatar,
    hue,
    initials,
    size,
  }: { readonly avatar: string; readonly hue: number; readonly initials: string | undefined; readonly size: number },
  brand: Brand,
  typesetter: Typesetter,
): string {
  const ground = `<path fill="${hueColour('bib-ground', hue)}" d="${cutCorner(0, 0, size, size, size * 0.22)}"/>`;
  const inset = size * 0.18;
  const emoji = avatar === '' ? undefined : typesetter.emoji(avatar, size - 2 * inset);
  if (emoji !== undefined) return `${ground}<g transform="translate(${inset} ${inset})">${emoji}</g>`;
  const letters = initials === undefined ? undefined : typesetter.text(initials, NARROW, { width: size * 0.84, size: size * 0.51 });
  if (letters !== undefined) return ground + placed(letters, (size - letters.width) / 2, middle(letters, size), COLOURS.fg);
  return `${ground}<g transform="translate(${size * 0.23} ${size * 0.23}) scale(${(size * 0.54) / 64})">${lanes(brand.signal)}</g>`;
}

/** The baseline that centres capitals in a height. */
export function middle(text: SetText | undefined, height: number): number {
  return (height + CAPITALS * (text?.size ?? 0)) / 2;
}

/** The game's mark and name at the top left, as far as they can be drawn, and the x position where the remaining space begins. */
export function brandSvg(brand: Brand, typesetter: Typesetter): { readonly svg: string; readonly end: number } {
  const [size, baseline] = [56, 104];
  const name = typesetter.text(brand.name, WIDE, { width: 420, size: 40, least: 28 });
  // The lanes of the site's own mark do not fill its square.
  const x = brand.initials === '' && brand.logo === '' ? MARGIN - 8 : MARGIN;
  const mark = `<g transform="translate(${x} ${baseline - 44})">${markSvg(brand, size, typesetter)}</g>`;
  return { svg: mark + placed(name, x + size + 12, baseline, COLOURS.fg), end: x + size + 12 + (name?.width ?? 0) + 48 };
}
