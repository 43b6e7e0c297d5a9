/** A chart's scale: the distance of a value from the top, 0 to 1, and at most three grid lines. */
export interface ChartScale {
  readonly y: (value: number) => number;
  readonly grid: readonly { readonly value: number; readonly y: number }[];
}

/** The grid's steps, as multiples of a power of ten. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10] as const;

/**
 * The scale from the minimum (or 0, if that is less) to the top line, with lines at 0, at a round number, and at twice that, which no value
 * exceeds. Values are whole numbers.
 */
export function pointsScale(values: readonly number[]): ChartScale {
  const low = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const size = 10 ** Math.floor(Math.log10(Math.max(most / 2, 1)));
  const step = STEPS.map((times) => times * size).find((value) => Number.isInteger(value) && value * 2 >= most)!;
  const high = most > 1 ? step * 2 : low < 0 ? most : 1;
  const y = (value: number) => (high - value) / (high - low);
  const grid = high === 0 ? [0, low] : high === 1 ? [0, 1] : [0, step, high];
  return { y, grid: grid.map((value) => ({ value, y: y(value) })) };
}

/** A share of the width or height, formatted for SVG. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
