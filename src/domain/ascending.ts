/**
 * The first place in [from, to) at which something holds, `to` if there is none, found by halving. Once it holds it
 * must hold at every place after.
 */
export function firstPlace(from: number, to: number, holds: (place: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
