import { contrast, distance } from './oklch.ts';
import { type HueToken, hueTokens } from './player-hues.ts';

/** The three looks of every page: the two themes, and the one for whoever asks for more contrast. */
export const LOOKS = ['dark', 'light', 'more'] as const;

export type Look = (typeof LOOKS)[number];

const MEDALS = ['gold', 'silver', 'bronze'] as const;

/**
 * What stays: in the dark, in the light, and with more contrast. Medals are fills only; what stands on them, and their edge,
 * which a light ground needs, are on-medal.
 */
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

/** The same by look. */
export const PALETTE = { dark: paletteOf(0), light: paletteOf(1), more: paletteOf(2) } as const satisfies Record<Look, object>;

function paletteOf(look: 0 | 1 | 2): Readonly<Record<keyof typeof TOKENS, string>> {
  return Object.fromEntries(Object.entries(TOKENS).map(([token, colours]) => [token, colours[look]])) as Record<
    keyof typeof TOKENS,
    string
  >;
}

/**
 * What the brand tokens are where no colour is set. `you` is the ground of the visitor's own row. `lit` is the signal as text
 * or line: on a light ground it is too pale to be seen, so the text colour stands in.
 */
export const OWN_TOKENS: Readonly<Record<Look, BrandTokens>> = {
  dark: { you: '#262f15', lit: '#d9f95f', signal: '#d9f95f', ink: '#141f25' },
  light: { you: '#e8f4bc', lit: '#141f25', signal: '#d9f95f', ink: '#141f25' },
  more: { you: '#1c1c1c', lit: '#d8ff4a', signal: '#d8ff4a', ink: '#000000' },
};

/** The tokens that one colour of an operator's decides; all others stay. */
export type BrandToken = 'you' | 'lit' | 'signal' | 'ink';
export type BrandTokens = Readonly<Record<BrandToken, string>>;

/** Tokens as a stylesheet: of both themes and, on screen only because paper is white, of whoever asks for more contrast. */
export function tokenStyle({ dark, light, more }: Readonly<Record<Look, Readonly<Record<string, string>>>>): string {
  const both = Object.keys(light).map((token) => `--${token}:light-dark(${light[token]},${dark[token]})`);
  const plain = Object.entries(more).map(([token, colour]) => `--${token}:${colour}`);
  return `:root{${both.join(';')}}@media screen and (prefers-contrast:more){:root[data-theme]{${plain.join(';')}}}`;
}

export type Token = keyof typeof TOKENS | BrandToken | HueToken;

/** Tokens and their colours, as `#rrggbb`; not all of them need be there. */
export type Colours = Readonly<Partial<Record<Token, string>>>;

/** What may stand on what or beside what, and how it must be told from it. */
interface PairRule {
  /** Text is read and an edge seen, by its contrast; what is apart is told by its colour. */
  readonly kind: 'text' | 'edge' | 'apart';
  readonly inks: readonly Token[];
  readonly grounds: readonly Token[];
  /** Where the rule holds; everywhere without it. */
  readonly looks?: readonly Look[];
}

const GROUNDS = ['bg0', 'bg1', 'bg2', 'bg3', 'you'] as const;

const LANES = hueTokens('lane');

/** Every pair of colours that the design allows: what the tokens of a brand are found by, and what tests measure. */
const PAIR_RULES: readonly PairRule[] = [
  { kind: 'text', inks: ['fg', 'fg2', 'fg3', 'lit', 'up', 'down'], grounds: [...GROUNDS, ...LANES] },
  { kind: 'text', inks: ['fg'], grounds: hueTokens('bib-ground') },
  { kind: 'text', inks: ['ink'], grounds: ['signal'] },
  { kind: 'text', inks: ['on-medal'], grounds: MEDALS },
  { kind: 'edge', inks: ['edge'], grounds: GROUNDS },
  { kind: 'edge', inks: hueTokens('lane-edge'), grounds: [...GROUNDS, ...LANES] },
  // On a light ground the signal is a fill alone: its ink, which is its border too, is seen where the fill is not.
  { kind: 'edge', inks: ['signal'], grounds: ['bg0', 'bg1', 'bg2'], looks: ['dark', 'more'] },
  { kind: 'apart', inks: ['lit', 'signal'], grounds: MEDALS },
];

/**
 * How far the brand stays from gold, silver and bronze, in OKLab: as far as gold and bronze are from each other, which
 * everybody tells apart. That is five times what people just tell side by side, because a badge is compared from memory
 * with something elsewhere on the page.
 */
const APART = 0.1;

/** The least contrast of WCAG 2.2 AA or, where somebody asks for more, AAA; and the least distance. */
export const LEAST: Readonly<Record<Look, Readonly<Record<PairRule['kind'], number>>>> = {
  dark: { text: 4.5, edge: 3, apart: APART },
  light: { text: 4.5, edge: 3, apart: APART },
  more: { text: 7, edge: 3, apart: APART },
};

/** Two tokens that meet, and how they must be told apart. */
export interface Pair {
  readonly kind: PairRule['kind'];
  readonly ink: Token;
  readonly ground: Token;
}

/** The pairs of a look; those with one of the tokens `among` in it, if they are named. */
export function pairsOf(look: Look, among?: readonly Token[]): readonly Pair[] {
  return PAIR_RULES.filter(({ looks = LOOKS }) => looks.includes(look))
    .flatMap(({ kind, inks, grounds }) => inks.flatMap((ink) => grounds.map((ground) => ({ kind, ink, ground }))))
    .filter(({ ink, ground }) => among === undefined || among.includes(ink) || among.includes(ground));
}

/** Whether colours are told apart as a pair of a look must be. A pair of which one is not in `colours` is. */
export function isToldApart({ kind, ink, ground }: Pair, colours: Colours, look: Look): boolean {
  const [one, other] = [colours[ink], colours[ground]];
  if (one === undefined || other === undefined) return true;
  return (kind === 'apart' ? distance : contrast)(one, other) >= LEAST[look][kind];
}

/** Whether a colour looks so much like a medal that keeping apart would make it another colour: half of {@link APART}. */
export function isLikeMedal(hex: string): boolean {
  return MEDALS.some((medal) => distance(hex, PALETTE.dark[medal]) < APART / 2);
}
