import type { PlayerCard } from '../../contract/player-card.ts';
import { hueColours, hueTokens } from '../../domain/colour/player-hues.ts';
import { CAPITALS, CARD_SIZE, COLOURS, cutCorner, framed, lanes, markSvg, MEDALS, NARROW, PLAIN, placed, WIDE } from './brand-svg.ts';
import type { Brand } from './picture.ts';
import type { Room, SetText, Typesetter } from './typesetter.ts';

const HUES = hueColours('dark');
const BIBS = hueTokens('bib-ground').map((token) => HUES[token]);

const MARGIN = 72;
const RIGHT = CARD_SIZE.width - MARGIN;

const BRAND = { size: 56, baseline: 104 } as const;
const BIB = { y: 146, size: 148, cut: 32, emoji: 96 } as const;
const NAME = { x: MARGIN + BIB.size + 36, size: 104, least: 52 } as const;
/** Between the name and the lanes. */
const RESULT_BASELINE = 318;
const PLATE = { top: 332, bottom: 552, gap: 3, inset: 24, edge: 8, cut: 20 } as const;

/** The dots of the first plate and the stripes of the third: places are told apart without colours too. */
const TEXTURES = `<defs>
<pattern id="medal-1" width="32" height="32" patternUnits="userSpaceOnUse"><circle cx="16" cy="16" r="6" fill="${COLOURS.bg3}"/></pattern>
<pattern id="medal-3" width="28" height="28" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="28" fill="${COLOURS.bg3}"/></pattern>
</defs>`;

/** The picture as SVG that holds outlines alone: no text, no name of a typeface, nothing that the player wrote. */
export function cardSvg(card: PlayerCard, brand: Brand, typesetter: Typesetter): string {
  return framed(CARD_SIZE.width, CARD_SIZE.height, [
    TEXTURES,
    `<rect width="100%" height="100%" fill="${COLOURS.bg0}"/>`,
    headline(card, brand, typesetter),
    who(card, brand, typesetter),
    ...card.lanes.map((lane, i) => plate(card, lane, i, typesetter)),
    `<rect x="${MARGIN}" y="${PLATE.bottom}" width="${RIGHT - MARGIN}" height="6" fill="${brand.signal}"/>`,
  ]);
}

/** Whose game it is, and the board's title, as far as they can be written. */
function headline({ board }: PlayerCard, brand: Brand, typesetter: Typesetter): string {
  const { size, baseline } = BRAND;
  const name = typesetter.text(brand.name, WIDE, { width: 420, size: 40, least: 28 });
  // The lanes of the site's own mark do not reach the edges of its square.
  const x = brand.initials === '' && brand.logo === '' ? MARGIN - 8 : MARGIN;
  const room = RIGHT - (x + size + 12 + (name?.width ?? 0)) - 48;
  const title = typesetter.text(board, PLAIN, { width: Math.min(640, room), size: 32, least: 24 });
  return [
    `<g transform="translate(${x} ${baseline - 44})">${markSvg(brand, size, typesetter)}</g>`,
    placed(name, x + size + 12, baseline, COLOURS.fg),
    title === undefined ? '' : placed(title, RIGHT - title.width, baseline, COLOURS.fg2),
  ].join('');
}

/** The bib, and the name beside it. */
function who({ names, instead, avatar, hue, result }: PlayerCard, brand: Brand, typesetter: Typesetter): string {
  const room: Room = { width: RIGHT - NAME.x, size: NAME.size, least: NAME.least };
  const written = names.flatMap(({ name, initials }) => {
    const set = typesetter.text(name, NARROW, room);
    return set === undefined ? [] : [{ set, initials }];
  });
  const name = written[0]?.set ?? typesetter.text(instead, NARROW, room);
  return [
    `<path fill="${BIBS[hue % BIBS.length]}" d="${cutCorner(MARGIN, BIB.y, BIB.size, BIB.size, BIB.cut)}"/>`,
    `<g transform="translate(${MARGIN} ${BIB.y})">${onBib(avatar, written[0]?.initials, brand, typesetter)}</g>`,
    // Marks heaped on a letter may reach beyond the line, but not over what else is said.
    `<svg x="${NAME.x}" y="${BIB.y - 20}" width="${RIGHT - NAME.x}" height="${BIB.size + 40}">`,
    placed(name, 0, inTheMiddle(name) + 20, COLOURS.fg),
    '</svg>',
    placed(typesetter.text(result, PLAIN, { width: RIGHT - NAME.x, size: 26 }), NAME.x, RESULT_BASELINE, COLOURS.fg2),
  ].join('');
}

/** The emoji; else initials; else, where neither can be drawn, the brand's lanes. */
function onBib(avatar: string, initials: string | undefined, brand: Brand, typesetter: Typesetter): string {
  const { size } = BIB;
  const emoji = avatar === '' ? undefined : typesetter.emoji(avatar, BIB.emoji);
  if (emoji !== undefined) return `<g transform="translate(${(size - BIB.emoji) / 2} ${(size - BIB.emoji) / 2})">${emoji}</g>`;
  const letters = initials === undefined ? undefined : typesetter.text(initials, NARROW, { width: size - 24, size: 76 });
  if (letters !== undefined) return placed(letters, (size - letters.width) / 2, inTheMiddle(letters), COLOURS.fg);
  return `<g transform="translate(${size / 2 - 40} ${size / 2 - 40}) scale(1.25)">${lanes(brand.signal)}</g>`;
}

/** The baseline, below the bib's upper edge, at which capitals stand in its middle. */
function inTheMiddle(text: SetText | undefined): number {
  return (BIB.size + CAPITALS * (text?.size ?? 0)) / 2;
}

/** A period's lane and the plate at its end. */
function plate(
  { lanes, none }: PlayerCard,
  { period, standing }: PlayerCard['lanes'][number],
  lane: number,
  typesetter: Typesetter,
): string {
  const pitch = (RIGHT - MARGIN) / lanes.length;
  const x = MARGIN + lane * pitch;
  const width = pitch - PLATE.gap;
  const { top, bottom } = PLATE;
  const medal = standing?.medal ?? null;
  const edgeColour = medal === null ? (standing === null ? COLOURS.line : COLOURS.edge) : MEDALS[medal];
  const shape = cutCorner(x, top, width, bottom - top, PLATE.cut);
  const line = (text: string, size: number, baseline: number, colour: string, cut = PLAIN) =>
    placed(typesetter.text(text, cut, { width: width - 2 * PLATE.inset, size }), x + PLATE.inset, top + baseline, colour);
  return [
    `<path fill="${COLOURS.bg2}" d="${shape}"/>`,
    medal === 1 || medal === 3 ? `<path fill="url(#medal-${medal})" d="${shape}"/>` : '',
    `<path fill="${edgeColour}" d="M${x} ${top}h${width - PLATE.cut}l${PLATE.edge} ${PLATE.edge}h${PLATE.cut - PLATE.edge - width}z"/>`,
    line(period, 26, 50, COLOURS.fg2),
    ...(standing === null
      ? [line('–', 88, 136, COLOURS.fg3, NARROW), line(none, 26, 172, COLOURS.fg3)]
      : [
          line(standing.rank, 88, 134, medal === null ? COLOURS.fg : MEDALS[medal], NARROW),
          line(standing.among, 26, 170, COLOURS.fg2),
          line(standing.points, 26, 202, COLOURS.fg),
        ]),
  ].join('');
}
