/** Writing systems from right to left. */
const RIGHT =
  /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

const SEPARATOR = /^[.,:]$/;

type Direction = 'left' | 'right' | 'number' | 'neutral';

function directionOf(sign: string): Direction {
  if (/^\p{Nd}/u.test(sign)) return 'number';
  if (RIGHT.test(sign)) return 'right';
  return /^[\p{L}\p{M}]/u.test(sign) ? 'left' : 'neutral';
}

/**
 * The embedding level of each sign of a line, odd where it runs from right to left: the Unicode Bidirectional Algorithm for a
 * single paragraph without control characters (rules P2, W4, W7, N1, N2, I1, I2).
 */
export function bidiLevels(signs: readonly string[]): readonly number[] {
  const found = signs.map(directionOf);
  const base = found.find((each) => each === 'left' || each === 'right') === 'right' ? 'right' : 'left';
  let strong: Direction = base;
  const numbered = found.map((each, i) => {
    if (each === 'left' || each === 'right') strong = each;
    const joins = SEPARATOR.test(signs[i]!) && found[i - 1] === 'number' && found[i + 1] === 'number';
    if (each !== 'number' && !joins) return each;
    return strong === 'left' ? 'left' : 'number';
  });
  const sideOf = (each: Direction | undefined) => (each === undefined ? base : each === 'number' ? 'right' : each);
  return numbered.map((each, i) => {
    if (each !== 'neutral') return levelOf(each, base);
    const before = sideOf(numbered.findLast((other, at) => at < i && other !== 'neutral'));
    const after = sideOf(numbered.find((other, at) => at > i && other !== 'neutral'));
    return levelOf(before === after ? before : base, base);
  });
}

function levelOf(direction: Direction, base: 'left' | 'right'): number {
  if (direction === 'right') return 1;
  return direction === 'number' || base === 'right' ? 2 : 0;
}

/** Runs of one level each, from left to right as they are shown (rule L2). */
export function inVisualOrder<R extends { readonly level: number }>(runs: readonly R[]): readonly R[] {
  let shown = [...runs];
  for (const least of [2, 1]) {
    const turned: R[] = [];
    let pending: R[] = [];
    for (const run of shown) {
      if (run.level >= least) pending.unshift(run);
      else turned.push(...pending.splice(0), run);
    }
    shown = [...turned, ...pending];
  }
  return shown;
}
