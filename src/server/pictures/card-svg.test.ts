import { Resvg } from '@resvg/resvg-wasm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import type { CardStanding, PlayerCard } from '../../contract/player-card.ts';
import { OWN_LOOK } from '../appearance/site-look.ts';
import { cardSvg } from './card-svg.ts';
import { useCardFonts, useRenderer } from './card-fonts.suite.ts';
import { Typesetter } from './typesetter.ts';

const GROUND = [0x08, 0x0f, 0x14, 0xff];
const STANDING: CardStanding = { rank: '14th', medal: null, among: 'of 1,203', points: '12,480 pts' };
const CARD: PlayerCard = {
  names: [{ name: 'Ada', initials: 'AD' }],
  instead: '14th today',
  avatar: '🦊',
  hue: 3,
  board: 'Weekend league',
  result: 'Yesterday: 2nd of 40, provisional',
  lanes: ['Today', 'This week', 'This month', 'All time'].map((period) => ({ period, standing: STANDING })),
};

const fonts = useCardFonts();
useRenderer();
let typesetter: Typesetter;

beforeAll(() => {
  typesetter = new Typesetter(fonts());
});

function svg(card: Partial<PlayerCard> = {}): string {
  return cardSvg({ ...CARD, ...card }, OWN_LOOK.brand, typesetter);
}

function called(...names: string[]): Partial<PlayerCard> {
  return { names: names.map((name) => ({ name, initials: [...name].slice(0, 2).join('') })) };
}

/** Whether anything is drawn in the margins left and right of the lanes. */
function leavesTheLanes(drawn: string): boolean {
  const { pixels, width, height } = new Resvg(drawn).render();
  const isGround = (x: number, y: number) => GROUND.every((value, i) => pixels[(y * width + x) * 4 + i] === value);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < 70; x += 1) if (!isGround(x, y)) return true;
    for (let x = 1128; x < width; x += 1) if (!isGround(x, y)) return true;
  }
  return false;
}

test.each(['W'.repeat(64), 'm'.repeat(32), '\u{1f98a}'.repeat(20), 'A\u0301\u0302\u0303'.repeat(16), 'Wide words of a very long name'])(
  'the name %j stays within the margins',
  (name) => {
    expect(leavesTheLanes(svg({ ...called(name), board: name }))).toBe(false);
  },
);

test('a name is truncated only if it is too long', () => {
  expect(svg(called('W'.repeat(64)))).toBe(svg(called('W'.repeat(40))));
  expect(svg(called('W'.repeat(20)))).not.toBe(svg(called('W'.repeat(19))));
});

test('with any player and board names, the picture stays within its margins and contains only outlines', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 64 }), fc.string({ unit: 'grapheme-ascii', maxLength: 64 }));
  fc.assert(
    fc.property(name, name, fc.string({ unit: 'grapheme', maxLength: 1 }), (one, other, avatar) => {
      const drawn = svg({ ...called(one, other), board: other, avatar });
      expect(drawn).not.toMatch(/<(?:text|script|image|style|use|foreignObject)\b/);
      expect(leavesTheLanes(drawn)).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test('numbers of any length stay on their plates', () => {
  const standing = { rank: '1,000,002,345th', medal: null, among: 'of 9,000,002,345, tied', points: '\u22129,007,199,254,740,991 pts' };
  expect(leavesTheLanes(svg({ lanes: CARD.lanes.map(({ period }) => ({ period, standing })) }))).toBe(false);
});

test('a name that cannot be drawn falls back to the next, and finally to the rank', () => {
  expect(svg(called('محمد', 'mo-42'))).toBe(svg(called('mo-42')));
  expect(svg(called('Ada 愛', 'ada'))).toBe(svg(called('ada')));
  expect(svg(called('愛', 'مح'))).toBe(svg(called('14th today')));
  // There are no initials then either, so the brand is shown on the bib.
  expect(svg({ ...called('愛'), avatar: '' })).not.toBe(svg({ ...called('14th today'), avatar: '' }));
});

test('draws the whole Latin alphabet, including combining marks', () => {
  for (const name of ['Łukasz', 'Nguyễn', 'Ÿvonne', 'Þór', 'e\u0301', '“q” & <b>…']) expect(svg(called(name))).not.toBe(svg(called('愛')));
});

test('invisible characters change nothing', () => {
  expect(svg(called('A\u202ed\u200ba\ufe0f'))).toBe(svg(called('Ada')));
});

test('symbols that the typeface lacks are omitted', () => {
  expect(svg(called('★ Ada ☆ L. 」'))).toBe(svg(called('Ada L.')));
  expect(svg(called('★★★', 'ada'))).toBe(svg(called('ada')));
});

test('emoji are drawn in names and on bibs; one without a drawing is omitted, and the bib shows initials', () => {
  expect(svg(called('🦊 Ada'))).not.toBe(svg(called('Ada')));
  expect(svg(called('🇯🇵 1️⃣ Ada ❤️'))).not.toBe(svg(called('Ada')));
  // From Unicode 16, without a drawing yet.
  expect(svg(called('\u{1fae9} Ada'))).toBe(svg(called('Ada')));
  const initials = svg({ avatar: '' });
  expect(initials).not.toBe(svg());
  expect(svg({ avatar: '\u{1fae9}' })).toBe(initials);
  expect(svg({ avatar: '../../package' })).toBe(initials);
});

test('medals differ by more than colour', () => {
  const plates = ([1, 2, 3, null] as const).map((medal) => svg({ lanes: [{ period: 'Today', standing: { ...STANDING, medal } }] }));
  expect(plates.map((plate) => /url\(#([^)]+)\)/.exec(plate)?.[1])).toEqual(['medal-1', undefined, 'medal-3', undefined]);
});
