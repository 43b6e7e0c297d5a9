import { contrast, hexOf, type Oklch, oklchOf } from './oklch.ts';
import { hueColours } from './player-hues.ts';
import {
  type BrandToken,
  type BrandTokens,
  type Colours,
  isLikeMedal,
  isToldApart,
  type Look,
  LOOKS,
  OWN_TOKENS,
  PALETTE,
  pairsOf,
} from './token-pairs.ts';

/** The default colour of a site, and the initial value of pickers. */
export const OWN_COLOUR = OWN_TOKENS.dark.signal;

/** The possible inks on a fill: the text colours of the two themes. */
const INKS = { dark: ['#141f25', '#fefdfb'], light: ['#141f25', '#fefdfb'], more: ['#000000', '#ffffff'] } as const;

const HUES = { dark: hueColours('dark'), light: hueColours('light'), more: hueColours('more') };

/** How much darker a colour may become on the light ground before it is no longer itself: yellow turns olive. */
const MOST_DARKENED = 0.25;

/** Alternatives to a colour in its hue, nearest lightness first; chroma is reduced only if no lightness fits. */
const NEARBY = [1, 0.8, 0.6, 0.4, 0.2, 0].flatMap((share) =>
  Array.from({ length: 201 }, (_, i) => ({ share, further: (i % 2 === 0 ? i : -i - 1) / 200 })),
);

/** The brand tokens of every look. */
export type BrandColours = Readonly<Record<Look, BrandTokens>>;

/**
 * Derives all brand tokens from one colour, `#rrggbb`: the nearest lightness of its hue at which every allowed pair is distinguishable,
 * including from the medals. Works for any colour; {@link fittingColour} says whether an operator may set it.
 */
export function brandColours(hex: string): BrandColours {
  const brand = oklchOf(hex);
  return Object.fromEntries(LOOKS.map((look) => [look, tokensOf(brand, look)])) as Record<Look, BrandTokens>;
}

/**
 * The colour itself if an operator may set it, otherwise the nearest one of its hue. Medal-like colours are excluded: both themes would
 * have to show a different one without explanation.
 */
export function fittingColour(hex: string): string {
  return isLikeMedal(hex) ? nearest(oklchOf(hex), (other) => !isLikeMedal(other)) : hex;
}

function tokensOf(brand: Oklch, look: Look): BrandTokens {
  const own = oklchOf(OWN_TOKENS[look].you);
  const you = found({ ...own, hue: brand.hue, chroma: Math.min(own.chroma, brand.chroma) }, (hex) => ({ you: hex }), ['you'], look, {});
  const lit = found(brand, (hex) => ({ lit: hex }), ['lit'], look, you);
  const isAnother = brand.lightness - oklchOf(lit.lit).lightness > MOST_DARKENED;
  return {
    ...you,
    ...(look === 'light' && isAnother ? { lit: PALETTE.light.fg } : lit),
    ...found(brand, (hex) => ({ signal: hex, ink: readableInk(hex, look) }), ['signal', 'ink'], look, you),
  };
}

/** The ink with the best contrast on a fill. */
function readableInk(fill: string, look: Look): string {
  const [one, other] = INKS[look];
  return contrast(one, fill) > contrast(other, fill) ? one : other;
}

/** The tokens made from the colour nearest to `wanted` for which every pair is distinguishable. */
function found<const Name extends BrandToken>(
  wanted: Oklch,
  made: (hex: string) => Readonly<Record<Name, string>>,
  names: readonly Name[],
  look: Look,
  known: Colours,
): Readonly<Record<Name, string>> {
  const pairs = pairsOf(look, names);
  return made(
    nearest(wanted, (hex) => {
      const colours = { ...PALETTE[look], ...HUES[look], ...known, ...made(hex) };
      return pairs.every((pair) => isToldApart(pair, colours, look));
    }),
  );
}

/** The nearest colour of the same hue for which `fits` returns true, possibly itself. There always is one: some grey. */
function nearest({ lightness, chroma, hue }: Oklch, fits: (hex: string) => boolean): string {
  const along = ({ further, share }: (typeof NEARBY)[number]) =>
    hexOf({ lightness: Math.min(1, Math.max(0, lightness + further)), chroma: chroma * share, hue });
  return along(NEARBY.find((way) => fits(along(way)))!);
}
