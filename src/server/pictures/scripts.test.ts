// Names in scripts other than Latin: drawn, ordered, joined and bounded.

import { beforeAll, expect, test } from 'vitest';

import { writeFallbackFonts } from '../../../scripts/build/subset-font.ts';
import { ROOT } from '../../../scripts/tools/child-process.ts';
import { NARROW } from './brand-svg.ts';
import { useCardFonts } from './card-fonts.suite.ts';
import { Typesetter } from './typesetter.ts';

/** Building the fonts takes half a minute, once per version. */
const ONCE_MS = 240_000;

const fonts = useCardFonts();
let typesetter: Typesetter;

beforeAll(async () => {
  await writeFallbackFonts(ROOT, fonts());
  typesetter = new Typesetter(fonts());
}, ONCE_MS);

const ROOM = { width: 800, size: 100, least: 50 };
const set = (text: string) => typesetter.text(text, NARROW, ROOM);

test.each([
  ['Chinese', '夜猫子'],
  ['Chinese, traditional', '夜貓子龍'],
  ['Japanese', 'さくら ノリコ 桜'],
  ['Korean', '밤올빼미'],
  ['Hebrew', 'ינשוף לילה'],
  ['Arabic', 'محمد علي'],
  ['Persian, with a joiner', 'می‌خواهم'],
  ['Thai', 'นกฮูกกลางคืน'],
  ['Russian', 'Ночная Сова'],
  ['Greek', 'Κουκουβάγια'],
  ['Hindi', 'क्षत्रिय'],
  ['Bengali', 'রাতপেঁচা'],
  ['Tamil', 'ஆந்தை'],
  ['Telugu', 'గుడ్లగూబ'],
  ['Georgian', 'ბუ'],
  ['Armenian', 'Բու'],
  ['several at once', 'Ada 夜 محمد 밤'],
])('%s is drawn', (_, name) => {
  const drawn = set(name)!;
  expect(drawn.outlines).toContain('<path');
  expect(drawn.width).toBeLessThanOrEqual(ROOM.width);
});

test('a name without a font falls back to the username', () => expect(set('ᚠᚢᚦ')).toBeUndefined());

test('letters are joined, except if a control character separates them', () => {
  expect(set('محمد')).not.toEqual(set([...'محمد'].join('\u200c')));
  expect(set('क्ष')).not.toEqual(set('क्\u200cष'));
});

test('Hebrew runs from right to left, with Latin inside from left to right', () => {
  // A reversed text in a left-to-right override would look the same, but the control character is dropped.
  expect(set('\u202dשלום')).toEqual(set('שלום'));
  expect(set('שלום')).not.toEqual(set('םולש'));
  expect(set('שלום 12')!.width).toBeCloseTo(set('12 שלום')!.width);
});

test.each([
  ['64 combining marks', `ش${'\u064e'.repeat(64)}`],
  ['an override', '\u202e夜猫子\u202c'],
  ['64 wide letters', '夜'.repeat(64)],
  ['64 joiners', `م${'\u200d'.repeat(64)}م`],
  ['every script at once', 'AЯאم한夜क '.repeat(7)],
])('%s: fits its room, with a limited number of outlines', (_, name) => {
  const drawn = set(name)!;
  expect(drawn.width).toBeLessThanOrEqual(ROOM.width);
  expect(drawn.outlines).not.toMatch(/NaN|undefined/);
  expect(drawn.outlines.split('<path').length - 1).toBeLessThanOrEqual(2 * name.length);
});
