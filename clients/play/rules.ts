// The rules of Podium Rush: the podiums of a seed, and their points. Independent of the page and the clock.

/** More podiums than anyone can order in a minute, so that a play has a maximum score. */
export const PODIUMS = 60;

const FIRST_WORTH = 20;
const MORE_PER_STREAK = 2;
const LONGEST_STREAK = 10;
const WORTH_WITH_MISTAKE = 10;

/** A podium's points after `streak` podiums in a row without a mistake. */
export function worthOf(streak: number, hadMistake: boolean): number {
  return hadMistake ? WORTH_WITH_MISTAKE : FIRST_WORTH + MORE_PER_STREAK * Math.min(streak, LONGEST_STREAK);
}

interface Contender {
  /** The text as shown and as read aloud. */
  readonly text: string;
  /** 1, 2 or 3. */
  readonly place: number;
}

export interface Podium {
  readonly rule: string;
  /** Left to right. */
  readonly contenders: readonly Contender[];
}

/** The podiums of a seed, in order: the same for everyone who plays it. */
export function podiumsOf(seed: string): readonly Podium[] {
  const chance = chanceOf(seed);
  const below = (n: number) => Math.floor(chance() * n);
  const kinds = [points, times, strokes, ties];
  return Array.from({ length: PODIUMS }, (_, n) => {
    // Easy ones first; then a new rule joins every four podiums.
    const kind = n < 4 ? points : kinds[below(Math.min(kinds.length, 1 + Math.floor(n / 4)))]!;
    const { rule, texts } = kind(below, n);
    const order = texts.map((text, i) => ({ text, place: i + 1 }));
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return { rule, contenders: order };
  });
}

type Below = (n: number) => number;

/** A rule and the three contenders' texts, best first. */
type Kind = (below: Below, n: number) => { readonly rule: string; readonly texts: readonly string[] };

/** Three different numbers, highest first. They get closer to each other the later the podium. */
function three(below: Below, n: number, from: number, spread: number): readonly [number, number, number] {
  const room = Math.max(9, Math.round(spread / (1 + n / 6)));
  const base = from + below(from);
  const all = new Set([base]);
  while (all.size < 3) all.add(base + 1 + below(room));
  return [...all].toSorted((a, b) => b - a) as [number, number, number];
}

const points: Kind = (below, n) => ({
  rule: 'Most points first',
  texts: three(below, n, n < 4 ? 20 : n < 12 ? 200 : 2000, n < 4 ? 60 : n < 12 ? 600 : 4000).map((each) => each.toLocaleString('en-US')),
});

const times: Kind = (below, n) => ({
  rule: 'Fastest time first',
  texts: three(below, n, 500, 400)
    .toReversed()
    .map((tenths) => `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`),
});

const strokes: Kind = (below, n) => ({
  rule: 'Fewest strokes first',
  texts: three(below, n, 60, 40).toReversed().map(String),
});

const ties: Kind = (below) => {
  const high = 300 + below(600);
  const minute = 10 + below(40);
  return {
    rule: 'Most points first. Tied? Earlier first',
    texts:
      below(2) === 0
        ? [`${high} at 9:${minute}`, `${high} at 9:${minute + 1 + below(9)}`, `${high - 1 - below(9)} at 9:${10 + below(50)}`]
        : [`${high + 1 + below(9)} at 9:${10 + below(50)}`, `${high} at 9:${minute}`, `${high} at 9:${minute + 1 + below(9)}`],
  };
};

/** Pseudorandom numbers in [0, 1) seeded by a text: FNV-1a, then mulberry32. */
function chanceOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
