import { contrast, distance } from './oklch.ts';
import { type HueToken, hueTokens } from './player-hues.ts';

/** The looks of every page: the two themes, and the one for more contrast. */
export const LOOKS = ['dark', 'light', 'more'] as const;

export type Look = (typeof LOOKS)[number];

const MEDALS = ['gold', 'silver', 'bronze'] as const;

/** Fixed tokens: dark, light, and more contrast. Medals are only fills; text on them, and their edge on a light ground, is on-medal. */
const TOKENS = {
  bg0: ['#080f14', '#f8f7f2', '#000000'],
  bg1: ['#10191e', '#fefdfb', '#000000'],
  bg2: ['#18232a', '#eeede7', '#000000'],
  bg3: ['#233037', '#e5e3dc', '#1c1c1c'],
  line: ['#333f46', '#d3d1ca', '#ffffff'],
  edge: ['#707e87', '#747d84', '#ffffff'],
  fg: ['#f5f3ee', '#141f25', '#ffffff'],
  fg2: ['#b5c0c5', '#3e4a51', '#ffffff'],
  fg3: ['#9fabb1', '#4b575e', '#ffffff'],
  gold: ['#eab444', '#eab444', '#ffd560'],
  silver: ['#d1d9df', '#d1d9df', '#ffffff'],
  bronze: ['#d9966d', '#d9966d', '#ffae84'],
  'on-medal': ['#141f25', '#141f25', '#000000'],
  up: ['#4ae2ac', '#0b6f49', '#7dffd0'],
  down: ['#fb8274', '#b52524', '#ffb3aa'],
} as const;

/** The fixed tokens by look. */
export const PALETTE = { dark: paletteOf(0), light: paletteOf(1), more: paletteOf(2) } as const satisfies Record<Look, object>;

function paletteOf(look: 0 | 1 | 2): Readonly<Record<keyof typeof TOKENS, string>> {
  return Object.fromEntries(Object.entries(TOKENS).map(([token, colours]) => [token, colours[look]])) as Record<
    keyof typeof TOKENS,
    string
  >;
}

/**
 * The default brand tokens. `you` is the ground of the visitor's own row. `lit` is the signal as text or line: on a light ground that would
 * be too pale, so it is the text colour.
 */
export const OWN_TOKENS: Readonly<Record<Look, BrandTokens>> = {
  dark: { you: '#262f15', lit: '#d9f95f', signal: '#d9f95f', ink: '#141f25' },
  light: { you: '#e8f4bc', lit: '#141f25', signal: '#d9f95f', ink: '#141f25' },
  more: { you: '#1c1c1c', lit: '#d8ff4a', signal: '#d8ff4a', ink: '#000000' },
};

/** The tokens derived from an operator's colour; all others are fixed. */
export type BrandToken = 'you' | 'lit' | 'signal' | 'ink';
export type BrandTokens = Readonly<Record<BrandToken, string>>;

/** Tokens as a stylesheet: both themes and, only on screen because paper is white, more contrast. */
export function tokenStyle({ dark, light, more }: Readonly<Record<Look, Readonly<Record<string, string>>>>): string {
  const both = Object.keys(light).map((token) => `--${token}:light-dark(${light[token]},${dark[token]})`);
  const plain = Object.entries(more).map(([token, colour]) => `--${token}:${colour}`);
  return `:root{${both.join(';')}}@media screen and (prefers-contrast:more){:root[data-theme]{${plain.join(';')}}}`;
}

export type Token = keyof typeof TOKENS | BrandToken | HueToken;

/** A subset of tokens and their colours, as `#rrggbb`. */
export type Colours = Readonly<Partial<Record<Token, string>>>;

/** Which colours may meet, and how they must be distinguishable. */
interface PairRule {
  /** `text` and `edge` need contrast, `apart` a different colour. */
  readonly kind: 'text' | 'edge' | 'apart';
  readonly inks: readonly Token[];
  readonly grounds: readonly Token[];
  /** The looks to which the rule applies; all by default. */
  readonly looks?: readonly Look[];
}

const GROUNDS = ['bg0', 'bg1', 'bg2', 'bg3', 'you'] as const;

const LANES = hueTokens('lane');

/** Every pair of colours that the design allows: the basis for deriving brand tokens and for tests. */
const PAIR_RULES: readonly PairRule[] = [
  { kind: 'text', inks: ['fg', 'fg2', 'fg3', 'lit', 'up', 'down'], grounds: [...GROUNDS, ...LANES] },
  { kind: 'text', inks: ['fg'], grounds: hueTokens('bib-ground') },
  { kind: 'text', inks: ['ink'], grounds: ['signal'] },
  { kind: 'text', inks: ['on-medal'], grounds: MEDALS },
  { kind: 'edge', inks: ['edge'], grounds: GROUNDS },
  { kind: 'edge', inks: hueTokens('lane-edge'), grounds: [...GROUNDS, ...LANES] },
  // On a light ground the signal is only a fill: its ink, which is also its border, is visible where the fill is not.
  { kind: 'edge', inks: ['signal'], grounds: ['bg0', 'bg1', 'bg2'], looks: ['dark', 'more'] },
  { kind: 'apart', inks: ['lit', 'signal'], grounds: MEDALS },
];

/**
 * The minimum distance of the brand from gold, silver and bronze in OKLab: the same as between gold and bronze. Five times the just
 * noticeable difference, because a badge is compared from memory with something elsewhere on the page.
 */
const APART = 0.1;

/** The minimum contrast of WCAG 2.2 AA (AAA for more contrast), and the minimum distance. */
export const LEAST: Readonly<Record<Look, Readonly<Record<PairRule['kind'], number>>>> = {
  dark: { text: 4.5, edge: 3, apart: APART },
  light: { text: 4.5, edge: 3, apart: APART },
  more: { text: 7, edge: 3, apart: APART },
};

/** Two tokens that meet, and how they must be distinguishable. */
export interface Pair {
  readonly kind: PairRule['kind'];
  readonly ink: Token;
  readonly ground: Token;
}

/** The pairs of a look, optionally only those with one of the tokens `among`. */
export function pairsOf(look: Look, among?: readonly Token[]): readonly Pair[] {
  return PAIR_RULES.filter(({ looks = LOOKS }) => looks.includes(look))
    .flatMap(({ kind, inks, grounds }) => inks.flatMap((ink) => grounds.map((ground) => ({ kind, ink, ground }))))
    .filter(({ ink, ground }) => among === undefined || among.includes(ink) || among.includes(ground));
}

/** Whether two colours are distinguishable as their pair requires; true if `colours` lacks either. */
export function isToldApart({ kind, ink, ground }: Pair, colours: Colours, look: Look): boolean {
  const [one, other] = [colours[ink], colours[ground]];
  if (one === undefined || other === undefined) return true;
  return (kind === 'apart' ? distance : contrast)(one, other) >= LEAST[look][kind];
}

/** Whether a colour is so close to a medal that keeping it apart would change it too much: half of {@link APART}. */
export function isLikeMedal(hex: string): boolean {
  return MEDALS.some((medal) => distance(hex, PALETTE.dark[medal]) < APART / 2);
}
