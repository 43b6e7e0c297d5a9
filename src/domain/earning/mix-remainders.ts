import type { Column, Frame } from './mix-frame.ts';
import { commonDivisor, modulo } from './whole-numbers.ts';

/**
 * What it costs at least, beyond the fractional optimum and times the determinant, to have the two columns of a frame
 * make an amount with the help of others; how often the two are taken may be below 0 for that (Gomory's relaxation of
 * an integer program). So it is known for every amount once it is for the remainders, of which there are as many as
 * the determinant says, however many points are wanted.
 *
 * Remainders lie in rows, each as `wide` as the determinant divided by the number of rows: to go up by all the rows is
 * to go right by `shift`.
 */
export function remainderCosts({ first, second, determinant, others, tooMany }: Frame): (points: number, weight: number) => number {
  const [high, a, b] = commonDivisor(first.weight, second.weight);
  const wide = determinant / high;
  const shift = modulo(a * first.points + b * second.points, wide);
  const placeOf = (points: number, weight: number) => {
    const turns = Math.floor(weight / high);
    return (weight - turns * high) * wide + modulo(points - turns * shift, wide);
  };
  const costs = new Float64Array(determinant).fill(Infinity);
  costs[0] = 0;
  for (const column of [...others, tooMany]) improveCircles(costs, column, placeOf(column.points, column.weight), wide, shift);
  return (points, weight) => costs[placeOf(points, weight)]!;
}

/**
 * Adds one column again and again, from every place: that leads in circles, and after going round twice nothing on
 * them can get better (Böcker and Lipták).
 */
function improveCircles(costs: Float64Array, { cost }: Column, step: number, wide: number, shift: number): void {
  const seen = new Uint8Array(costs.length);
  const up = Math.floor(step / wide);
  const right = step - up * wide;
  for (let start = 0; start < costs.length; start += 1) {
    if (seen[start] === 1) continue;
    let at = start;
    let row = Math.floor(start / wide);
    let place = start - row * wide;
    for (let round = 0; round < 2;) {
      seen[at] = 1;
      row += up;
      place += right;
      if (row * wide >= costs.length) {
        row -= costs.length / wide;
        place += wide - shift;
      }
      place %= wide;
      const next = row * wide + place;
      costs[next] = Math.min(costs[next]!, costs[at]! + cost);
      at = next;
      if (at === start) round += 1;
    }
  }
}
