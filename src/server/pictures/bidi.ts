/** Writing systems from right to left. */
const RIGHT =
  /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** l and r have a direction, n is a digit, p may be between digits, s is neutral. */
function kindOf(sign: string): string {
  if (/^\p{Nd}/u.test(sign)) return 'n';
  if (RIGHT.test(sign)) return 'r';
  return /^[\p{L}\p{M}]/u.test(sign) ? 'l' : /^[.,:]$/.test(sign) ? 'p' : 's';
}

/**
 * The embedding level of each character of a line, odd if it runs from right to left: the Unicode Bidirectional Algorithm for a single
 * paragraph without control characters (rules P2, W4, W7, N1, N2, I1, I2).
 */
export function bidiLevels(signs: readonly string[]): readonly number[] {
  const kinds = signs.map(kindOf).join('');
  const base = /[lr]/.exec(kinds)?.[0] ?? 'l';
  const sideOf = (kind: string) => (kind === '' ? base : kind === 'n' ? 'r' : kind);
  const resolved = kinds
    .replaceAll(/(?<=n)p(?=n)/g, 'n')
    .replaceAll('p', 's')
    .replaceAll(base === 'l' ? /(?:^|l)[^r]*/g : /l[^r]*/g, (run) => run.replaceAll('n', 'l'))
    .replaceAll(/(?<=(^|[lrn]))s+(?=($|[lrn]))/g, (run, before: string, after: string) => {
      const side = sideOf(before);
      return (side === sideOf(after) ? side : base).repeat(run.length);
    });
  return [...resolved].map((kind) => (kind === 'r' ? 1 : kind === 'n' || base === 'r' ? 2 : 0));
}

/** Runs with the same level, in visual order from left to right (rule L2). */
export function inVisualOrder<R extends { readonly level: number }>(runs: readonly R[]): readonly R[] {
  let shown = [...runs];
  for (const least of [2, 1]) {
    const [turned, pending]: [R[], R[]] = [[], []];
    for (const run of shown)
      if (run.level >= least) pending.unshift(run);
      else turned.push(...pending.splice(0), run);
    shown = [...turned, ...pending];
  }
  return shown;
}
