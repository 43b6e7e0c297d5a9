import { DAY_MS } from '../../../domain/durations.ts';

/**
 * The indexes of days that follow each other without a gap of more than `step` days, as stretches to draw a line
 * through: where somebody was not ranked there is nothing to draw.
 */
export function unbroken(days: readonly string[], step: number): readonly (readonly number[])[] {
  const stretches: number[][] = [];
  let last = -Infinity;
  for (const [i, day] of days.entries()) {
    const time = Date.parse(day);
    if (time - last > (step + 0.5) * DAY_MS) stretches.push([]);
    stretches.at(-1)!.push(i);
    last = time;
  }
  return stretches;
}

/** A scale of a chart: how far from the top a value is drawn, 0 to 1, and at most three lines to read it by. */
export interface ChartScale {
  readonly y: (value: number) => number;
  readonly grid: readonly { readonly value: number; readonly y: number }[];
}

/** Down to so many, ranks lie equally far apart. */
const LAST_EVEN = 30;

/** Ranks down to `last`, 1 on top. Of large fields logarithmic: from 2nd to 1st is as far as from 200th to 100th. */
export function rankScale(last: number): ChartScale {
  // Never less than three places, or a field of two would fill the chart.
  const lowest = Math.max(3, last);
  const y = lowest <= LAST_EVEN ? (rank: number) => (rank - 1) / (lowest - 1) : (rank: number) => Math.log(rank) / Math.log(lowest);
  const values = lowest <= LAST_EVEN ? evenRanks(lowest) : tens(lowest);
  return { y, grid: values.map((value) => ({ value, y: y(value) })) };
}

/** The first, and two more as people count: 5th and 10th, 3rd and 6th. */
function evenRanks(lowest: number): readonly number[] {
  const half = Math.floor(lowest / 2);
  const step = half < 5 ? half : half - (half % 5);
  return step < 2 ? [1, 2, 3] : [1, step, step * 2];
}

function tens(lowest: number): readonly number[] {
  const all = Array.from({ length: 16 }, (_, i) => 10 ** i).filter((rank) => rank <= lowest);
  return [1, all[Math.floor(all.length / 2)]!, all.at(-1)!].filter((rank, i, ranks) => ranks.indexOf(rank) === i);
}

/**
 * Points from the smaller of 0 and the least to the most; a line at 0, at a round number, and at its double where that
 * fits. What is counted is whole.
 */
export function pointsScale(values: readonly number[]): ChartScale {
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, 0, ...values);
  const y = (value: number) => (high - value) / (high - low);
  const size = 10 ** Math.floor(Math.log10(Math.max(high, 1)));
  const round =
    [5, 4, 3, 2.5, 2, 1.5, 1, 0.5].map((times) => times * size).find((value) => Number.isInteger(value) && value * 2 <= high) ?? high;
  const grid = high <= 0 ? [0, low] : [0, round, round * 2];
  return { y, grid: [...new Set(grid)].filter((value) => value <= high && value >= low).map((value) => ({ value, y: y(value) })) };
}

/** A share of the width or height, as SVG reads it. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
