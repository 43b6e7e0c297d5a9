import { hexOf } from './oklch.ts';
import type { Look } from './token-pairs.ts';

/** The hues of players, in degrees. A player's id determines theirs. */
const PLAYER_HUES = [20, 55, 95, 150, 195, 235, 265, 310] as const;

/** The uses of a player's hue. Each has one lightness and, as far as screens can show it, one chroma: every hue has the same contrast. */
const USES = {
  /** The ground of a row, up to its score. It carries text. */
  lane: { dark: [0.335, 0.07], light: [0.91, 0.05], more: [0.26, 0.06] },
  /** The start of that ground, and every other line in the player's colour. */
  'lane-edge': { dark: [0.72, 0.15], light: [0.55, 0.15], more: [0.8, 0.15] },
  /** The ground of the avatar. It carries initials. */
  'bib-ground': { dark: [0.47, 0.11], light: [0.8, 0.1], more: [0.4, 0.1] },
} as const satisfies Record<string, Record<Look, readonly [lightness: number, chroma: number]>>;

export type HueUse = keyof typeof USES;

const HUE_USES = Object.keys(USES) as HueUse[];

/** A use in one of the hues: "lane-3". */
export type HueToken = `${HueUse}-${number}`;

/** A use in every hue. */
export function hueTokens(use: HueUse): readonly HueToken[] {
  return PLAYER_HUES.map((_, i) => `${use}-${i}` as const);
}

/** Every use in every hue, as `#rrggbb`. */
export function hueColours(look: Look): Readonly<Record<HueToken, string>> {
  const uses = HUE_USES.flatMap((use) => {
    const [lightness, chroma] = USES[use][look];
    return PLAYER_HUES.map((degrees, i) => [`${use}-${i}`, hexOf({ lightness, chroma, hue: (degrees * Math.PI) / 180 })]);
  });
  return Object.fromEntries(uses) as Record<HueToken, string>;
}

/** The stylesheet that gives every element with a `data-hue` its player's `--lane`, `--lane-edge` and `--bib-ground`. */
export function hueStyle(): string {
  const [dark, light, more] = [hueColours('dark'), hueColours('light'), hueColours('more')];
  const rules = (value: (token: HueToken) => string) =>
    PLAYER_HUES.map((_, i) => `[data-hue="${i}"]{${HUE_USES.map((use) => `--${use}:${value(`${use}-${i}`)}`).join(';')}}`).join('');
  const both = rules((token) => `light-dark(${light[token]},${dark[token]})`);
  return `${both}@media screen and (prefers-contrast:more){${rules((token) => more[token]!)}}`;
}

/** The hue of a player, 0 to 7, for `data-hue`: the same on every page and every visit (FNV-1a over the id). */
export function playerHue(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % PLAYER_HUES.length;
}
