import type { BoardCard, BoardCardPlace } from '../../contract/board-card.ts';
import { bibSvg, brandSvg, hueColour, MARGIN, middle, RIGHT, writtenName } from './bib-svg.ts';
import { CARD_SIZE, COLOURS, cutCorner, framed, MEDALS, NARROW, PLAIN, placed } from './brand-svg.ts';
import type { Brand } from './picture.ts';
import type { Typesetter } from './typesetter.ts';

const BASE = 560;
const GAP = 3;
const PITCH = (RIGHT - MARGIN + GAP) / 3;
const WIDTH = PITCH - GAP;

/** 2nd, 1st, 3rd: the heights of the plate, of the player on it, and of their avatar. */
const LANES = [
  { place: 2, plate: 84, box: 160, bib: 108 },
  { place: 1, plate: 112, box: 184, bib: 120 },
  { place: 3, plate: 64, box: 148, bib: 100 },
] as const;

/** The picture of every page without one of its own. */
export const SITE_CARD: BoardCard = { title: 'Who leads', when: '', ranked: '', podium: [null, null, null], none: '' };

/** A board's podium as SVG of outlines only: no text, no font names, no user input. */
export function boardSvg(card: BoardCard, brand: Brand, typesetter: Typesetter): string {
  const top = brandSvg(brand, typesetter);
  const when = typesetter.text(card.when, PLAIN, { width: RIGHT - top.end, size: 32, least: 22 });
  const ranked = typesetter.text(card.ranked, PLAIN, { width: 300, size: 32 });
  const title = typesetter.text(card.title, NARROW, { width: RIGHT - MARGIN - (ranked?.width ?? 0) - 48, size: 88, least: 48 });
  return framed(CARD_SIZE.width, CARD_SIZE.height, [
    `<rect width="100%" height="100%" fill="${COLOURS.bg0}"/>`,
    top.svg,
    placed(when, RIGHT - (when?.width ?? 0), 104, COLOURS.fg2),
    `<svg x="${MARGIN}" y="130" width="${RIGHT - MARGIN}" height="120">${placed(title, 0, 88, COLOURS.fg)}</svg>`,
    placed(ranked, RIGHT - (ranked?.width ?? 0), 218, COLOURS.fg2),
    ...card.podium.map((holder, i) => lane(holder, i, card.none, brand, typesetter)),
    `<rect x="${MARGIN}" y="${BASE}" width="${RIGHT - MARGIN}" height="6" fill="${brand.signal}"/>`,
    placed(typesetter.text(brand.sentence, PLAIN, { width: RIGHT - MARGIN, size: 28, least: 22 }), MARGIN, 606, COLOURS.fg2),
  ]);
}

/** A lane of the podium: a plate and its player; without a player, a plate with text or, without text, a higher plate. */
function lane(holder: BoardCardPlace | null, i: number, none: string, brand: Brand, typesetter: Typesetter): string {
  const { place, ...sizes } = LANES[i]!;
  const height = holder === null && none === '' ? sizes.plate * 2.6 : sizes.plate;
  const x = MARGIN + i * PITCH;
  const top = BASE - height;
  const words = typesetter.text(none, PLAIN, { width: WIDTH - 32, size: 26 });
  if (holder === null && words !== undefined)
    return [
      `<path fill="none" stroke="${COLOURS.edge}" stroke-width="2" stroke-dasharray="8 6" d="${cutCorner(x + 1, top, WIDTH - 2, height, 20)}"/>`,
      placed(words, x + (WIDTH - words.width) / 2, top + middle(words, height), COLOURS.fg2),
    ].join('');
  const prize = holder?.prize ?? '';
  const numeral = typesetter.text(`${holder?.rank ?? place}`, NARROW, { width: WIDTH / 2, size: height * 0.9 });
  const won = typesetter.text(prize, PLAIN, { width: WIDTH - (numeral?.width ?? 0) - 56, size: 28, least: 18 });
  return [
    holder === null ? '' : `<g transform="translate(${x} ${top - sizes.box})">${holderSvg(holder, sizes, brand, typesetter)}</g>`,
    `<path fill="${MEDALS[place]}" d="${cutCorner(x, top, WIDTH, height, 20)}"/>`,
    placed(numeral, x + 20, top + middle(numeral, height), COLOURS['on-medal']),
    placed(won, x + WIDTH - (won?.width ?? 0) - 28, top + middle(won, height), COLOURS['on-medal']),
  ].join('');
}

function holderSvg(
  { names, avatar, hue, points }: BoardCardPlace,
  { box, bib }: Omit<(typeof LANES)[number], 'place'>,
  brand: Brand,
  typesetter: Typesetter,
): string {
  const room = WIDTH - bib - 48;
  const written = writtenName(names, { width: room, size: 40, least: 26 }, typesetter);
  return [
    `<rect width="${WIDTH}" height="${box}" fill="${hueColour('lane', hue)}"/>`,
    `<rect width="${WIDTH}" height="6" fill="${hueColour('lane-edge', hue)}"/>`,
    `<g transform="translate(16 ${(box - bib) / 2 + 3})">${bibSvg({ avatar, hue, initials: written?.initials, size: bib }, brand, typesetter)}</g>`,
    `<svg x="${bib + 32}" y="6" width="${room + 16}" height="${box - 6}">`,
    placed(written?.set, 0, box * 0.38, COLOURS.fg),
    placed(typesetter.text(points, NARROW, { width: room, size: box * 0.34 }), 0, box * 0.82, COLOURS.fg),
    '</svg>',
  ].join('');
}
