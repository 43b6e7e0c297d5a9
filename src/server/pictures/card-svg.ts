import type { PlayerCard } from '../../contract/player-card.ts';
import { bibSvg, brandSvg, hueColour, MARGIN, middle, RIGHT, writtenName } from './bib-svg.ts';
import { CARD_SIZE, COLOURS, cutCorner, framed, MEDALS, NARROW, PLAIN, placed } from './brand-svg.ts';
import type { Brand } from './picture.ts';
import type { Room, Typesetter } from './typesetter.ts';

const BIB = { y: 146, size: 148 } as const;
const NAME = { x: MARGIN + BIB.size + 36, size: 104, least: 52 } as const;
const RESULT_BASELINE = 326;
const PLATE = { top: 344, bottom: 560, gap: 3, inset: 24, edge: 8, cut: 20 } as const;

/** The dots of the first plate and the stripes of the third, so that places differ by more than colour. */
const TEXTURES = `<defs>
<pattern id="medal-1" width="32" height="32" patternUnits="userSpaceOnUse"><circle cx="16" cy="16" r="6" fill="${COLOURS.bg3}"/></pattern>
<pattern id="medal-3" width="28" height="28" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="28" fill="${COLOURS.bg3}"/></pattern>
</defs>`;

/** The picture as SVG of outlines only: no text, no font names, no user input. */
export function cardSvg(card: PlayerCard, brand: Brand, typesetter: Typesetter): string {
  const top = brandSvg(brand, typesetter);
  const title = typesetter.text(card.board, PLAIN, { width: Math.min(640, RIGHT - top.end), size: 32, least: 24 });
  return framed(CARD_SIZE.width, CARD_SIZE.height, [
    TEXTURES,
    `<rect width="100%" height="100%" fill="${COLOURS.bg0}"/>`,
    top.svg,
    title === undefined ? '' : placed(title, RIGHT - title.width, 104, COLOURS.fg2),
    who(card, brand, typesetter),
    ...card.lanes.map((_, i) => plate(card, i, typesetter)),
    `<rect x="${MARGIN}" y="${PLATE.bottom}" width="${RIGHT - MARGIN}" height="6" fill="${brand.signal}"/>`,
  ]);
}

/** The player's lane: their avatar, then their name. */
function who({ names, instead, avatar, hue, result }: PlayerCard, brand: Brand, typesetter: Typesetter): string {
  const { y, size } = BIB;
  const room: Room = { width: RIGHT - NAME.x - 24, size: NAME.size, least: NAME.least };
  const written = writtenName(names, room, typesetter);
  const name = written?.set ?? typesetter.text(instead, NARROW, room);
  return [
    `<rect x="${MARGIN}" y="${y}" width="${RIGHT - MARGIN}" height="${size}" fill="${hueColour('lane', hue)}"/>`,
    `<rect x="${RIGHT - 6}" y="${y}" width="6" height="${size}" fill="${hueColour('lane-edge', hue)}"/>`,
    `<g transform="translate(${MARGIN} ${y})">${bibSvg({ avatar, hue, initials: written?.initials, size }, brand, typesetter)}</g>`,
    // Stacked marks on a letter may leave the line, but must not cover other text.
    `<svg x="${NAME.x}" y="${y - 20}" width="${RIGHT - NAME.x - 8}" height="${size + 40}">`,
    placed(name, 0, middle(name, size) + 20, COLOURS.fg),
    '</svg>',
    placed(typesetter.text(result, PLAIN, { width: RIGHT - NAME.x, size: 26 }), MARGIN, RESULT_BASELINE, COLOURS.fg2),
  ].join('');
}

function plate({ lanes, hue }: PlayerCard, lane: number, typesetter: Typesetter): string {
  const { period, standing } = lanes[lane]!;
  const pitch = (RIGHT - MARGIN + PLATE.gap) / lanes.length;
  const x = MARGIN + lane * pitch;
  const width = pitch - PLATE.gap;
  const { top, bottom } = PLATE;
  const { medal } = standing;
  const edgeColour = medal === null ? hueColour('lane-edge', hue) : MEDALS[medal];
  const shape = cutCorner(x, top, width, bottom - top, PLATE.cut);
  const line = (text: string, size: number, baseline: number, colour: string, cut = PLAIN) =>
    placed(typesetter.text(text, cut, { width: width - 2 * PLATE.inset, size }), x + PLATE.inset, top + baseline, colour);
  return [
    `<path fill="${COLOURS.bg2}" d="${shape}"/>`,
    medal === 1 || medal === 3 ? `<path fill="url(#medal-${medal})" d="${shape}"/>` : '',
    `<path fill="${edgeColour}" d="M${x} ${top}h${width - PLATE.cut}l${PLATE.edge} ${PLATE.edge}h${PLATE.cut - PLATE.edge - width}z"/>`,
    line(period, 26, 50, COLOURS.fg2),
    line(standing.rank, 88, 134, medal === null ? COLOURS.fg : MEDALS[medal], NARROW),
    line(standing.among, 26, 170, COLOURS.fg2),
    line(standing.points, 26, 202, COLOURS.fg),
  ].join('');
}
