/** Where the last of those shown stands on the picture, as a share of its length: there is room for their bib before it. */
const LAST_AT = 0.2;

/**
 * Where each is on the last stretch, as a share of it: the winner on the finish line, at 1; the others as far from it as
 * their points are, to scale, so that the last of them is still to be seen. `points` begin with the winner's.
 */
export function finishPlaces(points: readonly number[]): readonly number[] {
  const gaps = points.map((each) => Math.abs(points[0]! - each));
  const stretch = Math.max(...gaps);
  return gaps.map((gap) => (stretch === 0 ? 1 : 1 - (gap / stretch) * (1 - LAST_AT)));
}
