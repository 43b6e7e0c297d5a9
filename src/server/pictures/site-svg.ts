import { CAPITALS, CARD_SIZE, COLOURS, cutCorner, framed, markSvg, MEDALS, NARROW, PLAIN, placed, WIDE } from './brand-svg.ts';
import type { Brand } from './picture.ts';
import type { Typesetter } from './typesetter.ts';

const MARGIN = 72;
const BASE = 552;
const CUT = 20;

/** The podium: where its lanes begin and how wide they are, and how high each plate is, in the order they stand. */
const LANE = { x: 560, width: 190 } as const;
const PLATES = [
  { place: 2, height: 300 },
  { place: 1, height: 400 },
  { place: 3, height: 230 },
] as const;

/** The picture of a site as SVG: whose game it is, and an empty podium. Outlines alone, beside its logo. */
export function siteSvg(brand: Brand, typesetter: Typesetter): string {
  const { name, sentence, signal } = brand;
  const room = LANE.x - MARGIN - 40;
  const heading = ['Who', 'leads'].map((word, i) =>
    placed(typesetter.text(word, NARROW, { width: room, size: 132 }), MARGIN, 330 + i * 120, COLOURS.fg),
  );
  const called = typesetter.text(name, WIDE, { width: room - 84, size: 44, least: 26 });
  return framed(CARD_SIZE.width, CARD_SIZE.height, [
    `<rect width="100%" height="100%" fill="${COLOURS.bg0}"/>`,
    `<g transform="translate(${MARGIN} 72)">${markSvg(brand, 64, typesetter)}</g>`,
    placed(called, MARGIN + 84, 72 + (64 + CAPITALS * (called?.size ?? 0)) / 2, COLOURS.fg),
    ...heading,
    sentence === ''
      ? ''
      : placed(typesetter.text(sentence, PLAIN, { width: CARD_SIZE.width - 2 * MARGIN, size: 28, least: 22 }), MARGIN, 602, COLOURS.fg2),
    ...PLATES.map(({ place, height }, i) => plate(place, LANE.x + i * LANE.width, height, typesetter)),
    `<rect x="${LANE.x}" y="${BASE}" width="${PLATES.length * LANE.width - 3}" height="6" fill="${signal}"/>`,
  ]);
}

function plate(place: 1 | 2 | 3, x: number, height: number, typesetter: Typesetter): string {
  const width = LANE.width - 3;
  const numeral = typesetter.text(`${place}`, NARROW, { width, size: 180 });
  return [
    `<rect x="${x}" y="0" width="1" height="${BASE}" fill="${COLOURS.line}"/>`,
    `<path fill="${MEDALS[place]}" d="${cutCorner(x, BASE - height, width, height, CUT)}"/>`,
    placed(numeral, x + (width - (numeral?.width ?? 0)) / 2, BASE - height / 2 + CAPITALS * 90, '#141f25'),
  ].join('');
}
