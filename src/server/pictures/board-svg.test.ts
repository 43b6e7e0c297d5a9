import { Resvg } from '@resvg/resvg-wasm';
import { beforeAll, expect, test } from 'vitest';

import type { BoardCard, BoardCardPlace } from '../../contract/board-card.ts';
import { OWN_LOOK } from '../appearance/site-look.ts';
import { boardSvg, SITE_CARD } from './board-svg.ts';
import { useCardFonts, useRenderer } from './card-fonts.suite.ts';
import { Typesetter } from './typesetter.ts';

const fonts = useCardFonts();
useRenderer();
let typesetter: Typesetter;

beforeAll(() => {
  typesetter = new Typesetter(fonts());
});

const place = (rank: number, name: string, more: Partial<BoardCardPlace> = {}): BoardCardPlace => ({
  names: [{ name, initials: 'AB' }],
  avatar: '🦊',
  hue: rank,
  rank,
  points: '12,480 pts',
  prize: '500 coins',
  ...more,
});

const CARD: BoardCard = {
  title: 'Weekend league',
  when: 'Today: Wed 18 Nov 2026',
  ranked: '128 ranked',
  podium: [place(2, 'Bo'), place(1, 'Ada'), place(3, 'Cy')],
  none: 'Awaiting Champion',
};
const drawn = (card: Partial<BoardCard> = {}) => boardSvg({ ...CARD, ...card }, OWN_LOOK.brand, typesetter);

/** Returns the colour of a pixel as `#rrggbb`. */
function colours(svg: string): (x: number, y: number) => string {
  const { pixels, width } = new Resvg(svg).render();
  return (x, y) => `#${Buffer.from(pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)).toString('hex')}`;
}

test('with any names, the picture contains only outlines, within its margins', () => {
  const wide = 'W'.repeat(64);
  const card = {
    title: wide,
    ranked: '9,007,199,254,740,991 ranked',
    podium: [1, 2, 3].map((rank) => place(rank, wide, { points: wide, prize: wide })),
  };
  const svg = drawn(card);
  expect(svg).not.toMatch(/<(?:text|script|image|style|use|foreignObject)\b/);
  const at = colours(svg);
  const margins = [...Array.from({ length: 64 }, (_, i) => i), ...Array.from({ length: 64 }, (_, i) => 1136 + i)];
  const painted = margins.filter((x) => Array.from({ length: 436 }, (_, i) => at(x, 130 + i)).some((colour) => colour !== '#080f14'));
  expect(painted).toEqual([]);
});

test('draws the name, total, prize, title and period', () => {
  const others = [
    { title: 'Other' },
    { when: 'All time' },
    { ranked: '' },
    { podium: [place(2, 'Bo'), place(1, 'Eve'), place(3, 'Cy')] },
    { podium: [place(2, 'Bo'), place(1, 'Ada', { points: '1 pt' }), place(3, 'Cy')] },
    { podium: [place(2, 'Bo'), place(1, 'Ada', { prize: '' }), place(3, 'Cy')] },
  ];
  expect(new Set([drawn(), ...others.map(drawn)]).size).toBe(others.length + 1);
});

test('a lane without a player has a dashed plate with text; the site’s picture has only plates', () => {
  expect(drawn({ podium: [null, place(1, 'Ada'), null] }).match(/stroke-dasharray/g)).toHaveLength(2);
  expect(boardSvg(SITE_CARD, OWN_LOOK.brand, typesetter)).not.toContain('stroke-dasharray');
});
